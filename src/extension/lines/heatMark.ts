import { property, text } from '../../base/outsideValues.ts';
import { textWidth } from '../../base/textWidth.ts';
import type { BenchmarkNews } from '../../protocol.ts';

/** Steps from coolest to hottest; `LineAnnotation.heat` is an index into them. */
export const heatSteps = 10;

/** The contributed colour of a step, for text and overview ruler. */
export function heatColor(heat: number): string {
  return `pprofLens.heat${heat}`;
}

/** The contributed colour of costs without heat: those outside of the operations, and uncertain ones. */
export const mutedColor = 'pprofLens.muted';

/** Kinds of themes, as the manifest names the defaults of a colour for them. */
export type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** How a mark is drawn: on a ground of its colour, or as an outline for what is less certain or no cost of the operations. */
export type MarkStyle = 'filled' | 'outlined';

/** In the icon's own units. VS Code scales the icon to the gutter, which is about as wide as a line is high. */
const size = { width: 20, height: 16 };

/** The mark's own width. What is left keeps it off the line number. */
const boxWidth = 18;

/** Of the bar that marks the hot path. */
const barWidth = 2;

/** Widths of the digits, so that one, two and three of them fill the mark and do not leave it. */
const textWidths = [6, 12, 15];

/**
 * The mark of a line in the gutter, as SVG: a few characters on a ground in the line's colour.
 *
 * @param characters one to three, of Chinese and Japanese one or two
 * @param color `#rrggbb`
 * @param onHotPath a bar at its left, as high as the line: on consecutive lines one bar
 */
export function heatMarkSvg(characters: string, color: string, style: MarkStyle, onHotPath = false): string {
  const { width, height } = size;
  const isFilled = style === 'filled';
  const left = onHotPath ? barWidth + 1 : 0;
  const bar = onHotPath ? `<rect width="${barWidth}" height="${height}" fill="${color}"/>` : '';
  const box = isFilled
    ? `<rect x="${left}" y="1" width="${boxWidth - left}" height="${height - 2}" rx="2.5" fill="${color}"/>`
    : `<rect x="${left + 0.5}" y="1.5" width="${boxWidth - left - 1}" height="${height - 3}" rx="2.5" fill="none" stroke="${color}"/>`;
  const wide = Math.min(
    textWidths[Math.min(textWidth(characters), textWidths.length) - 1] ?? 0,
    boxWidth - left - 2,
  );
  const letters =
    `<text x="${(boxWidth + left) / 2}" y="12.2" text-anchor="middle" textLength="${wide}" lengthAdjust="spacingAndGlyphs"` +
    ` font-family="sans-serif" font-weight="bold" font-size="12" fill="${isFilled ? readableOn(color) : color}">` +
    `${escapeXml(characters)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${bar}${box}${letters}</svg>`;
}

/** The colours of news in the gutter: VS Code's own of charts, which pictures cannot name. */
const newsColors = {
  better: { light: '#388a34', dark: '#89d185' },
  worse: { light: '#e51400', dark: '#f14c4c' },
};

/** The mark of a benchmark whose last run was better or worse, as SVG: an arrow up for more, green for better. */
export function newsMarkSvg(
  { isBetter, isMore }: Omit<BenchmarkNews, 'line'>,
  theme: 'light' | 'dark',
): string {
  const color = newsColors[isBetter ? 'better' : 'worse'][theme];
  const turn = isMore ? '' : ' transform="rotate(180 8 8)"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path d="M8 2 14 8.5H10V14H6V8.5H2Z" fill="${color}"${turn}/></svg>`;
}

/** Black or white, whichever has more contrast with the ground. WCAG 2.2 says how contrast is computed. */
function readableOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? '#000000' : '#ffffff';
}

function escapeXml(characters: string): string {
  return characters.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * The default of a contributed colour in the manifest. Pictures need it, because they cannot use theme colours.
 *
 * @param manifest the extension's package.json
 * @returns `#rrggbb`, or `null` where the manifest does not say
 */
export function defaultColor(manifest: unknown, id: string, theme: ThemeKind): string | null {
  const colors = property(property(manifest, 'contributes'), 'colors');
  if (!Array.isArray(colors)) return null;
  const color: unknown = colors.find((item: unknown) => property(item, 'id') === id);
  return text(property(property(color, 'defaults'), theme)) ?? null;
}
