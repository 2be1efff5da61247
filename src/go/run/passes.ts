import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import type { Benchtime } from '../../benchtime.ts';
import type { ProfileKind } from '../../model.ts';

/**
 * Planning the passes of a run: which arguments each process gets, and how many iterations. Pure; the
 * flags are those of a test binary (`go help testflag`).
 */

/** One benchmark (with its sub-benchmarks) by its full name, or all that a `-bench` pattern selects. */
export type BenchmarkSelection = { readonly name: string } | { readonly pattern: string };

/** `^name$` for Go's regular expressions. */
function exactly(element: string): string {
  return `^${element.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')}$`;
}

/** The `-test.bench` that selects `name` (a full name) and what is under it: `^BenchmarkX$/^a\.b$`. */
export function exactPattern(name: string): string {
  return name.split('/').map(exactly).join('/');
}

/** The `-test.bench` of a selection. */
export function selectionPattern(selection: BenchmarkSelection): string {
  return 'name' in selection ? exactPattern(selection.name) : selection.pattern;
}

/** No tests, examples or fuzz seeds; and a benchmark that calls os.Exit(0) does not pass unseen. */
const benchmarksOnly = ['-test.run=^$', '-test.paniconexit0'];

export interface TimingPass {
  readonly selection: BenchmarkSelection;
  readonly count: number;
  readonly benchtime: string;
  /** As `go test -cpu`; undefined leaves GOMAXPROCS alone. */
  readonly cpu: string | undefined;
  /** Where anything the binary writes goes. */
  readonly outputDirectory: string;
}

/** Arguments of the timing pass: no profiler, `count` runs of everything selected. */
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

/** Asks why a selection gave no results: with `-test.v` skipped benchmarks and their reasons are printed. */
export function whySilentArguments(pass: TimingPass): string[] {
  return [...timingArguments({ ...pass, count: 1, benchtime: '1x' }), '-test.v'];
}

const profileFlags: Readonly<Record<ProfileKind, (path: string) => string[]>> = {
  cpu: (path) => [`-test.cpuprofile=${path}`],
  // Rate 1 records every allocation: counts are exact, not scaled up from a sample.
  mem: (path) => [`-test.memprofile=${path}`, '-test.memprofilerate=1'],
  block: (path) => [`-test.blockprofile=${path}`, '-test.blockprofilerate=1'],
  mutex: (path) => [`-test.mutexprofile=${path}`, '-test.mutexprofilefraction=1'],
};

export interface ProfilePass {
  readonly kind: ProfileKind;
  /** Full name of a benchmark without sub-benchmarks. */
  readonly name: string;
  /** GOMAXPROCS, where the user chose it. */
  readonly procs: number | undefined;
  readonly iterations: number;
  readonly profilePath: string;
  readonly outputDirectory: string;
  /** Names of the same package's other benchmarks. */
  readonly others: readonly string[];
}

/** Arguments of a profile pass: one benchmark, once, with a fixed number of iterations. */
export function profileArguments(pass: ProfilePass): string[] {
  // A pattern selects everything under it: `a` also `a/b`, where `b.Run` was given both names.
  const under = pass.others.some((name) => name.startsWith(`${pass.name}/`));
  return [
    ...benchmarksOnly,
    `-test.bench=${exactPattern(pass.name)}`,
    ...(under ? [`-test.skip=${exactPattern(pass.name)}/.*`] : []),
    '-test.benchmem',
    '-test.count=1',
    `-test.benchtime=${pass.iterations}x`,
    `-test.outputdir=${pass.outputDirectory}`,
    ...(pass.procs === undefined ? [] : [`-test.cpu=${pass.procs}`]),
    ...profileFlags[pass.kind](pass.profilePath),
  ];
}

/** Thirty samples, at a hundred a second. */
const shortestCpuPass = 300e6;
/** A hundred samples; a benchtime that is shorter is stretched towards it, at most to twice its length. */
const goodCpuPass = 1e9;
/** Nanoseconds to take the stack of an allocation: 0.5 µs in shallow code, 2 µs in deep. */
const costOfRecording = 1000;
/** Even a short benchtime leaves this much for exact counts. */
const shortestMemoryBudget = 100e6;
/** So that what happens once (setup, filling caches) does not look like a cost of every operation. */
const enoughOperations = 10;
/** Time that may be spent on reaching them, whatever the benchtime. */
const budgetForEnough = 500e6;
/** Allocated in a memory pass at most, as the collector is off in it. */
const memoryBudget = 512 * 1024 * 1024;
/** A benchtime in iterations is kept to, unless recording takes this long and doubles the time. */
const memoryBudgetForIterations = 1e9;

function median(measurements: readonly Measurement[], unit: string): number {
  const values = measurements.flatMap(({ metrics }) => metrics[unit] ?? []);
  return values.length === 0 ? 0 : medianInterval(values).median;
}

/**
 * Iterations of a profile pass, from the timing runs (at least one): a CPU pass takes as many as a timing
 * run did, so it lasts about the benchtime, or more where that is short. Recording every allocation slows code, and counts are
 * exact after few operations: a memory pass gets a fraction of the time.
 */
export function passIterations(
  kind: ProfileKind,
  measurements: readonly Measurement[],
  benchtime: Benchtime,
): number {
  const taken = medianInterval(measurements.map(({ iterations }) => iterations)).median;
  const timed = 'nanoseconds' in benchtime ? benchtime.nanoseconds : null;
  if (kind !== 'mem') {
    if (timed === null) return Math.max(1, Math.round(taken));
    const length = Math.max(timed, shortestCpuPass, Math.min(goodCpuPass, 2 * timed));
    return Math.max(1, Math.round((taken * length) / timed));
  }
  const perOperation = Math.max(median(measurements, 'ns/op'), (timed ?? 0) / taken);
  const recorded = perOperation + costOfRecording * median(measurements, 'allocs/op');
  const inTime = (budget: number) => (recorded === 0 ? taken : budget / recorded);
  const affordable =
    timed === null
      ? inTime(Math.max(memoryBudgetForIterations, 2 * taken * perOperation))
      : Math.max(
          inTime(Math.max(shortestMemoryBudget, timed / 4)),
          Math.min(enoughOperations, inTime(Math.max(budgetForEnough, 1.5 * timed))),
        );
  const bytes = median(measurements, 'B/op');
  const inMemory = timed === null || bytes === 0 ? taken : memoryBudget / bytes;
  return Math.max(1, Math.floor(Math.min(taken, affordable, inMemory)));
}

/**
 * What a profile pass adds to the environment. A starting collection allocates a little itself, and
 * the profile charges that to the line that set it off: one object too many, here and there. So the
 * collector is off in a memory pass, unless the heap gets so large that it has to run. Somebody who
 * has tuned the collector keeps it as it is.
 */
export function profileEnvironment(
  kind: ProfileKind,
  env: NodeJS.ProcessEnv,
  machineMemory: number,
): Record<string, string> {
  if (kind !== 'mem' || env.GOGC !== undefined || env.GOMEMLIMIT !== undefined) return {};
  return { GOGC: 'off', GOMEMLIMIT: String(Math.floor(Math.min(2 * memoryBudget, machineMemory / 4))) };
}
