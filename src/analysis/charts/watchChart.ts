/**
 * The chart of a watched server: where its moments stand, and how far each row's axis goes. One row for each figure, all over
 * the same time:
 *
 *   CPU          2 ┤      ╭─╮
 *   0.42 cores   0 ┼──────╯ ╰──  ──────     a gap where the server did not answer
 *   Goroutines  50 ┤
 *   12           0 ┼────────────────────
 *                  12:01:05     12:03:10
 */
import { largest } from '../../base/lists.ts';
import type { WatchedFigure, WatchedMoment } from '../../base/watched.ts';

/** A time in which nothing is known takes the room of so many usual steps at most. */
const widestGap = 4;

/** Where each moment stands between 0 (the first) and 1 (the last). */
export function momentPlaces(moments: readonly Pick<WatchedMoment, 'at' | 'isAfterGap'>[]): number[] {
  const steps = moments.slice(1).map(({ at, isAfterGap }, i) => ({
    time: Math.max(0, at - (moments[i]?.at ?? at)),
    isGap: isAfterGap,
  }));
  const known = steps.filter(({ isGap }) => !isGap).map(({ time }) => time);
  const usual = known.sort((a, b) => a - b)[known.length >> 1] ?? 0;
  let end = 0;
  const ends = steps.map(({ time, isGap }) => {
    end += isGap && usual > 0 ? Math.min(time, widestGap * usual) : time;
    return end;
  });
  return moments.map((_, i) => (end === 0 ? 1 : i === 0 ? 0 : (ends[i - 1] ?? 0) / end));
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

/** The lines of a row: points that follow each other without a gap. @param xs of the moments @param up the height of a value */
export function rowLines(
  moments: readonly WatchedMoment[],
  figure: WatchedFigure,
  xs: readonly number[],
  up: (value: number) => number,
): ChartPoint[][] {
  const lines: ChartPoint[][] = [[]];
  for (const [i, { figures, isAfterGap }] of moments.entries()) {
    const value = figures[figure];
    if (value === null || isAfterGap) lines.push([]);
    if (value !== null) lines.at(-1)?.push({ x: xs[i] ?? 0, y: up(value) });
  }
  return lines.filter((line) => line.length > 0);
}

const decimalSteps = [1, 2, 5, 10];
const binarySteps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Where the axis of a row ends, which begins at 0: a round number, of bytes in their units. */
export function axisTop(moments: readonly WatchedMoment[], figure: WatchedFigure): number {
  const most = largest(
    moments.map(({ figures }) => figures[figure] ?? 0),
    0,
  );
  const isBytes = figure === 'allocated' || figure === 'heap';
  const least = figure === 'cpu' ? 0.1 : 1;
  const wanted = Math.max(most, least);
  const base = isBytes ? 1024 : 10;
  const unit = base ** Math.floor(Math.log(wanted) / Math.log(base) + 1e-9);
  const step = (isBytes ? binarySteps : decimalSteps).find((each) => each * unit >= wanted * (1 - 1e-9));
  return (step ?? base) * unit;
}

/**
 * Those labels of the time axis that have room. The first ones in the list matter most.
 *
 * @param room how wide a label is, how far from the next, and where the axis begins and ends: labels stay inside
 */
export function labelsWithRoom<Label extends { readonly x: number }>(
  labels: readonly Label[],
  { width, gap, start, end }: Readonly<Record<'width' | 'gap' | 'start' | 'end', number>>,
): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    const x = Math.min(end - width / 2, Math.max(start + width / 2, label.x));
    if (placed.every((other) => Math.abs(other.x - x) >= width + gap)) placed.push({ ...label, x });
  }
  return placed;
}
