/** What a benchmark's profiles say if it waited most of its time: the question that helps then, instead of a longer run. */
import {
  type BlockedTime,
  blockedTime,
  type CpuTime,
  cpuTime,
  type TimeShare,
} from '../../analysis/benchmark/waiting.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import type { Problem } from '../../base/result.ts';
import { coresWanted } from '../../bench/verdicts/coreTime.ts';
import type { MachineWatch } from '../../bench/verdicts/noise.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';

/** A profile, and the time of the operations that it covers, in nanoseconds. */
export interface TimedProfile {
  readonly kind: ProfileKind;
  readonly profile: Profile;
  readonly wall: number;
  /** The machine meanwhile; `null` if that was not observed. */
  readonly machine: { readonly watch: MachineWatch; readonly runnable: number } | null;
}

/** With less, it waited. The rest is waiting, too, but then the CPU's lines are worth looking at first. */
const mostOfWaiting = 0.5;
/** So much of all cores was used: then the machine is busy, and a benchmark also waits for a core. */
const busy = 0.9;

/** What a benchmark waited for, as far as its profiles say. */
export interface Waiting {
  readonly cpu: CpuTime;
  /** By a block profile, or a trace; `null` without. */
  readonly blocked: BlockedTime | null;
  /** It is known for everything. */
  readonly isTraced: boolean;
  readonly hasMutexProfile: boolean;
}

/** `null` if the benchmark computed, if its profiles do not say, or if the difference may be chance. */
export function waitingOf(
  profiles: readonly TimedProfile[],
  { procs, measurements }: Pick<BenchmarkResult, 'procs' | 'measurements'>,
): Waiting | null {
  const of = (kind: ProfileKind) => profiles.find((each) => each.kind === kind);
  const [cpu, trace] = [of('cpu'), of('wait')];
  const block = trace ?? of('block');
  const time = cpu === undefined ? null : cpuTime(cpu.profile, cpu.wall);
  if (cpu === undefined || time === null) return null;
  const blocked = block === undefined ? null : blockedTime(block.profile, block.wall, procs);
  // A block profile that explains the time is evidence of its own, so the CPU profile need not be as clear.
  const isClear = blocked !== null && blocked.explained >= mostOfWaiting * blocked.of;
  const wanted = coresWanted(measurements);
  // Whoever computes wants a core all the time, however few of it a busy machine gives.
  const isIdle = wanted !== null && wanted < mostOfWaiting;
  const most = (isClear ? 1 : mostOfWaiting) * (isIdle ? 1 : leastOfComputing(time, cpu.machine));
  if (time.most >= most || time.explained >= mostOfWaiting * time.of) return null;
  return {
    cpu: time,
    blocked,
    isTraced: trace !== undefined,
    hasMutexProfile: of('mutex') !== undefined,
  };
}

/**
 * What a thread that only computes gets of a core at least: all of it, or on a busy machine an equal share with all others that
 * want to run.
 */
function leastOfComputing({ explained }: CpuTime, machine: TimedProfile['machine']): number {
  if (machine === null || !(machine.watch.seconds > 0)) return 1;
  const { otherSeconds, seconds, usableCores, throttledSeconds } = machine.watch;
  // Where nobody says what others have used, only the number of those that want to run is known.
  const used = otherSeconds === null ? 1 : (otherSeconds + explained / 1e9) / (seconds * usableCores);
  const isBusy = used > busy || (throttledSeconds ?? 0) > (1 - busy) * seconds;
  return isBusy ? Math.min(1, usableCores / (1 + machine.runnable)) : 1;
}

/** For the benchmark's hover, where its name stands already. It does not say that the timings are uncertain. */
export function waitingNote({ cpu }: Waiting): Problem {
  return {
    code: 'waited',
    template: 'It waited: CPU explains {0} of {1}.',
    args: [percent(cpu), timeText(cpu)],
  };
}

/**
 * What is to be said after a run whose CPU profile has too few samples because the benchmark waited; `null` if the profile of
 * its waits says it already. Problems: `waited` (that profile tells what for), `waited-blocked` (a block profile does),
 * `waited-for-locks` (a mutex profile tells who held them), `waited-elsewhere` (a block profile does not tell).
 */
export function waitingProblem(
  { name }: BenchmarkResult,
  { cpu, blocked, isTraced, hasMutexProfile }: Waiting,
): Problem | null {
  const args = [name, percent(cpu), timeText(cpu)];
  if (blocked === null) return { code: 'waited', template: '{0} waited: CPU explains {1} of {2}.', args };
  if (blocked.locks >= mostOfWaiting * blocked.of && !hasMutexProfile) {
    return {
      code: 'waited-for-locks',
      template: '{0} waited for locks: they explain {1} of {2}. A mutex profile says who held them.',
      args: [name, percent({ explained: blocked.locks, of: blocked.of }), timeText(blocked)],
    };
  }
  if (isTraced) return null;
  if (blocked.explained < mostOfWaiting * blocked.of) {
    return {
      code: 'waited-elsewhere',
      template:
        '{0} waited: CPU explains {1} of {2}, and blocking {3}. The rest is sleep, or waiting for the network, a file or another program.',
      args: [...args, percent(blocked)],
    };
  }
  return {
    code: 'waited-blocked',
    template: '{0} waited: CPU explains {1} of {2}, and blocking {3}.',
    args: [...args, percent(blocked)],
  };
}

function percent({ explained, of }: TimeShare): string {
  const share = (100 * explained) / of;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}

/** `1.17 s`, `617 ms`. */
function timeText({ of }: TimeShare): string {
  const milliseconds = of / 1e6;
  if (milliseconds < 999.5) return `${Math.max(1, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  return `${seconds < 99.95 ? seconds.toPrecision(3) : Math.round(seconds)} s`;
}
