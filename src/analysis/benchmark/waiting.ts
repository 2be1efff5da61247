/** What the time of a benchmark was spent on that a CPU profile does not see: it slept, or waited for something. */
import type { Profile } from '../../pprof/profile.ts';
import { sampleCount } from '../values/profileFacts.ts';
import { sampleInterval } from '../values/sampleIntervals.ts';

/** How much of a time is explained. Both in nanoseconds. */
export interface TimeShare {
  readonly explained: number;
  readonly of: number;
}

/** What a CPU profile says about a length of time. */
export interface CpuTime extends TimeShare {
  readonly samples: number;
  /** The largest share that chance allows: that of the upper end of the 95% interval of the samples. */
  readonly most: number;
}

/**
 * The CPU time of a pass as a share of the wall time that it measured. It may be above 1: several cores work at once, and the
 * profile has the setup as well. `null` if the profile does not count samples.
 *
 * @param wall of the measured operations, in nanoseconds
 */
export function cpuTime(profile: Profile, wall: number): CpuTime | null {
  const count = sampleCount(profile);
  const perSample = Number(profile.period);
  if (count === null || !(perSample > 0) || !(wall > 0)) return null;
  const most = (sampleInterval(count).high * perSample) / wall;
  return { samples: count, explained: count * perSample, of: wall, most };
}

/** What a block profile says about a length of time. */
export interface BlockedTime extends TimeShare {
  /** The part of `explained` that was waiting for a sync.Mutex or sync.RWMutex. */
  readonly locks: number;
}

const operation = 1;
/** `RunParallel` waits until its workers are done. What they wait for counts, and not that. */
const parallel = 2;
const worker = 4;
const lock = 8;
/** Package testing itself waits, for a benchmark that runs in a goroutine of its own. */
const testing = 16;

function roleOf(functionName: string): number {
  if (functionName === 'testing.(*B).runN') return operation;
  if (functionName === 'testing.(*B).RunParallel') return parallel;
  if (functionName === 'testing.(*B).run1' || functionName === 'testing.(*B).doBench') return testing;
  if (functionName.startsWith('testing.(*B).RunParallel.func')) return worker;
  return /^(?:internal\/)?sync\.\(\*(?:RW)?Mutex\)\./.test(functionName) ? lock : 0;
}

/**
 * How long the operations of a benchmark were blocked, by its block profile: on channels, in `select`, and in package sync.
 * Goroutines that the benchmark has started itself do not count: it waits for them, or they hold up nothing. `null` if it
 * is no block profile.
 *
 * @param wall of the measured operations, in nanoseconds; what is longer than that was blocked in the setup
 * @param procs how many workers of `RunParallel` share the wall time
 */
export function blockedTime(profile: Profile, wall: number, procs: number): BlockedTime | null {
  const { samples, sampleTypes, locations, functions, strings } = profile;
  const column = sampleTypes.findIndex(({ type }) => type === 'delay');
  if (column === -1 || !(wall > 0)) return null;
  const roles = Uint8Array.from({ length: functions.count }, (_, f) =>
    roleOf(strings.get(functions.name[f]!)),
  );
  let blocked = 0;
  let locks = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    let role = 0;
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        role |= roles[locations.lineFunction[row]!]!;
      }
    }
    const isWorker = (role & worker) !== 0;
    if (!isWorker && ((role & operation) === 0 || (role & (parallel | testing)) !== 0)) continue;
    const delay = samples.values.approximate[sample * sampleTypes.length + column]! / (isWorker ? procs : 1);
    blocked += delay;
    if ((role & lock) !== 0) locks += delay;
  }
  const scale = blocked > wall ? wall / blocked : 1;
  return { explained: blocked * scale, locks: locks * scale, of: wall };
}
