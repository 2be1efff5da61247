/**
 * Times of a machine that others use, too. A process that has to wait for a core takes longer, by an amount that has nothing to
 * do with its code: with two other programs on two cores, wall times of the same code differ by half, its CPU time by a few
 * percent. So where both versions did nothing but compute and wait for a core, their CPU time per operation is compared.
 */
import type { CoreUse, Measurement } from '../benchfmt/resultLine.ts';
import { medianInterval } from '../statistics/median.ts';

/** From this share of the time on, waiting for a core makes measurements differ by more than the code does. */
const muchWaiting = 0.05;

/**
 * A program that computes on one core runs or waits all the time. With less it waits for something else, a file or a lock, or the
 * host of a virtual machine took the core; with more it computes on several cores, and then CPU time is not what its user waits for.
 */
const leastInAll = 0.75;
const mostInAll = 2;

/** Of single measurements it may be missing: of those that were too short, and if a thread has ended. */
const leastKnown = 0.75;

/**
 * Whether the CPU time of two versions is to be compared in place of the wall time. It is decided by how both were disturbed, and
 * never by what the comparison would say, so that the test stays a test.
 */
export function isByCoreTime(base: readonly Measurement[], now: readonly Measurement[]): boolean {
  const sides = [base, now].map((side) => ({
    count: side.length,
    uses: side.flatMap(({ core }) => core ?? []),
  }));
  const isKnown = sides.every(({ count, uses }) => uses.length >= leastKnown * count);
  if (!isKnown || !sides.every(({ uses }) => onlyComputes(uses))) return false;
  return sides.some(({ uses }) => medianOf(uses, ({ waiting }) => waiting) > muchWaiting);
}

function onlyComputes(uses: readonly CoreUse[]): boolean {
  if (uses.length === 0) return false;
  const inAll = medianOf(uses, ({ running, waiting }) => running + waiting);
  return inAll >= leastInAll && inAll <= mostInAll;
}

/** The measurements with CPU time in place of wall time. Those whose use of the cores is not known are left out. */
export function coreTimes(measurements: readonly Measurement[]): Measurement[] {
  return measurements.flatMap((each) => {
    const wall = each.metrics['ns/op'];
    if (wall === undefined || each.core === undefined) return [];
    return [{ ...each, metrics: { ...each.metrics, 'ns/op': wall * each.core.running } }];
  });
}

function medianOf(uses: readonly CoreUse[], value: (use: CoreUse) => number): number {
  return medianInterval(uses.map(value)).median;
}
