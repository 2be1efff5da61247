/**
 * The plan of a run's passes: what each one selects, its arguments (flags of a test binary, `go help testflag`), its
 * environment, its number of iterations.
 */

import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import type { Benchtime } from '../../benchtime.ts';
import type { ProfileKind } from '../../model.ts';

/** One benchmark with its sub-benchmarks, by its full name; or everything that a `-bench` pattern selects. */
export type BenchmarkSelection = { readonly name: string } | { readonly pattern: string };

/** For messages. */
export function selectionText(selection: BenchmarkSelection): string {
  return 'name' in selection ? selection.name : selection.pattern;
}

/** Leaves out each benchmark that runs as a part of another selected one, so that none is run twice. */
export function withoutCovered(selections: readonly BenchmarkSelection[]): BenchmarkSelection[] {
  const names = new Set(selections.flatMap((selection) => ('name' in selection ? selection.name : [])));
  return selections.filter((selection, i) => {
    if (!('name' in selection)) return true;
    const elements = selection.name.split('/');
    const isCovered = elements.some((_, n) => n > 0 && names.has(elements.slice(0, n).join('/')));
    const isRepeated = selections.findIndex((other) => 'name' in other && other.name === selection.name) < i;
    return !isCovered && !isRepeated;
  });
}

/** `^name$` as a regular expression of Go. */
function exactly(element: string): string {
  return `^${element.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')}$`;
}

/** The value of `-test.bench` for a full name. It selects the benchmark and its sub-benchmarks: `^BenchmarkX$/^a\.b$`. */
export function exactPattern(name: string): string {
  return name.split('/').map(exactly).join('/');
}

/** The value of `-test.bench` for a selection. */
function selectionPattern(selection: BenchmarkSelection): string {
  return 'name' in selection ? exactPattern(selection.name) : selection.pattern;
}

/** Runs no tests, examples or fuzz seeds. A benchmark that calls os.Exit(0) panics, so that it cannot end the pass unnoticed. */
const benchmarksOnly = ['-test.run=^$', '-test.paniconexit0'];

/**
 * The benchmarks that run too when this one is profiled: Go splits names at each slash, and of a benchmark named `a` runs the
 * first call when `a/b` is selected, since `b` may be below it.
 *
 * @param others the names of all benchmarks in the package
 */
export function alsoSelected(name: string, others: readonly string[]): string[] {
  return others.filter((other) => name[other.length] === '/' && name.startsWith(other));
}

export interface TimingPass {
  readonly selection: BenchmarkSelection;
  readonly count: number;
  readonly benchtime: string;
  /** As `go test -cpu`; `undefined` for the GOMAXPROCS of the environment. */
  readonly cpu: string | undefined;
  /** The test binary writes its files here. */
  readonly outputDirectory: string;
}

/** The arguments of a timing pass: it measures everything selected `count` times, without a profiler. */
export function timingArguments(pass: TimingPass): string[] {
  return [
    ...benchmarksOnly,
    `-test.bench=${selectionPattern(pass.selection)}`,
    '-test.benchmem',
    `-test.count=${pass.count}`,
    `-test.benchtime=${pass.benchtime}`,
    `-test.outputdir=${pass.outputDirectory}`,
    ...(pass.cpu === undefined ? [] : [`-test.cpu=${pass.cpu}`]),
  ];
}

/** The arguments of a pass that says why a timing pass has measured nothing: `-test.v` prints skipped benchmarks with their reasons. */
export function whySilentArguments(pass: TimingPass): string[] {
  return [...timingArguments({ ...pass, count: 1, benchtime: '1x' }), '-test.v'];
}

export interface AttributePass extends Pick<ProfilePass, 'name' | 'procs' | 'outputDirectory' | 'others'> {
  /** Whether this Go has `-test.artifacts`. */
  readonly keepsArtifacts: boolean;
}

/** The arguments of a pass of one iteration that says what a benchmark says of itself, and keeps the files that it leaves. */
export function attributeArguments(pass: AttributePass): string[] {
  return [
    ...oneBenchmark(pass),
    '-test.benchtime=1x',
    '-test.v',
    ...(pass.keepsArtifacts ? ['-test.artifacts'] : []),
  ];
}

/** The arguments of a pass whose process is counted: one benchmark, once, with a fixed number of iterations. */
export function countingArguments(
  pass: Omit<AttributePass, 'keepsArtifacts'> & Pick<ProfilePass, 'iterations'>,
): string[] {
  return [...oneBenchmark(pass), `-test.benchtime=${pass.iterations}x`];
}

const profileFlags: Readonly<Record<ProfileKind, (path: string) => string[]>> = {
  cpu: (path) => [`-test.cpuprofile=${path}`],
  // Rate 1 records every allocation, so the counts are exact. Otherwise they are estimates from a sample.
  mem: (path) => [`-test.memprofile=${path}`, '-test.memprofilerate=1'],
  block: (path) => [`-test.blockprofile=${path}`, '-test.blockprofilerate=1'],
  mutex: (path) => [`-test.mutexprofile=${path}`, '-test.mutexprofilefraction=1'],
};

export interface ProfilePass {
  readonly kind: ProfileKind;
  /** The full name of a benchmark without sub-benchmarks. */
  readonly name: string;
  /** GOMAXPROCS, if the user has chosen it. */
  readonly procs: number | undefined;
  readonly iterations: number;
  readonly profilePath: string;
  readonly outputDirectory: string;
  /** The names of all benchmarks in the package. */
  readonly others: readonly string[];
}

/** The arguments of a profile pass: it runs one benchmark once, with a fixed number of iterations. */
export function profileArguments(pass: ProfilePass): string[] {
  return [
    ...oneBenchmark(pass),
    '-test.benchmem',
    `-test.benchtime=${pass.iterations}x`,
    ...profileFlags[pass.kind](pass.profilePath),
  ];
}

/** Selects one benchmark, once. */
function oneBenchmark(pass: Omit<AttributePass, 'keepsArtifacts'>): string[] {
  // The pattern for `a` also selects a benchmark that was given the name `a/b`.
  const under = pass.others.some((name) => name.startsWith(`${pass.name}/`));
  return [
    ...benchmarksOnly,
    `-test.bench=${exactPattern(pass.name)}`,
    ...(under ? [`-test.skip=${exactPattern(pass.name)}/.*`] : []),
    '-test.count=1',
    `-test.outputdir=${pass.outputDirectory}`,
    ...(pass.procs === undefined ? [] : [`-test.cpu=${pass.procs}`]),
  ];
}

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
/** Bytes that a memory pass may allocate: the garbage collector is off in it. */
const memoryBudget = 512 * 1024 * 1024;
/** With a benchtime in iterations, a memory pass does as many, unless that takes longer than this and twice as long as the timing. */
const memoryBudgetForIterations = 1e9;

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
      : Math.round(cpuIterations(taken, benchtime)),
  );
}

/** As many as a timing pass has taken, so that it lasts about the benchtime. More if the benchtime is short. */
function cpuIterations(taken: number, benchtime: Benchtime): number {
  if (!('nanoseconds' in benchtime)) return taken;
  const { nanoseconds } = benchtime;
  const length = Math.max(nanoseconds, shortestCpuPass, Math.min(goodCpuPass, 2 * nanoseconds));
  return (taken * length) / nanoseconds;
}

/**
 * Fewer than a timing pass has taken: recording every allocation makes the code slower, and the counts are exact after a
 * few operations.
 */
function memoryIterations(measurements: readonly Measurement[], taken: number, benchtime: Benchtime): number {
  const median = (unit: string): number => {
    const values = measurements.flatMap(({ metrics }) => metrics[unit] ?? []);
    return values.length === 0 ? 0 : medianInterval(values).median;
  };
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

/**
 * What a profile pass adds to the environment. When a garbage collection starts, it allocates a little, and the profile
 * adds that to the line that has started it: now and then one object too many. So the collector is off in a memory pass,
 * until the heap becomes so large that it has to run. If the user has set GOGC or GOMEMLIMIT, they stay as they are.
 */
export function profileEnvironment(
  kind: ProfileKind,
  env: NodeJS.ProcessEnv,
  machineMemory: number,
): Record<string, string> {
  if (kind !== 'mem' || env.GOGC !== undefined || env.GOMEMLIMIT !== undefined) return {};
  return { GOGC: 'off', GOMEMLIMIT: String(Math.floor(Math.min(2 * memoryBudget, machineMemory / 4))) };
}
