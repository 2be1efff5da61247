/**
 * Whether other measurements of two runs bear out a difference between their timings. A profile pass is a process of its
 * own, with its own number of operations, so it is a second witness.
 */
import { largest, smallest } from '../../base/lists.ts';
import type { TakenKind } from '../../base/model.ts';
import { type Measurement, valuesOf } from '../benchfmt/resultLine.ts';
import { medianInterval } from '../statistics/median.ts';

/** What a profile pass says of its operations. */
export interface PassWitness {
  readonly kind: TakenKind;
  /** What Go has printed of the pass. */
  readonly measurement: Measurement;
  /** What the CPU profile counts in the whole process; `null` for other kinds. */
  readonly cpu: { readonly samples: number; readonly nanoseconds: number } | null;
}

/** One of the two runs. */
export interface Witnessed {
  readonly measurements: readonly Measurement[];
  readonly witnesses: readonly PassWitness[];
}

/** By how much the speed of a machine varies between two passes, as a standard deviation. */
const passVariation = 0.05;
/** A pass that computes on one core has about as much CPU time as wall time. */
const leastOfWall = 0.5;
const mostOfWall = 1.5;

/**
 * Whether the CPU time per operation speaks against a difference in wall time: even the upper end of its 95 % interval
 * explains less than half of it. Passes that waited, ran on several cores or spent their time in the setup say nothing.
 *
 * @param ratio of the wall times, new over old
 */
export function contradicts(
  ratio: number,
  base: readonly PassWitness[],
  now: readonly PassWitness[],
): boolean {
  const [before, after] = [cpuPerOperation(base), cpuPerOperation(now)];
  if (before === null || after === null || !(ratio > 0)) return false;
  const wall = Math.log(ratio);
  const cpu = Math.log(after.nanoseconds / before.nanoseconds) * Math.sign(wall);
  // The profiler samples by CPU time, so the number of samples is not left to chance, but for the parts of a period at its ends.
  const [atBase, atNow] = [0.5 / before.samples, 0.5 / after.samples];
  const deviation = Math.hypot(atBase, atNow, Math.SQRT2 * passVariation);
  return cpu + 2 * deviation < Math.abs(wall) / 2;
}

/** What the processor has counted per operation, of two runs. */
export interface CountedPair {
  readonly base: readonly Measurement[];
  readonly now: readonly Measurement[];
}

const instructions = 'instructions/op';
const misses = ['cache-misses/op', 'branch-misses/op'];
/** Of fewer counts nobody knows how they vary. */
const fewestCounts = 3;

/**
 * Whether the processor's counters speak against a difference in wall time: even at the most that their spread leaves open, the
 * instructions of an operation explain less than half of it; and the cache misses and mispredicted branches, which make the same
 * instructions slower, have not clearly grown or shrunk with it. Instructions vary by less than anything else on a machine. The
 * same number of other instructions may take longer: so this is a reason for doubt, and measurements in turns settle it.
 *
 * @param ratio of the wall times, new over old
 */
export function countersContradict(ratio: number, { base, now }: CountedPair): boolean {
  const [before, after] = [valuesOf(base, instructions), valuesOf(now, instructions)];
  if (before.length < fewestCounts || after.length < fewestCounts || !(ratio > 0)) return false;
  const grows = ratio > 1;
  const most = grows ? largest(after) / smallest(before) : largest(before) / smallest(after);
  if (!(Math.log(most) < Math.abs(Math.log(ratio)) / 2)) return false;
  return !misses.some((unit) => {
    const [missedBefore, missedAfter] = [valuesOf(base, unit), valuesOf(now, unit)];
    if (missedBefore.length === 0 || missedAfter.length === 0) return false;
    return grows
      ? smallest(missedAfter) > largest(missedBefore)
      : largest(missedAfter) < smallest(missedBefore);
  });
}

/** `null` if the CPU profile does not say. */
function cpuPerOperation(
  witnesses: readonly PassWitness[],
): { readonly nanoseconds: number; readonly samples: number } | null {
  const witness = witnesses.find(({ kind }) => kind === 'cpu');
  if (witness?.cpu == null || witness.cpu.samples === 0) return null;
  const { iterations, metrics } = witness.measurement;
  const share = witness.cpu.nanoseconds / (iterations * (metrics['ns/op'] ?? 0));
  if (!(share >= leastOfWall && share <= mostOfWall)) return null;
  return { nanoseconds: witness.cpu.nanoseconds / iterations, samples: witness.cpu.samples };
}

/**
 * Whether the numbers of operations can explain a difference between values that Go counts. What is allocated once, say
 * a table in the first operation, is shared by all: the value is a + c/N, and a run with fewer operations shows more. The
 * memory pass has fewer operations than the timing, so both together tell c. Without it, c is known to be no more than all
 * of the smaller run's total, and no more than what the measurements of a run would show, as their numbers of operations
 * differ a little.
 *
 * @param unit of values that Go rounds down to whole numbers: `allocs/op`, `B/op`
 */
export function mayComeFromOperations(unit: string, base: Witnessed, now: Witnessed): boolean {
  const [before, after] = [pointOf(unit, base.measurements), pointOf(unit, now.measurements)];
  if (before === null || after === null) return false;
  const shares = Math.abs(1 / after.operations - 1 / before.operations);
  const known = [onceIn(unit, before, base), onceIn(unit, after, now)].filter((once) => once !== null);
  const once =
    known.length > 0
      ? largest(known)
      : Math.min(
          // Go rounds down.
          (before.value + 1) * before.operations,
          (after.value + 1) * after.operations,
          mostHidden(unit, base.measurements),
          mostHidden(unit, now.measurements),
        );
  return Math.abs(after.value - before.value) <= once * shares;
}

interface Point {
  readonly operations: number;
  readonly value: number;
}

function pointOf(unit: string, measurements: readonly Measurement[]): Point | null {
  const measured = measurements.filter(({ metrics }) => metrics[unit] !== undefined);
  if (measured.length === 0) return null;
  return {
    operations: medianInterval(measured.map(({ iterations }) => iterations)).median,
    value: medianInterval(measured.map(({ metrics }) => metrics[unit] ?? 0)).median,
  };
}

/** The most that can be allocated once without a trace in measurements with different numbers of operations. */
function mostHidden(unit: string, measurements: readonly Measurement[]): number {
  const values = valuesOf(measurements, unit);
  const operations = measurements.map(({ iterations }) => iterations);
  const shares = 1 / smallest(operations) - 1 / largest(operations);
  return shares > 0 ? (largest(values) - smallest(values) + 1) / shares : Number.POSITIVE_INFINITY;
}

/** The most that is allocated once, in the unit's numerator; `null` if no memory pass tells. */
function onceIn(unit: string, timed: Point, { witnesses }: Witnessed): number | null {
  const witness = witnesses.find(({ kind }) => kind === 'mem');
  const value = witness?.measurement.metrics[unit];
  if (witness === undefined || value === undefined) return null;
  const shares = 1 / witness.measurement.iterations - 1 / timed.operations;
  // With about as many operations both values are the same, whatever is allocated once.
  if (!(shares > 0.5 / timed.operations)) return null;
  // Go's rounding may hide almost one.
  return (Math.abs(value - timed.value) + 1) / shares;
}
