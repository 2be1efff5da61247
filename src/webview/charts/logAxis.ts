/** A logarithmic axis: where values stand on it, which ticks it has, and which labels have room. */
import { perOperation, withoutOperation } from '../../analysis/values/units.ts';
import { append, largest, smallest } from '../../base/lists.ts';

/** The place of a value between two others on a logarithmic scale, from 0 to 1; 0.5 if the two are the same. */
export function logPlace(value: number, low: number, high: number): number {
  return high <= low ? 0.5 : Math.log(value / low) / Math.log(high / low);
}

/** The range that an axis shows: a little more than its values, and never less than a factor of two. */
export function axisRange(values: readonly number[]): { readonly low: number; readonly high: number } {
  const low = smallest(values);
  const high = largest(values);
  const pad = Math.max(1.12, Math.sqrt(2 / (high / low)));
  return { low: low / pad, high: high * pad };
}

/** Multiples of powers of ten, from few to many. */
const multiples: readonly (readonly number[])[] = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9],
];
const leastTicks = 3;

/**
 * The ticks from `low` to `high`: powers of ten; every second or third of them if they are more than `most`; numbers
 * between them if they are fewer than three.
 */
export function logTicks(low: number, high: number, most: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const inside = (tick: number) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9);
  const at = (digits: readonly number[], step = 1): number[] => {
    const ticks: number[] = [];
    for (let power = Math.ceil(first / step) * step; power <= last; power += step) {
      append(ticks, digits.map((digit) => Number(`${digit}e${power}`)).filter(inside));
    }
    return ticks;
  };
  const powers = at([1]);
  if (powers.length > most) return at([1], Math.ceil(powers.length / most));
  let best = powers;
  for (const digits of multiples) {
    const ticks = at(digits);
    if (ticks.length > most) break;
    best = ticks;
    if (ticks.length >= leastTicks) break;
  }
  return best;
}

/** A label in the middle of its place, both in pixels. */
export interface PlacedLabel {
  readonly at: number;
  readonly width: number;
}

/**
 * Which labels are drawn so that none touches another: the first and the last, and from left to right as many of the
 * others as have room.
 *
 * @param gap the least distance between two labels
 */
export function roomFor(labels: readonly PlacedLabel[], gap: number): boolean[] {
  const last = labels.length - 1;
  const shown = labels.map(() => false);
  const leftOf = ({ at, width }: PlacedLabel) => at - width / 2;
  const rightOf = ({ at, width }: PlacedLabel) => at + width / 2;
  let end = -Infinity;
  for (const [i, label] of labels.entries()) {
    const hasRoom = leftOf(label) >= end + gap;
    const leavesRoom = i === last || rightOf(label) + gap <= leftOf(labels[last]!);
    if (i !== 0 && (!hasRoom || !leavesRoom)) continue;
    shown[i] = true;
    end = rightOf(label);
  }
  return shown;
}

/** `10µs`, without the zeros of `10.00µs`. */
export function tickText(cost: number): string {
  return withoutOperation(perOperation(cost, 1, 'nanoseconds'))
    .replace(/(\.\d*?)0+(?=\D)/, '$1')
    .replace(/\.(?=\D)/, '');
}
