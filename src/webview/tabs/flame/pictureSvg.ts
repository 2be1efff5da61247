import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import { escapeXml } from '../../../base/escape.ts';
import type { Names } from '../../view/names.ts';
import { FrameColouring } from './frameColouring.ts';
import { framesInSight, rowCount } from './geometry.ts';
import { Labels, narrowestLabel } from './labels.ts';
import type { Shown } from './painter.ts';
import { RowLayout, rowHeight } from './rows.ts';
import { pageBackground, readTheme, textMeasure } from './theme.ts';

const width = 1200;
const margin = 10;
const headHeight = 36;
const labelInset = 4;

/**
 * The flame graph as an SVG document, as it is in sight: with its zoom, search, colours and direction.
 *
 * @param title above the picture
 * @param describe the tooltip of a frame
 */
export function pictureSvg(
  shown: Shown,
  window: FlameWindow,
  title: string,
  describe: (frame: number) => string,
  names: Names,
): string {
  const { picture } = shown;
  const theme = readTheme();
  const rows = new RowLayout(shown.direction, rowCount(picture), 0);
  const height = headHeight + rows.height + margin;
  const coloursOf = new FrameColouring(names, theme.kind).of(shown);
  const labels = new Labels(names, textMeasure(theme));
  const frames = Array.from(framesInSight(picture, window), ({ frame, row, x, width: share }) => {
    const left = margin + x * (width - 2 * margin);
    const frameWidth = share * (width - 2 * margin);
    const top = headHeight + rows.top(row);
    const { fill, text, border } = coloursOf(frame);
    const room = frameWidth - 2 * labelInset;
    const label =
      frame === 0 ? labels.fitRoot(shown.rootLabel, room) : labels.fit(picture.nameIndexes[frame]!, room);
    const stroke = border === null ? '' : ` stroke="${border}"`;
    return (
      `<g>${titleOf(describe(frame))}` +
      `<rect x="${number(left)}" y="${top}" width="${number(Math.max(frameWidth - 0.5, 0.3))}" height="${rowHeight - 1}" fill="${fill}"${stroke}/>` +
      (label === '' || frameWidth < narrowestLabel
        ? ''
        : `<text x="${number(left + labelInset)}" y="${top + 14}" fill="${text}">${escapeXml(label)}</text>`) +
      '</g>'
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    titleOf(title),
    `<rect width="${width}" height="${height}" fill="${escapeXml(pageBackground())}"/>`,
    `<text x="${margin}" y="23" font-size="15" font-weight="600" fill="${escapeXml(theme.foreground)}">${escapeXml(title)}</text>`,
    ...frames,
    '</svg>\n',
  ].join('\n');
}

function titleOf(text: string): string {
  return `<title>${escapeXml(text)}</title>`;
}

function number(value: number): string {
  return String(Number(value.toFixed(2)));
}
