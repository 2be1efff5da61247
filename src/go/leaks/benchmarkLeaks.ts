/** Looks for leaks of benchmarks: one more process, in which they run a few times. Nothing of it is measured. */
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { ok, type Problem } from '../../base/result.ts';
import { type BenchmarkRequest, withoutCovered } from '../build/benchmarkRequest.ts';
import { binaryRequest, buildOf, makeBuildFolder, withVersion } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import { timingArguments } from '../time/passArguments.ts';
import { runPass } from '../time/runPass.ts';
import { buildLeakChecker, type LeakRequest, leakEnvironment } from './leakChecker.ts';
import { type LeakedGoroutines, readLeaks } from './leaks.ts';

/** Operations that tell a leak of each operation from one of the setup. */
const usualOperations = '10x';
/** More operations than this are not run, because each may leave goroutines behind, and all of them are listed. */
const mostOperations = 1000;

export interface BenchmarkLeaks extends LeakedGoroutines {
  /** Benchmarks that failed in this process: of these not all leaks are known. */
  readonly problems: readonly Problem[];
}

/** Problems: those of `buildLeakChecker`, `no-folder`, `cannot-start`, `cancelled`. */
export function benchmarkLeaks(
  request: BenchmarkRequest,
  control: RunControl,
  leaks: LeakRequest,
): Promise<BuildResult<BenchmarkLeaks>> {
  const steps = new Steps(control);
  const selections = withoutCovered(request.benchmarks);
  steps.expect(1 + selections.length);
  const given = { request, control, steps, side: 'now', title: '' } as const;
  return withVersion<BenchmarkLeaks>(given, async (version) => {
    const folder = await makeBuildFolder(version.written);
    steps.build(l10n.t('Building the benchmark to look for leaks'));
    const binary = await buildLeakChecker(binaryRequest(version, folder));
    if (!binary.ok) return binary;
    const build = { ...buildOf(version, binary.value), folder };
    const file = version.written.claim('leaks', '.txt');
    const env = leakEnvironment(build.env, file, leaks);
    const { benchtime } = version;
    const isFew = 'iterations' in benchtime && benchtime.iterations <= mostOperations;
    const few = isFew ? request.benchtime : usualOperations;
    const problems: Problem[] = [];
    for (const selection of selections) {
      steps.build(l10n.t('Looking for leaks'));
      const args = timingArguments(selection, { ...request, count: 1, benchtime: few });
      const end = await runPass(build, args, { env });
      if (!end.ok) return end;
      append(
        problems,
        end.value.failures.map(({ problem }) => problem),
      );
    }
    const found = await readLeaks(file, build.binary);
    await version.written.remove(file);
    await version.written.remove(folder);
    return found.ok ? ok({ ...found.value, problems }) : found;
  });
}
