import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import { escapeXml } from '../../../base/escape.ts';
import type { Names } from '../../view/names.ts';
import type { Direction } from '../../view/savedView.ts';
import { type Coloured, FrameColouring } from './frameColouring.ts';
import { rowCount } from './geometry.ts';
import { Labels, narrowestLabel } from './labels.ts';
import { RowLayout, rowHeight } from './rows.ts';
import type { PageTheme } from './theme.ts';

/** The part of a picture that is in sight, as an SVG document shows it. */
export interface SvgDrawing extends Coloured {
  readonly window: FlameWindow;
  readonly direction: Direction;
  readonly rootLabel: string;
  /** The title above the picture; with an empty one there is no space for a title. */
  readonly title: string;
  /** The tooltip of a frame; empty for none. */
  readonly describe: (frame: number) => string;
}

const width = 1200;
const margin = 10;
const headHeight = 36;
const labelInset = 4;

/**
 * The flame graph as an SVG document, as it is in sight: with its zoom, search, colours and direction.
 *
 * @param measure the width of a text in the font of the labels
 */
export function pictureSvg(
  shown: SvgDrawing,
  names: Names,
  theme: PageTheme,
  background: string,
  measure: (text: string) => number,
): string {
  const { picture, window, title } = shown;
  const rows = new RowLayout(shown.direction, rowCount(picture), 0);
  const head = title === '' ? 0 : headHeight;
  const height = head + rows.height + margin;
  const coloursOf = new FrameColouring(names, theme.kind).of(shown);
  const labels = new Labels(names, measure);
  const scale = (width - 2 * margin) / (window.right - window.left);
  const frames: string[] = [];
  for (let row = 0; row < rowCount(picture); row++) {
    const top = head + rows.top(row);
    for (let frame = picture.rowStart[row]!; frame < picture.rowStart[row + 1]!; frame++) {
      const left = Math.max(picture.lefts[frame]!, window.left);
      const right = Math.min(picture.lefts[frame]! + picture.widths[frame]!, window.right);
      const frameWidth = (right - left) * scale;
      if (frameWidth <= 0) continue;
      const x = margin + (left - window.left) * scale;
      const { fill, text, border } = coloursOf(frame);
      const room = frameWidth - 2 * labelInset;
      const label =
        frame === 0 ? labels.fitRoot(shown.rootLabel, room) : labels.fit(picture.nameIndexes[frame]!, room);
      const stroke = border === null ? '' : ` stroke="${border}"`;
      frames.push(
        `<g>${titleOf(shown.describe(frame))}` +
          `<rect x="${number(x)}" y="${top}" width="${number(Math.max(frameWidth - 0.5, 0.3))}" height="${rowHeight - 1}" fill="${fill}"${stroke}/>` +
          (label === '' || frameWidth < narrowestLabel
            ? ''
            : `<text x="${number(x + labelInset)}" y="${top + 14}" fill="${text}">${escapeXml(label)}</text>`) +
          '</g>',
      );
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    titleOf(title),
    `<rect width="${width}" height="${height}" fill="${escapeXml(background)}"/>`,
    `<text x="${margin}" y="23" font-size="15" font-weight="600" fill="${escapeXml(theme.foreground)}">${escapeXml(title)}</text>`,
    ...frames,
    '</svg>\n',
  ].join('\n');
}

function titleOf(text: string): string {
  return text === '' ? '' : `<title>${escapeXml(text)}</title>`;
}

function number(value: number): string {
  return String(Number(value.toFixed(2)));
}
