/** Contrast of two colours as WCAG 2 defines it: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param colour `#rrggbb` or `rgb(r g b)` */
function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  if (parts.length !== 3 || parts.includes(Number.NaN)) throw new Error(`no colour: ${colour}`);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
