/**
 * Measures and profiles benchmarks of a package: builds it once, times the benchmarks without a profiler, then runs one
 * process for each benchmark and kind of profile.
 */

import * as l10n from '@vscode/l10n';
import { type Benchtime, parseBenchtime } from '../../benchtime.ts';
import { append } from '../../lists.ts';
import { ok, type Problem, type Result } from '../../result.ts';
import {
  type BenchmarkRequest,
  type BenchmarkSelection,
  type ProfileHooks,
  type ProfileOutcome,
  passesOfOne,
  selectionText,
  withoutCovered,
} from '../build/benchmarkRequest.ts';
import { type Build, buildVersion, removeBuild } from '../build/build.ts';
import { inFolder } from '../build/folderProblem.ts';
import { Steps } from '../build/steps.ts';
import { keptIfOk, WrittenFiles } from '../build/writtenFiles.ts';
import type { BenchmarkResult, ResultDraft } from '../results/benchmarkResult.ts';
import { timeSelection } from '../time/timeBenchmarks.ts';
import { partialResults } from './partialResults.ts';
import { takeProfiles } from './takeProfiles.ts';

/**
 * Runs one pass after the other, and returns when no process is left. Problems: `bad-benchtime`, `not-a-module`,
 * `no-test-files`, `build-failed` (with `compilerErrors`), `benchmark-failed`, `benchmark-panicked`, `matched-nothing`,
 * `skipped`, `no-folder`, `cannot-start`, `cancelled` (unless something is kept, see `keepsPartial`). After a failure nothing that was
 * written is left.
 *
 * If only a part goes wrong, the problem is in its `BenchmarkResult`. Besides the above: `too-few-samples`,
 * `not-repeated`, `profile-write-failed`, `profile-empty`, `mixed-profile`.
 */
export async function profileBenchmarks(
  request: BenchmarkRequest,
  hooks: ProfileHooks,
): Promise<ProfileOutcome> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return benchtime;
  const written = new WrittenFiles(request.outputDirectory);
  return keptIfOk([written], () =>
    inFolder(request.outputDirectory, async (): Promise<ProfileOutcome> => {
      await written.makeDirectory();
      return buildAndProfile(request, hooks, benchtime.value, written);
    }),
  );
}

async function buildAndProfile(
  request: BenchmarkRequest,
  hooks: ProfileHooks,
  benchtime: Benchtime,
  written: WrittenFiles,
): Promise<ProfileOutcome> {
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(hooks);
  steps.of = 1 + selections.length * (1 + passesOfOne(request));
  steps.build(l10n.t('Building the benchmark'));
  const build = await buildVersion({ request, hooks, benchtime, written, steps, title: '' });
  if (!build.ok) return build;
  const results = await profileAll(selections, build.value);
  await removeBuild(build.value);
  return results;
}

async function profileAll(
  selections: readonly BenchmarkSelection[],
  build: Build,
): Promise<Result<BenchmarkResult[]>> {
  const { hooks, request, steps } = build;
  const results: ResultDraft[] = [];
  let problem: Problem | null = null;
  for (const selection of selections) {
    if (hooks.signal.aborted) break;
    const name = selectionText(selection);
    steps.next({ what: 'timing', benchmark: name, message: l10n.t('Timing {0}', name) });
    const timed = await timeSelection(build, selection);
    if (!timed.ok && timed.problem.code === 'cancelled') break;
    if (!timed.ok) return timed;
    append(results, timed.value.results);
    problem ??= timed.value.problem;
    if (hooks.signal.aborted) break;
    for (const result of timed.value.results) hooks.benchmarkTimed?.({ ...result });
  }
  const measured = results.filter(({ measurements }) => measurements.length > 0);
  if (hooks.signal.aborted) return partialResults(measured, build);
  if (measured.length === 0 && problem) return { ok: false, problem };
  steps.of = 1 + selections.length + measured.length * passesOfOne(request);
  const names = results.map(({ name }) => name);
  for (const [i, result] of measured.entries()) {
    const profiled = await takeProfiles(build, result, names);
    if (!profiled.ok && profiled.problem.code === 'cancelled') {
      return partialResults(measured, build, measured.slice(i));
    }
    if (!profiled.ok) return profiled;
    hooks.benchmarkDone?.({ ...result });
  }
  return ok(results);
}
