import { property, text } from '../../outsideValues.ts';

/** Steps from coolest to hottest; `LineAnnotation.heat` is an index into them. */
export const heatSteps = 10;

/** The contributed colour of a step, for text and overview ruler. */
export function heatColor(heat: number): string {
  return `pprofLens.heat${heat}`;
}

/** The contributed colour of costs without heat: those outside of the operations, and uncertain ones. */
export const mutedColor = 'pprofLens.muted';

/**
 * The mark of a step in the gutter, as SVG. The bar grows with the heat, so that it can be read without seeing the
 * colour.
 *
 * @param color `#rrggbb`
 */
export function heatIconSvg(heat: number, color: string): string {
  const shortest = 2;
  const longest = 12;
  const width = shortest + ((longest - shortest) * heat) / (heatSteps - 1);
  const right = 14;
  const bar = `<rect x="${(right - width).toFixed(1)}" y="3" width="${width.toFixed(1)}" height="10" rx="1" fill="${color}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${bar}</svg>`;
}

/**
 * The default of a heat colour in the manifest. Pictures need it, because they cannot use theme colours.
 *
 * @param manifest the extension's package.json
 * @returns `#rrggbb`, or `null` where the manifest does not say
 */
export function defaultHeatColor(manifest: unknown, heat: number, theme: 'dark' | 'light'): string | null {
  const colors = property(property(manifest, 'contributes'), 'colors');
  if (!Array.isArray(colors)) return null;
  const color: unknown = colors.find((item: unknown) => property(item, 'id') === heatColor(heat));
  return text(property(property(color, 'defaults'), theme)) ?? null;
}
