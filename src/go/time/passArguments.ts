/** The arguments of each pass of a run: flags of a test binary (`go help testflag`). */

import { literalPattern } from '../../base/escape.ts';
import type { BenchmarkRequest, BenchmarkSelection } from '../build/benchmarkRequest.ts';

/** `^name$` as a regular expression of Go. */
function exactly(element: string): string {
  return `^${literalPattern(element)}$`;
}

/** The value of `-test.bench` for a full name. It selects the benchmark and its sub-benchmarks: `^BenchmarkX$/^a\.b$`. */
export function exactPattern(name: string): string {
  return name.split('/').map(exactly).join('/');
}

/** Runs no tests, examples or fuzz seeds. A benchmark that calls os.Exit(0) panics, so that it cannot end the pass unnoticed. */
const benchmarksOnly = ['-test.run=^$', '-test.paniconexit0'];

type TimingRequest = Pick<BenchmarkRequest, 'count' | 'benchtime' | 'cpu' | 'outputDirectory'>;

/** The arguments of a timing pass: it measures everything selected `count` times, without a profiler. */
export function timingArguments(selection: BenchmarkSelection, request: TimingRequest): string[] {
  return [
    ...benchmarksOnly,
    `-test.bench=${'name' in selection ? exactPattern(selection.name) : selection.pattern}`,
    ...('name' in selection ? [] : skipArguments(selection.without)),
    '-test.benchmem',
    `-test.count=${request.count}`,
    `-test.benchtime=${request.benchtime}`,
    `-test.outputdir=${request.outputDirectory}`,
    ...(request.cpu === undefined ? [] : [`-test.cpu=${request.cpu}`]),
  ];
}

function skipArguments(functions: readonly string[] = []): string[] {
  return functions.length === 0 ? [] : [`-test.skip=^(?:${functions.join('|')})$`];
}

/**
 * The arguments with which one benchmark runs alone, once.
 *
 * @param name the full name of a benchmark without sub-benchmarks
 * @param others the names of all benchmarks in the package
 * @param procs GOMAXPROCS, if the user has chosen it
 */
export function aloneArguments(
  name: string,
  others: readonly string[],
  outputDirectory: string,
  procs: number | undefined,
): string[] {
  // The pattern for `a` also selects a benchmark that was given the name `a/b`.
  const under = others.some((other) => other.startsWith(`${name}/`));
  return [
    ...benchmarksOnly,
    `-test.bench=${exactPattern(name)}`,
    ...(under ? [`-test.skip=${exactPattern(name)}/.*`] : []),
    '-test.count=1',
    `-test.outputdir=${outputDirectory}`,
    ...(procs === undefined ? [] : [`-test.cpu=${procs}`]),
  ];
}
