import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';

/**
 * The next frame that the search marks, row by row. After the last frame comes the first. -1 if none is in the
 * window.
 */
export function nextMatch(
  { nameIndexes, lefts, widths }: PictureAnswer,
  matched: Uint8Array,
  window: FlameWindow,
  selected: number,
  direction: 1 | -1,
): number {
  const count = nameIndexes.length;
  const start = selected === -1 && direction === -1 ? 0 : selected;
  for (let step = 1; step <= count; step++) {
    const frame = (((start + direction * step) % count) + count) % count;
    const isInWindow = lefts[frame]! < window.right && lefts[frame]! + widths[frame]! > window.left;
    if (isInWindow && matched[nameIndexes[frame]!] === 1) return frame;
  }
  return -1;
}
