/** The arguments of each pass of a run: flags of a test binary (`go help testflag`). */
import { type ProfileKind, profileFlags } from '../../base/profileKinds.ts';
import type { BenchmarkSelection } from '../build/benchmarkRequest.ts';

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
    // Rate 1 records every allocation, so the counts are exact. Otherwise they are estimates from a sample.
    ...profileFlags(pass.kind, pass.profilePath),
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
