/**
 * From a package directory and the names of benchmarks to results and profiles: build once, time
 * without a profiler, then one process for each benchmark and kind of profile.
 */
import * as l10n from '@vscode/l10n';
import { type Benchtime, parseBenchtime } from '../../benchtime.ts';
import { ok, type Problem, type Result } from '../../result.ts';
import type { BenchmarkResult, ProfileHooks, ProfileOutcome, ProfileRequest } from './benchmarkResult.ts';
import { buildRun, removeBuild } from './buildRun.ts';
import type { BenchmarkSelection } from './passes.ts';
import { type Draft, type Run, Steps } from './run.ts';
import { takeProfiles } from './takeProfiles.ts';
import { timeSelection } from './timeBenchmarks.ts';
import { WrittenFiles } from './writtenFiles.ts';

/**
 * Runs the passes one after the other and answers when no process is left. Problems: `bad-benchtime`,
 * `not-a-module`, `no-test-files`, `build-failed` (with `compilerErrors`), `benchmark-failed`,
 * `benchmark-panicked`, `matched-nothing`, `skipped`, `cannot-start`, `cancelled` (everything written
 * is removed again). What goes wrong while other results stand is told in its `BenchmarkResult`; there
 * also `too-few-samples`, `not-repeated`, `profile-write-failed`, `profile-empty`.
 */
export async function profileBenchmarks(
  request: ProfileRequest,
  hooks: ProfileHooks,
): Promise<ProfileOutcome> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return { ...benchtime, compilerErrors: [] };
  const written = new WrittenFiles(request.outputDirectory);
  await written.makeDirectory();
  const outcome = await buildAndRun(request, hooks, benchtime.value, written);
  if (!outcome.ok) await written.removeAll();
  return outcome;
}

async function buildAndRun(
  request: ProfileRequest,
  hooks: ProfileHooks,
  benchtime: Benchtime,
  written: WrittenFiles,
): Promise<ProfileOutcome> {
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(hooks);
  steps.of = 1 + selections.length * (1 + request.kinds.length);
  steps.next(l10n.t('Building the benchmark'));
  const run = await buildRun({ request, hooks, benchtime, written, steps, title: '' });
  if (!run.ok) return run;
  const results = await runAll(selections, run.value);
  await removeBuild(run.value);
  return results.ok ? results : { ...results, compilerErrors: [] };
}

async function runAll(
  selections: readonly BenchmarkSelection[],
  run: Run,
): Promise<Result<BenchmarkResult[]>> {
  const { hooks, request, steps } = run;
  const drafts: Draft[] = [];
  let problem: Problem | null = null;
  for (const selection of selections) {
    steps.next(l10n.t('Timing {0}', 'name' in selection ? selection.name : selection.pattern));
    const timed = await timeSelection(run, selection);
    if (!timed.ok) return timed;
    drafts.push(...timed.value.drafts);
    problem ??= timed.value.problem;
    for (const draft of timed.value.drafts) hooks.benchmarkTimed?.({ ...draft });
  }
  const complete = drafts.filter(({ measurements }) => measurements.length > 0);
  if (complete.length === 0 && problem) return { ok: false, problem };
  steps.of = 1 + selections.length + complete.length * request.kinds.length;
  const names = drafts.map(({ name }) => name);
  for (const draft of complete) {
    const profiled = await takeProfiles(run, draft, names);
    if (!profiled.ok) return profiled;
    hooks.benchmarkDone?.({ ...draft });
  }
  return ok(drafts);
}

/** A benchmark that runs as part of another selected one is not run twice. */
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
