/**
 * Benchmarks as profile-guided optimisation makes them against the same without it: both built from the working tree,
 * timed in turns, then profiled.
 */
import * as l10n from '@vscode/l10n';
import type { ProfileRequest } from './benchmarkRun.ts';
import { parseBenchtime } from './benchtime.ts';
import { buildRun } from './buildRun.ts';
import type { AgainstHooks, AgainstOutcome } from './profileAgainst.ts';
import { withoutCovered } from './profileBenchmarks.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import { Steps } from './run.ts';
import { WrittenFiles } from './writtenFiles.ts';

export interface PgoRequest extends ProfileRequest {
  /** The profile that the compiler learns from. */
  readonly pgoFile: string;
  /** Where the profiles of the plain build go. Made if missing. */
  readonly baseOutputDirectory: string;
}

/**
 * Runs all of it and answers when no process is left; `base` is the build without optimisation, its sources are
 * the working tree's. Problems: those of `profileBenchmarks`; a profile that the compiler does not take is `build-failed`.
 */
export async function profileWithPgo(request: PgoRequest, hooks: AgainstHooks): Promise<AgainstOutcome> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return { ...benchtime, compilerErrors: [] };
  const written = new WrittenFiles(request.outputDirectory);
  const baseWritten = new WrittenFiles(request.baseOutputDirectory);
  await written.makeDirectory();
  await baseWritten.makeDirectory();
  const steps = new Steps(hooks);
  const selections = withoutCovered(request.benchmarks);
  steps.of = 2 + selections.length * (request.count + 2 * request.kinds.length);
  const shared = { hooks, benchtime: benchtime.value, steps };
  steps.next(l10n.t('Building the benchmark with {0}', request.pgoFile));
  const now = await buildRun({
    ...shared,
    request: { ...request, flags: withPgoFlag(request.flags, request.pgoFile) },
    written,
    title: '',
  });
  const outcome = now.ok ? await buildAndCompare() : now;
  if (!outcome.ok) {
    await written.removeAll();
    await baseWritten.removeAll();
  }
  return outcome;

  async function buildAndCompare(): Promise<AgainstOutcome> {
    if (!now.ok) return now;
    steps.next(l10n.t('Building the benchmark without it'));
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
    if (!profiled.ok) return { ...profiled, compilerErrors: [] };
    await written.remove(now.value.buildFolder);
    await baseWritten.remove(base.value.buildFolder);
    const { drafts, baseDrafts } = profiled.value;
    const value = { runs: drafts, base: baseDrafts.map(earlier), baseSources: new Map(), problems: [] };
    return { ok: true, value };
  }
}

/** Before `-args`, behind which flags are the test's own; after a `-pgo` of the user's, so that this one counts. */
function withPgoFlag(flags: readonly string[], value: string): string[] {
  const args = flags.findIndex((flag) => /^--?args$/.test(flag));
  const end = args === -1 ? flags.length : args;
  return [...flags.slice(0, end), `-pgo=${value}`, ...flags.slice(end)];
}
