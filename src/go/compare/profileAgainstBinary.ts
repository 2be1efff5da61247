/** Compares the benchmarks of the working tree with an older test binary that was kept: measured in turns, without its source. */
import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { fail, ok } from '../../result.ts';
import { buildVersion, builtBefore, removeBuild } from '../build/build.ts';
import { codeHash } from '../build/codeHash.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import { missingAt } from './refProblems.ts';
import {
  type TwoBuildsHooks,
  type TwoBuildsOutcome,
  type TwoBuildsRequest,
  withTwoBuilds,
} from './twoBuilds.ts';

export interface AgainstBinaryRequest extends TwoBuildsRequest {
  /** The older test binary. It runs in the package's directory. */
  readonly baseBinary: string;
  /** What it is called in the progress. */
  readonly baseTitle: string;
}

/**
 * Returns when no process is left. The base's results have no profiles. Problems: `no-binary`; those of `profileBenchmarks`.
 */
export async function profileAgainstBinary(
  request: AgainstBinaryRequest,
  hooks: TwoBuildsHooks,
): Promise<TwoBuildsOutcome> {
  const { baseBinary, baseTitle, env } = request;
  const isThere = await stat(baseBinary)
    .then((found) => found.isFile())
    .catch(() => false);
  if (!isThere) return fail('no-binary', 'The test binary {0} is no longer there.', [baseBinary]);
  return withTwoBuilds(request, hooks, 1, async ({ selections, shared, written, baseWritten }) => {
    shared.steps.build(l10n.t('Building the benchmark'));
    const now = await buildVersion({ ...shared, request, written, title: '' });
    if (!now.ok) return now;
    const ofBase = { ...request, kinds: [], outputDirectory: request.baseOutputDirectory };
    const base = builtBefore(
      { ...shared, request: ofBase, written: baseWritten, title: baseTitle },
      baseBinary,
      await codeHash(baseBinary, env),
    );
    const profiled = await profileInTurns(selections, now.value, base, {
      baseTimed: (result) => hooks.baseTimed?.(earlier(result)),
      missing: (timed, name) => missingAt(timed, name, { title: baseTitle }),
      again: hooks.again,
    });
    if (!profiled.ok) return profiled;
    await removeBuild(now.value);
    await baseWritten.removeAll();
    const { results, baseResults, problems, rounds } = profiled.value;
    return ok({ results, base: baseResults.map(earlier), baseSources: new Map(), problems, rounds });
  });
}
