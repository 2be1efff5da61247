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
 * More than what else runs on a machine changes of CPU time. Eleven small benchmarks took 0.66 to 2.33 times theirs beside up to six
 * programs that write to all of 64 MB on two cores, or that compute: their data leaves the caches, and the collector finds no
 * core of its own. Their wall time was up to twenty times as long.
 */
const mostByNeighbours = 3;

/** The same of a part of the code, as a standard deviation of the logarithm: two of them explain so much. */
export const neighboursDeviation = Math.log(mostByNeighbours) / 2;

/**
 * Whether two versions that did nothing but compute differ by more than the machine can explain, though they were not measured in
 * turns and it was busy.
 */
export function isBeyondNeighbours(base: readonly Measurement[], now: readonly Measurement[]): boolean {
  if (!bothCompute(base, now)) return false;
  const [before = 0, after = 0] = [base, now].map((side) =>
    medianOf(coreTimes(side), ({ metrics }) => metrics['ns/op'] ?? 0),
  );
  return before > 0 && after > 0 && Math.max(before / after, after / before) > mostByNeighbours;
}

/**
 * Whether the CPU time of two versions is to be compared in place of the wall time. It is decided by how both were disturbed, and
 * never by what the comparison would say, so that the test stays a test.
 */
export function isByCoreTime(base: readonly Measurement[], now: readonly Measurement[]): boolean {
  return (
    bothCompute(base, now) &&
    [base, now].some((side) => medianOf(usesOf(side), ({ waiting }) => waiting) > muchWaiting)
  );
}

/** Whether it is known of both that they computed, or waited for a core to compute, all the time. */
function bothCompute(...sides: readonly (readonly Measurement[])[]): boolean {
  return sides.every((side) => {
    const inAll = coresWanted(side) ?? 0;
    return inAll >= leastInAll && inAll <= mostInAll;
  });
}

/** How many cores a benchmark has run on or waited for; `null` where most of its measurements do not say. */
export function coresWanted(measurements: readonly Measurement[]): number | null {
  const uses = usesOf(measurements);
  if (uses.length === 0 || uses.length < leastKnown * measurements.length) return null;
  return medianOf(uses, ({ running, waiting }) => running + waiting);
}

function usesOf(side: readonly Measurement[]): CoreUse[] {
  return side.flatMap(({ core }) => core ?? []);
}

/** Of a benchmark that waits for something else, at most so many measurements look as if it only computed. */
const mostByChance = 1 / 4;

/** Whether enough measurements of both show that they compute all the time. In the others, something may have hidden it. */
export function wereSeenComputing(...sides: readonly (readonly Measurement[])[]): boolean {
  return sides.every((side) => side.filter(isSeenComputing).length > mostByChance * side.length);
}

/** Whether it ran on a core, or waited for one, all the time. */
export function isSeenComputing({ core }: Measurement): boolean {
  if (core === undefined) return false;
  const inAll = core.running + core.waiting;
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

function medianOf<T>(all: readonly T[], value: (one: T) => number): number {
  return medianInterval(all.map(value)).median;
}
