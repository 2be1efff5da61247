/** How often a profile pass runs its benchmark, and in which environment. */

import type { Benchtime } from '../../base/benchtime.ts';
import { isTraced, type ProfileKind } from '../../base/profileKinds.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval, medianOrZero } from '../../bench/statistics/median.ts';

// Times are in nanoseconds.

/** Thirty samples, at a hundred samples a second. */
const shortestCpuPass = 300e6;
/** A hundred samples. With a shorter benchtime a CPU pass takes up to twice the benchtime to come near this. */
const goodCpuPass = 1e9;
/** What it takes to record the stack of an allocation: 500 for a shallow stack, 2000 for a deep one. */
const costOfRecording = 1000;
/** A memory pass may take this long, even with a short benchtime. */
const shortestMemoryBudget = 100e6;
/** With fewer operations, what is done once (setup, filling caches) would look like a cost of every operation. */
const enoughOperations = 10;
/** A memory pass may take this long to reach enough operations, with any benchtime. */
const budgetForEnough = 500e6;
/** Bytes that a pass may allocate in which the garbage collector is off. */
export const memoryBudget = 512 * 1024 * 1024;
/** With a benchtime in iterations, a memory pass does as many, unless that takes longer than this and twice as long as the timing. */
const memoryBudgetForIterations = 1e9;

/** A pass that is traced may take this long without the tracer, which writes up to 33 MB a second. To read one takes two seconds. */
const traceBudget = 250e6;
/** More say no more of an operation. */
const mostTraced = 50_000;

/** The number of iterations of a profile pass, from the measurements of the benchmark (at least one). */
export function passIterations(
  kind: ProfileKind,
  measurements: readonly Measurement[],
  benchtime: Benchtime,
): number {
  const taken = medianInterval(measurements.map(({ iterations }) => iterations)).median;
  return Math.max(
    1,
    kind === 'mem'
      ? Math.floor(memoryIterations(measurements, taken, benchtime))
      : isTraced(kind)
        ? Math.floor(tracedIterations(kind, measurements, taken))
        : Math.round(cpuIterations(measurements, taken, benchtime)),
  );
}

function tracedIterations(kind: ProfileKind, measurements: readonly Measurement[], taken: number): number {
  const perOperation = medianOf(measurements, 'ns/op');
  const inTime = (budget: number) => (perOperation === 0 ? taken : budget / perOperation);
  // A sample of the CPU is taken each 10 ms only.
  if (kind === 'started') return Math.min(taken, inTime(2 * traceBudget));
  return Math.min(taken, mostTraced, inTime(traceBudget));
}

function medianOf(measurements: readonly Measurement[], unit: string): number {
  return medianOrZero(valuesOf(measurements, unit));
}

/** Other work makes a pass take so many times the benchtime at most. */
const mostSlowed = 4;

/**
 * As many as a timing pass would have taken with a core to itself, so that its CPU time is about the benchtime. More if the benchtime
 * is short.
 */
function cpuIterations(measurements: readonly Measurement[], taken: number, benchtime: Benchtime): number {
  if (!('nanoseconds' in benchtime)) return taken;
  const { nanoseconds } = benchtime;
  const length = Math.max(nanoseconds, shortestCpuPass, Math.min(goodCpuPass, 2 * nanoseconds));
  const slowed = measurements.map(({ core }) =>
    core === undefined || core.running === 0 ? 1 : (core.running + core.waiting) / core.running,
  );
  return (taken * Math.min(medianOrZero(slowed), mostSlowed) * length) / nanoseconds;
}

/**
 * Fewer than a timing pass has taken: recording every allocation makes the code slower, and the counts are exact after a
 * few operations.
 */
function memoryIterations(measurements: readonly Measurement[], taken: number, benchtime: Benchtime): number {
  const median = (unit: string) => medianOf(measurements, unit);
  const timed = 'nanoseconds' in benchtime ? benchtime.nanoseconds : null;
  const perOperation = Math.max(median('ns/op'), (timed ?? 0) / taken);
  const recorded = perOperation + costOfRecording * median('allocs/op');
  const inTime = (budget: number) => (recorded === 0 ? taken : budget / recorded);
  if (timed === null) {
    return Math.min(taken, inTime(Math.max(memoryBudgetForIterations, 2 * taken * perOperation)));
  }
  const affordable = Math.max(
    inTime(Math.max(shortestMemoryBudget, timed / 4)),
    Math.min(enoughOperations, inTime(Math.max(budgetForEnough, 1.5 * timed))),
  );
  const bytes = median('B/op');
  return Math.min(taken, affordable, bytes === 0 ? taken : memoryBudget / bytes);
}

/** What a profile pass adds to the environment: see `withoutCollector`. */
export function profileEnvironment(
  kind: ProfileKind,
  env: NodeJS.ProcessEnv,
  machineMemory: number,
): Record<string, string> {
  return kind === 'mem' ? withoutCollector(env, machineMemory) : {};
}

/**
 * When a garbage collection starts, it allocates a little, and a memory profile adds that to the line that has started it: now and
 * then one object too many. So the collector is off there, and where instructions are counted, until the heap becomes so large that
 * it has to run. If the user has set GOGC or GOMEMLIMIT, they stay as they are.
 */
export function withoutCollector(env: NodeJS.ProcessEnv, machineMemory: number): Record<string, string> {
  if (env.GOGC !== undefined || env.GOMEMLIMIT !== undefined) return {};
  return { GOGC: 'off', GOMEMLIMIT: String(Math.floor(Math.min(2 * memoryBudget, machineMemory / 4))) };
}
