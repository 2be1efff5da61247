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

/** By sample, the bits of its stack. */
function rolesOf({ samples, locations, functions, strings }: Profile): Uint8Array {
  const ofFunction = Uint8Array.from({ length: functions.count }, (_, f) =>
    roleOf(strings.get(functions.name[f]!)),
  );
  const roles = new Uint8Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        roles[sample]! |= ofFunction[locations.lineFunction[row]!]!;
      }
    }
  }
  return roles;
}

/** Whether a stack is of an operation, in the benchmark's own goroutine or in a worker of `RunParallel`. */
function isOwn(role: number): boolean {
  return (role & worker) !== 0 || ((role & operation) !== 0 && (role & (parallel | testing)) === 0);
}

/** Which samples are of the operations themselves, and not of goroutines that these have started. */
export interface OwnSamples {
  /** 1 for those. */
  readonly own: Uint8Array;
  /** 1 for those of them that workers of `RunParallel` have run at once. */
  readonly atOnce: Uint8Array;
}

export function ownSamples(profile: Profile): OwnSamples {
  const roles = rolesOf(profile);
  return {
    own: roles.map((role) => (isOwn(role) ? 1 : 0)),
    atOnce: roles.map((role) => (role & worker ? 1 : 0)),
  };
}

/** The sum of a sample type over samples with 1. */
export function sumOf({ samples, sampleTypes }: Profile, column: number, counted: Uint8Array): number {
  const value = (sample: number) => samples.values.approximate[sample * sampleTypes.length + column]!;
  return counted.reduce((sum, counts, sample) => sum + counts * value(sample), 0);
}

/** How long the operations waited, in nanoseconds, by sample type: for everything but a processor, which the one who woke them pays. */
export function ownDelays(profile: Profile): { readonly type: string; readonly nanoseconds: number }[] {
  const { own } = ownSamples(profile);
  return profile.sampleTypes.flatMap(({ type }, column) =>
    delayType.test(type) ? [{ type, nanoseconds: sumOf(profile, column, own) }] : [],
  );
}

/** How long something was waited for: the one of a block profile, or those of a trace. */
const delayType = /^(?:(?:net|sync|syscall|sleep|collector)_)?delay$/;

/**
 * How long the operations of a benchmark were blocked, by its block profile: on channels, in `select`, and in package sync; by
 * its trace also on the network, in system calls, in sleep and for the collector.
 * Goroutines that the benchmark has started itself do not count: it waits for them, or they hold up nothing. `null` if it
 * is no such profile.
 *
 * @param wall of the measured operations, in nanoseconds; what is longer than that was blocked in the setup
 * @param procs how many workers of `RunParallel` share the wall time
 */
export function blockedTime(profile: Profile, wall: number, procs: number): BlockedTime | null {
  const { samples, sampleTypes } = profile;
  const columns = sampleTypes.flatMap(({ type }, i) => (delayType.test(type) ? [i] : []));
  if (columns.length === 0 || !(wall > 0)) return null;
  let blocked = 0;
  let locks = 0;
  for (const [sample, role] of rolesOf(profile).entries()) {
    if (!isOwn(role)) continue;
    const value = (column: number) => samples.values.approximate[sample * sampleTypes.length + column]!;
    const delay = columns.reduce((sum, column) => sum + value(column), 0) / (role & worker ? procs : 1);
    blocked += delay;
    if ((role & lock) !== 0) locks += delay;
  }
  const scale = blocked > wall ? wall / blocked : 1;
  return { explained: blocked * scale, locks: locks * scale, of: wall };
}
