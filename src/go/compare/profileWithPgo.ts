/**
 * Compares benchmarks built with profile-guided optimisation (PGO) with the same benchmarks built without it. Both are
 * built from the working tree, measured in turns and profiled.
 */
import * as l10n from '@vscode/l10n';
import { ok } from '../../result.ts';
import { buildVersion, removeBuild } from '../build/build.ts';
import { withLayouts } from '../build/layouts.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import {
  type TwoBuildsHooks,
  type TwoBuildsOutcome,
  type TwoBuildsRequest,
  withTwoBuilds,
} from './twoBuilds.ts';

export interface PgoRequest extends TwoBuildsRequest {
  /** The profile for the compiler. */
  readonly pgoFile: string;
}

/**
 * Returns when no process is left. The base is the build without PGO. Problems: those of `profileBenchmarks`; if the
 * compiler refuses the profile, it is `build-failed`.
 */
export async function profileWithPgo(request: PgoRequest, hooks: TwoBuildsHooks): Promise<TwoBuildsOutcome> {
  return withTwoBuilds(request, hooks, 2, async ({ selections, shared, written, baseWritten }) => {
    shared.steps.build(l10n.t('Building the benchmark with {0}', request.pgoFile));
    const now = await buildVersion({
      ...shared,
      request: { ...request, flags: withPgoFlag(request.flags, request.pgoFile) },
      written,
      title: '',
    });
    if (!now.ok) return now;
    shared.steps.build(l10n.t('Building the benchmark without it'));
    const base = await buildVersion({
      ...shared,
      request: {
        ...request,
        flags: withPgoFlag(request.flags, 'off'),
        outputDirectory: request.baseOutputDirectory,
      },
      written: baseWritten,
      title: l10n.t('without PGO'),
    });
    if (!base.ok) return base;
    const laidOut = await withLayouts(now.value, base.value);
    if (!laidOut.ok) return laidOut;
    const profiled = await profileInTurns(selections, laidOut.value.now, laidOut.value.base, {
      baseTimed: (result) => hooks.baseTimed?.(earlier(result)),
      missing: () => [],
    });
    if (!profiled.ok) return profiled;
    await removeBuild(now.value);
    await baseWritten.remove(base.value.folder);
    const { results, baseResults } = profiled.value;
    return ok({
      results,
      base: baseResults.map(earlier),
      baseSources: new Map(),
      problems: laidOut.value.problems,
    });
  });
}

/** Adds `-pgo` after a `-pgo` of the user's, as the last one counts, and before `-args`, as flags after that are for the test. */
function withPgoFlag(flags: readonly string[], value: string): string[] {
  const args = flags.findIndex((flag) => /^--?args$/.test(flag));
  const end = args === -1 ? flags.length : args;
  return [...flags.slice(0, end), `-pgo=${value}`, ...flags.slice(end)];
}
