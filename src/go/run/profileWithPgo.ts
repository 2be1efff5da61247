/**
 * Benchmarks as profile-guided optimisation makes them against the same without it: both built from the working tree,
 * timed in turns, then profiled.
 */
import * as l10n from '@vscode/l10n';
import { ok } from '../../result.ts';
import { buildRun, removeBuild } from './buildRun.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import {
  type TwoBuildsHooks,
  type TwoBuildsOutcome,
  type TwoBuildsRequest,
  withTwoBuilds,
} from './twoBuilds.ts';

export interface PgoRequest extends TwoBuildsRequest {
  /** The profile that the compiler learns from. */
  readonly pgoFile: string;
}

/**
 * Runs all of it and answers when no process is left; `base` is the build without optimisation, its sources are
 * the working tree's. Problems: those of `profileBenchmarks`; a profile that the compiler does not take is `build-failed`.
 */
export async function profileWithPgo(request: PgoRequest, hooks: TwoBuildsHooks): Promise<TwoBuildsOutcome> {
  return withTwoBuilds(request, hooks, 2, async ({ selections, shared, written, baseWritten }) => {
    shared.steps.next(l10n.t('Building the benchmark with {0}', request.pgoFile));
    const now = await buildRun({
      ...shared,
      request: { ...request, flags: withPgoFlag(request.flags, request.pgoFile) },
      written,
      title: '',
    });
    if (!now.ok) return now;
    shared.steps.next(l10n.t('Building the benchmark without it'));
    const base = await buildRun({
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
    const profiled = await profileInTurns(selections, now.value, base.value, {
      baseTimed: (draft) => hooks.baseTimed?.(earlier(draft)),
      missing: () => [],
    });
    if (!profiled.ok) return profiled;
    await removeBuild(now.value);
    await baseWritten.remove(base.value.buildFolder);
    const { drafts, baseDrafts } = profiled.value;
    return ok({ results: drafts, base: baseDrafts.map(earlier), baseSources: new Map(), problems: [] });
  });
}

/** Before `-args`, behind which flags are the test's own; after a `-pgo` of the user's, so that this one counts. */
function withPgoFlag(flags: readonly string[], value: string): string[] {
  const args = flags.findIndex((flag) => /^--?args$/.test(flag));
  const end = args === -1 ? flags.length : args;
  return [...flags.slice(0, end), `-pgo=${value}`, ...flags.slice(end)];
}
