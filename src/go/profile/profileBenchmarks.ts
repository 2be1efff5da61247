/**
 * Measures and profiles benchmarks of a package: builds it once, times the benchmarks without a profiler, then runs one
 * process for each benchmark and kind of profile.
 */
import * as l10n from '@vscode/l10n';
import { ok } from '../../base/result.ts';
import { type BenchmarkRequest, passesOfOne, withoutCovered } from '../build/benchmarkRequest.ts';
import { buildVersion, removeBuild, withVersion } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { profileBuilds } from './profileBuilds.ts';

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
  control: RunControl,
): Promise<BuildResult<readonly BenchmarkResult[]>> {
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(control);
  steps.expect(1 + selections.length * (1 + passesOfOne(request)));
  const given = { request, control, steps, side: 'now', title: '' } as const;
  return withVersion<readonly BenchmarkResult[]>(given, async (version) => {
    steps.build(l10n.t('Building the benchmark'));
    const build = await buildVersion(version);
    if (!build.ok) return build;
    const profiled = await profileBuilds(selections, { now: build.value, base: null });
    await removeBuild(build.value);
    return profiled.ok ? ok(profiled.value.results) : profiled;
  });
}
