import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import { isHot } from '../../../analysis/flame/hotPath.ts';
import type { PictureAnswer } from '../../engine/questions.ts';

/**
 * Finds frames in a picture. A frame is an index in the picture's columns. Its caller is in the row above, its
 * callees are in the row below, within the span of the frame:
 *
 *   |        caller        |
 *   |   frame    |  next |
 *   | callee |
 */

/** Edges are sums of many widths. Two sums of the same place differ by less than this. */
const slack = 1e-9;

export function rowCount({ rowStart }: PictureAnswer): number {
  return rowStart.length - 1;
}

/** The row of a frame: its depth. */
export function rowOf({ rowStart }: PictureAnswer, frame: number): number {
  let low = 0;
  let high = rowStart.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rowStart[middle]! <= frame) low = middle;
    else high = middle;
  }
  return low;
}

/** The first frame of a row that ends right of `left`; the row's end if there is none. */
export function firstBeyond({ rowStart, lefts, widths }: PictureAnswer, row: number, left: number): number {
  let low = rowStart[row] ?? 0;
  let high = rowStart[row + 1] ?? low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lefts[middle]! + widths[middle]! <= left) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The frame at a point, given as a row and a share of the whole graph's width; -1 if there is none. */
export function frameAt(picture: PictureAnswer, row: number, share: number): number {
  if (row < 0 || row >= rowCount(picture)) return -1;
  const frame = firstBeyond(picture, row, share);
  return frame < picture.rowStart[row + 1]! && picture.lefts[frame]! <= share ? frame : -1;
}

/** -1 for the root. */
export function callerOf(picture: PictureAnswer, frame: number): number {
  return frame <= 0 ? -1 : frameAt(picture, rowOf(picture, frame) - 1, middleOf(picture, frame));
}

/** The first callee in the picture, -1 if there is none. It is the widest one, unless that is outside of the window. */
export function firstCalleeOf(picture: PictureAnswer, frame: number): number {
  const row = rowOf(picture, frame) + 1;
  if (row >= rowCount(picture)) return -1;
  const callee = firstBeyond(picture, row, picture.lefts[frame]! + slack * picture.widths[frame]!);
  return callee < picture.rowStart[row + 1]! && contains(picture, frame, callee) ? callee : -1;
}

/** All callees in the picture. They are side by side. */
export function calleesOf(
  picture: PictureAnswer,
  frame: number,
): { readonly first: number; readonly end: number } {
  const first = firstCalleeOf(picture, frame);
  if (first === -1) return { first: 0, end: 0 };
  const right = picture.lefts[frame]! + picture.widths[frame]!;
  // Finds the first frame of the row with its middle right of the caller.
  let low = first + 1;
  let high = picture.rowStart[rowOf(picture, first) + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (middleOf(picture, middle) <= right) low = middle + 1;
    else high = middle;
  }
  return { first, end: low };
}

/** The next frame in the row, to the right (1) or to the left (-1); -1 at the row's end. */
export function besides(picture: PictureAnswer, frame: number, step: 1 | -1): number {
  const row = rowOf(picture, frame);
  const next = frame + step;
  return next >= picture.rowStart[row]! && next < picture.rowStart[row + 1]! ? next : -1;
}

/** The frames with a part in a window, row by row; `x` and `width` are shares of the window. */
export function* framesInSight(picture: PictureAnswer, { left, right }: FlameWindow) {
  const { rowStart, lefts, widths } = picture;
  for (let row = 0; row < rowCount(picture); row++) {
    for (let frame = rowStart[row]!; frame < rowStart[row + 1]!; frame++) {
      const begin = Math.max(lefts[frame]!, left);
      const end = Math.min(lefts[frame]! + widths[frame]!, right);
      if (end <= begin) continue;
      yield { frame, row, x: (begin - left) / (right - left), width: (end - begin) / (right - left) };
    }
  }
}

/** The frames on the way from the root to this one, without the root. */
export function lineage(picture: PictureAnswer, frame: number): number[] {
  const frames: number[] = [];
  for (let at = frame; at > 0; at = callerOf(picture, at)) frames.push(at);
  return frames.reverse();
}

export function windowOfFrame({ lefts, widths }: PictureAnswer, frame: number): FlameWindow {
  return { left: lefts[frame]!, right: lefts[frame]! + widths[frame]! };
}

/** The deepest frame that spans the whole window. */
export function frameSpanning(picture: PictureAnswer, { left, right }: FlameWindow): number {
  const reach = slack * (right - left);
  let spanning = 0;
  for (let row = 1; row < rowCount(picture); row++) {
    const frame = frameAt(picture, row, (left + right) / 2);
    if (frame === -1) break;
    if (picture.lefts[frame]! > left + reach) break;
    if (picture.lefts[frame]! + picture.widths[frame]! < right - reach) break;
    spanning = frame;
  }
  return spanning;
}

function middleOf({ lefts, widths }: PictureAnswer, frame: number): number {
  return lefts[frame]! + widths[frame]! / 2;
}

function contains(picture: PictureAnswer, outer: number, inner: number): boolean {
  const middle = middleOf(picture, inner);
  return middle >= picture.lefts[outer]! && middle <= picture.lefts[outer]! + picture.widths[outer]!;
}

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

/** The frames of the hot path in a window, as the tree has it. Empty if none has half of the frame that is as wide as the window. */
export function hotPathIn(picture: PictureAnswer, window: FlameWindow): number[] {
  const { widths } = picture;
  const all = window.right - window.left;
  // The outermost of those that are as wide.
  let from = frameSpanning(picture, window);
  while (from > 0 && widths[callerOf(picture, from)]! <= all * (1 + slack)) from = callerOf(picture, from);
  const frames: number[] = [];
  for (let caller = from; ; caller = frames.at(-1)!) {
    const callee = firstCalleeOf(picture, caller);
    if (callee === -1 || !isHot(widths[callee]!, widths[caller]!, all)) return frames;
    frames.push(callee);
  }
}
