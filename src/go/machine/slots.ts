/**
 * What becomes of a processor's slots: in each cycle it could begin so many operations, and its own counters say what it did in each
 * instead. That is the first level of top-down analysis (linux/tools/perf/Documentation/topdown.txt, and the metrics `PipelineL1` in
 * linux/tools/perf/pmu-events/arch/x86/amdzen4/pipeline.json).
 */
import { countingCommand, type PerfTrial, readCounts, tryPerf } from './counters.ts';

/** The shares of all slots, which add up to 1. */
export interface SlotShares {
  /** An operation began that was of use. */
  readonly retiring: number;
  /** One began that was undone, after a branch that was guessed wrongly. */
  readonly badSpeculation: number;
  /** None was there, because its instructions were not read and decoded in time. */
  readonly frontEnd: number;
  /** One was there, but memory or execution units were not ready. */
  readonly backEnd: number;
  /** The other thread of the core had its turn. Only AMD counts these: Intel has them in the back end. */
  readonly otherThread: number;
}

/** Intel's metrics are counted only in a group that begins with it. What it has counted itself is not used. */
export const leader = 'slots';

const intel = ['topdown-retiring', 'topdown-bad-spec', 'topdown-fe-bound', 'topdown-be-bound'];
const amd = [
  'ex_ret_ops',
  'de_src_op_disp.all',
  'de_no_dispatch_per_slot.no_ops_from_frontend',
  'de_no_dispatch_per_slot.backend_stalls',
  'de_no_dispatch_per_slot.smt_contention',
];

/** What perf is asked to count together, so that all events are of the same time. Other processors lack the names. */
const ways: readonly (readonly string[])[] = [
  // Intel with two kinds of cores, since Alder Lake
  [group([leader, ...intel], 'cpu_core'), group(intel, 'cpu_atom')],
  // Intel since Ice Lake
  [group([leader, ...intel])],
  // AMD since Zen 4
  [group(amd)],
];

function group(events: readonly string[], unit?: string): string {
  const names = unit === undefined ? events : events.map((event) => `${unit}/${event}/`);
  return `{${names.join(',')}}`;
}

/** How perf counts slots here: what stands in the place of names of events. `null` if it does not. */
export async function findSlots(perf: string, trial: PerfTrial): Promise<readonly string[] | null> {
  for (const events of ways) {
    const run = await tryPerf(countingCommand({ perf, events }, trial.file), trial);
    if (!run.ok) return null;
    const counts = run.value.exitCode === 0 ? await readCounts(trial.file) : [];
    const metrics = counts.flatMap(({ event, count }) => (count === null ? [] : [[`${event}/op`, count]]));
    if (slotShares([Object.fromEntries(metrics)]) !== null) return events;
  }
  return null;
}

/**
 * `null` where events are missing or have counted nothing.
 *
 * @param counted how often each event happened in an operation (`topdown-retiring/op`), each time that it was counted
 */
export function slotShares(counted: readonly Readonly<Record<string, number>>[]): SlotShares | null {
  const sums = (events: readonly string[]) =>
    events.map((event) => counted.reduce((sum, metrics) => sum + (metrics[`${event}/op`] ?? NaN), 0));
  const [retired = NaN, undone = NaN, unread = NaN, stalled = NaN] = sums(intel);
  const [ended = NaN, begun = NaN, ...unused] = sums(amd);
  // Of two counts of the same operations, the smaller one may by chance be the larger.
  return (
    ofWhole([retired, undone, unread, stalled, 0]) ?? ofWhole([ended, Math.max(0, begun - ended), ...unused])
  );
}

/** Also perf divides by the sum: the total that Intel counts differs from it by what its metrics are rounded. */
function ofWhole(slots: readonly number[]): SlotShares | null {
  const all = slots.reduce((sum, each) => sum + each, 0);
  // Also where one of them is no number.
  if (!(all > 0)) return null;
  const [retiring = 0, badSpeculation = 0, frontEnd = 0, backEnd = 0, otherThread = 0] = slots.map(
    (each) => each / all,
  );
  return { retiring, badSpeculation, frontEnd, backEnd, otherThread };
}
