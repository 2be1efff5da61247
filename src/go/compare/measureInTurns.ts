/**
 * Measures two test binaries that are there already, in turns. That settles what two runs at two times leave open, and it
 * takes seconds: nothing is built and nothing is profiled.
 */

import { stat } from 'node:fs/promises';
import { parseBenchtime } from '../../benchtime.ts';
import { append } from '../../lists.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import type { BenchmarkRequest, BenchmarkSelection, ProfileHooks } from '../build/benchmarkRequest.ts';
import { type Build, builtBefore } from '../build/build.ts';
import { inFolder } from '../build/folderProblem.ts';
import { Steps } from '../build/steps.ts';
import { WrittenFiles } from '../build/writtenFiles.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { timeInTurns } from '../time/timeBenchmarks.ts';

export interface InTurnsRequest extends Omit<BenchmarkRequest, 'benchmarks' | 'kinds'> {
  /** They run in `packageDirectory`, one selection after the other. */
  readonly selections: readonly BenchmarkSelection[];
  /** The test binaries. */
  readonly base: string;
  readonly now: string;
  /** What the base is called in the progress. */
  readonly baseTitle: string;
  /** For the progress: what is measured, and the number of the measurement, from 1. */
  readonly stepText: (selection: BenchmarkSelection, measurement: number) => string;
}

export interface MeasuredInTurns {
  /** Their notes say what may have disturbed both. Without profiles. */
  readonly results: readonly BenchmarkResult[];
  readonly base: readonly BenchmarkResult[];
}

/**
 * Returns when no process is left. The results of a benchmark that only one binary has are there too. Problems:
 * `bad-benchtime`, `no-binary`, `no-folder`, `cannot-start`, `cancelled`, and if nothing has measurements, the reason for that.
 */
export async function measureInTurns(
  request: InTurnsRequest,
  hooks: Pick<ProfileHooks, 'output' | 'progress' | 'measured' | 'signal'>,
): Promise<Result<MeasuredInTurns>> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return benchtime;
  for (const binary of [request.base, request.now]) {
    if (!(await isFile(binary))) {
      return fail('no-binary', 'The test binary {0} is no longer there. Profile again to compare.', [binary]);
    }
  }
  const written = new WrittenFiles(request.outputDirectory);
  const steps = new Steps(hooks);
  steps.of = request.selections.length * request.count;
  const build = (binary: string, title: string): Build => {
    const own = { ...request, benchmarks: request.selections, kinds: [] };
    return builtBefore(
      { request: own, hooks, benchtime: benchtime.value, written, steps, title },
      binary,
      null,
    );
  };
  const builds = [build(request.base, request.baseTitle), build(request.now, '')] as const;
  try {
    return await inFolder(request.outputDirectory, async (): Promise<Result<MeasuredInTurns>> => {
      await written.makeDirectory();
      return measureAll(builds, request);
    });
  } finally {
    await written.removeAll();
  }
}

async function measureAll(
  builds: readonly [Build, Build],
  { selections, stepText }: InTurnsRequest,
): Promise<Result<MeasuredInTurns>> {
  const results: BenchmarkResult[] = [];
  const base: BenchmarkResult[] = [];
  let problem: Problem | null = null;
  const { steps, hooks } = builds[0];
  for (const selection of selections) {
    const benchmark = 'name' in selection ? selection.name : selection.pattern;
    const timed = await timeInTurns(builds, selection, (round) =>
      steps.next({ what: 'timing', benchmark, message: stepText(selection, round + 1) }),
    );
    if (!timed.ok) return timed;
    if (hooks.signal.aborted) return fail('cancelled', 'Cancelled.');
    const [old, current] = timed.value;
    problem ??= current.problem ?? old.problem;
    append(results, current.results.filter(isMeasured));
    append(base, old.results.filter(isMeasured));
  }
  if (problem !== null && (results.length === 0 || base.length === 0)) return { ok: false, problem };
  return ok({ results, base });
}

function isMeasured({ measurements }: BenchmarkResult): boolean {
  return measurements.length > 0;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
