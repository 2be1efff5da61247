/** Compares the benchmarks of two builds: both are measured in turns, and profiled where they are built. */
import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { FreshRound } from '../../bench/verdicts/gate.ts';
import {
  type BenchmarkRequest,
  type BenchmarkSelection,
  passesOfOne,
  withoutCovered,
} from '../build/benchmarkRequest.ts';
import {
  type Build,
  buildVersion,
  builtBefore,
  type KeptBinary,
  removeBuild,
  type Version,
  withVersion,
} from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { withLayouts } from '../build/layouts.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import { counterpartOf, type ProfiledBuilds, profileBuilds } from '../profile/profileBuilds.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { type BaseBuild, type CommitBase, missingAt, withCommit } from './commitBuild.ts';
import { haveSameData } from './dataFiles.ts';
import { type AgainHook, type FreshRounds, measureAgain } from './measureAgain.ts';
import { bySameCode, type UnmeasuredPairs, unmeasuredPairs } from './sameCode.ts';

/** What a package's benchmarks are compared with: they at a commit, an older test binary that was kept, or they without PGO. */
export type Base = CommitBase | BinaryBase | WithoutPgo;

/** It runs in the package's directory. Its results have no profiles. */
export interface BinaryBase extends KeptBinary {
  /** What it is called in the progress. */
  readonly title: string;
}

export interface WithoutPgo {
  /** The profile for profile-guided optimisation (PGO), which the compiler gets for what is compared with the base. */
  readonly pgoFile: string;
  /** The profiles of the base are written here. Made if it is missing. */
  readonly outputDirectory: string;
}

export interface CompareRequest extends BenchmarkRequest {
  readonly base: Base;
  /** A kept test binary that is compared in place of the working tree, without profiles. Of such a run no file is left. */
  readonly kept?: KeptBinary;
  /** Where both builds have the same machine code, the benchmarks run once and have no measurements. */
  readonly skipsSameCode?: boolean;
  /** Asked for each benchmark that both have: whether to measure it once more, in fresh turns. Not asked if it is missing. */
  readonly again?: AgainHook;
}

export interface ComparedResults {
  readonly results: readonly BenchmarkResult[];
  /** The results of the base. Their profiles name files by their paths in the working tree. */
  readonly base: readonly BenchmarkResult[];
  /** The texts of the files that the base was built from, by their paths in the working tree. Empty if they are those of the working tree. */
  readonly baseSources: ReadonlyMap<string, string>;
  /** What could not be compared. Everything else is valid all the same. */
  readonly problems: readonly Problem[];
  /** What was measured again, by the `runId` of the result. */
  readonly rounds: ReadonlyMap<string, readonly FreshRound[]>;
}

/**
 * Returns when no process, no worktree and no temporary folder is left. Problems: those of `profileBenchmarks` for the working
 * tree; `no-binary`; those of `withCommit`.
 */
export async function compareBuilds(
  request: CompareRequest,
  control: RunControl,
): Promise<BuildResult<ComparedResults>> {
  const { base } = request;
  const kept = [request.kept, 'binary' in base ? base : undefined].filter((each) => each !== undefined);
  for (const { binary } of kept) {
    if (!(await isFile(binary)))
      return fail('no-binary', 'The test binary {0} is no longer there.', [binary]);
  }
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(control);
  steps.expect(2 - kept.length + selections.length * (request.count + 2 * passesOfOne(request)));
  const given = { request, control, steps, side: 'now', title: '' } as const;
  return withVersion<ComparedResults>(given, async (version) => {
    // The working tree is built first: it is being worked on, so it is more likely not to build.
    const now = await buildNow(request, version);
    if (!now.ok) return now;
    const compared = await withBase<ComparedResults>(base, version, (older) =>
      compareBoth(selections, now.value, older, request),
    );
    if (request.kept !== undefined) await version.written.removeAll();
    else if (compared.ok) await removeBuild(now.value);
    return compared;
  });
}

async function buildNow(
  { base, kept, flags }: CompareRequest,
  version: Version,
): Promise<BuildResult<Build>> {
  if (kept !== undefined) return ok(builtBefore(version, kept));
  if (!('pgoFile' in base)) {
    version.steps.build(l10n.t('Building the benchmark'));
    return buildVersion(version);
  }
  version.steps.build(l10n.t('Building the benchmark with {0}', base.pgoFile));
  const request = { ...version.request, flags: withPgoFlag(flags, base.pgoFile) };
  return buildVersion({ ...version, request });
}

/** Builds the base and calls `work`. What the base has written is removed if that fails. */
async function withBase<T>(
  base: Base,
  now: Version,
  work: (base: BaseBuild) => Promise<Result<T>>,
): Promise<BuildResult<T>> {
  const { request, control, steps } = now;
  const asItIs = { sources: new Map<string, string>(), problems: [] };
  if ('binary' in base) {
    const version = { ...now, request: { ...request, kinds: [] }, side: 'base', title: base.title } as const;
    return work({ build: builtBefore(version, base), ...asItIs });
  }
  const ofBase = { ...request, keepsBinary: false, outputDirectory: base.outputDirectory };
  if ('commit' in base) {
    return withVersion(
      { request: ofBase, control, steps, side: 'base', title: base.commit.title },
      (version) => withCommit(base, version, work),
    );
  }
  const flags = withPgoFlag(request.flags, 'off');
  const title = l10n.t('without PGO');
  return withVersion<T>(
    { request: { ...ofBase, flags }, control, steps, side: 'base', title },
    async (version) => {
      steps.build(l10n.t('Building the benchmark without it'));
      const build = await buildVersion(version);
      return build.ok ? work({ build: build.value, ...asItIs }) : build;
    },
  );
}

async function compareBoth(
  selections: readonly BenchmarkSelection[],
  now: Build,
  older: BaseBuild,
  request: CompareRequest,
): Promise<Result<ComparedResults>> {
  const hasSameData = await haveSameData(now.request.packageDirectory, older.build.request.packageDirectory);
  const { same, others } =
    request.skipsSameCode === true && hasSameData
      ? await bySameCode(selections, now, older.build)
      : { same: [], others: selections };
  const unmeasured = await unmeasuredPairs(same, { now, base: older.build });
  const compared = await withMeasured(
    others,
    unmeasured,
    () => measureBoth(others, now, older, request),
    older,
  );
  await removeBuild(older.build);
  if (hasSameData || !compared.ok) return compared;
  // With other data the same code does other work.
  return ok({ ...compared.value, base: compared.value.base.map((each) => ({ ...each, codeHash: null })) });
}

/** What runs the same code, and the others, measured. */
async function withMeasured(
  others: readonly BenchmarkSelection[],
  unmeasured: Result<UnmeasuredPairs>,
  measure: () => Promise<Result<ComparedResults>>,
  { sources, problems }: BaseBuild,
): Promise<Result<ComparedResults>> {
  if (!unmeasured.ok && (others.length === 0 || unmeasured.problem.code === 'cancelled')) return unmeasured;
  const known = unmeasured.ok ? unmeasured.value : { results: [], base: [] };
  const alone = ok({ ...known, baseSources: sources, problems, rounds: new Map() });
  if (others.length === 0) return alone;
  const measured = await measure();
  // All that a pattern selects may run the same code.
  if (!measured.ok) {
    return measured.problem.code === 'matched-nothing' && known.results.length > 0 ? alone : measured;
  }
  const { results, base } = measured.value;
  return ok({
    ...measured.value,
    results: [...results, ...known.results],
    base: [...base, ...known.base],
  });
}

async function measureBoth(
  selections: readonly BenchmarkSelection[],
  now: Build,
  older: BaseBuild,
  request: CompareRequest,
): Promise<Result<ComparedResults>> {
  const laidOut = await withLayouts(now, older.build);
  if (!laidOut.ok) return laidOut;
  const builds = laidOut.value;
  const profiled = await profileBuilds(selections, builds);
  if (!profiled.ok) return profiled;
  const { results, base } = profiled.value;
  const fresh = await freshRounds(builds, profiled.value, request);
  if (!fresh.ok) return fresh;
  const missing =
    'pgoFile' in request.base
      ? []
      : [...profiled.value.baseTimed].flatMap(([name, timed]) => missingAt(timed, name, older.build.title));
  const { rounds } = fresh.value;
  const problems = [...older.problems, ...builds.problems, ...missing, ...fresh.value.problems];
  return ok({ results, base, baseSources: older.sources, problems, rounds });
}

async function freshRounds(
  { now, base }: { readonly now: Build; readonly base: Build },
  profiled: ProfiledBuilds,
  { again }: CompareRequest,
): Promise<Result<FreshRounds>> {
  const pairs = profiled.results.flatMap((result) => {
    const older = counterpartOf(result, profiled.base);
    return older === undefined || result.measurements.length === 0 ? [] : [{ base: older, result }];
  });
  const fresh = await measureAgain([base, now], pairs, again);
  const { signal, keepsPartial } = now.control;
  if (!signal.aborted) return fresh;
  return keepsPartial?.() === true
    ? ok({ rounds: new Map(), problems: [] })
    : fail('cancelled', 'Cancelled.');
}

/** Adds `-pgo` after a `-pgo` of the user's, as the last one counts, and before `-args`, as flags after that are for the test. */
function withPgoFlag(flags: readonly string[], value: string): string[] {
  const args = flags.findIndex((flag) => /^--?args$/.test(flag));
  const end = args === -1 ? flags.length : args;
  return [...flags.slice(0, end), `-pgo=${value}`, ...flags.slice(end)];
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
