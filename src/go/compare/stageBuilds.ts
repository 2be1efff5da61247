/** A package's benchmarks at several stages of its history, all measured in turns: no stage has its time of day. */
import * as l10n from '@vscode/l10n';
import { ok, type Problem, type Result } from '../../base/result.ts';
import type { BenchmarkRequest, BenchmarkSelection } from '../build/benchmarkRequest.ts';
import { type Build, buildVersion, removeBuild, withVersion } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import { findRepository, type Repository, resolveRef } from '../git/repository.ts';
import { Subjects } from '../profile/subjects.ts';
import { takeInstructions } from '../profile/takeInstructions.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { timeAllInTurns } from '../time/timeBenchmarks.ts';
import { CommitBuilds } from './commitBuilds.ts';
import { haveSameData } from './dataFiles.ts';

/** The name of the working tree among git refs. */
export const workingTree = '.';

export interface StagesRequest extends BenchmarkRequest {
  /** Git refs, the oldest stage first, or `workingTree`. */
  readonly stages: readonly string[];
  readonly selection: BenchmarkSelection;
  readonly temporaryDirectory: string;
}

export interface MeasuredStage {
  /** For the user: `v1 (1a2b3c4)`. */
  readonly title: string;
  readonly results: readonly BenchmarkResult[];
  /** Why it has no results, or lacks some. */
  readonly problems: readonly Problem[];
}

interface BuiltStage {
  readonly title: string;
  readonly built: Result<Build>;
}

/**
 * One for each of the request's stages. Those that do not build, or have no such benchmark, have no results. Returns when no process
 * and no checkout is left. Problems: those of `findRepository`, `resolveRef`, of the working tree's build; `cannot-start`, `cancelled`
 * before anything was measured.
 */
export async function measureStages(
  request: StagesRequest,
  control: RunControl,
): Promise<BuildResult<readonly MeasuredStage[]>> {
  const repository = await findRepository(request.packageDirectory, request.env, control.signal);
  if (!repository.ok) return repository;
  const steps = new Steps(control);
  steps.expect(request.stages.length + request.count);
  const place = { repository: repository.value, temporaryDirectory: request.temporaryDirectory };
  const builds = new CommitBuilds(request, place, control, steps);
  const given = { request, control, steps, side: 'now', title: l10n.t('working tree') } as const;
  try {
    return await withVersion<readonly MeasuredStage[]>(given, async (version) => {
      const build = async (stage: string): Promise<Result<BuiltStage>> => {
        if (stage !== workingTree) return buildCommit(stage, repository.value, builds, control.signal);
        steps.build(l10n.t('Building the benchmark'));
        const built = await buildVersion(version);
        return built.ok ? ok({ title: version.title, built }) : built;
      };
      const stages: BuiltStage[] = [];
      for (const stage of request.stages) {
        const built = await build(stage);
        if (!built.ok) return built;
        stages.push(built.value);
      }
      const measured = await measureBuilt(stages, request, steps);
      for (const { built } of stages)
        if (built.ok && built.value.side === 'now') await removeBuild(built.value);
      return measured;
    });
  } finally {
    await builds.keepOnly([]);
  }
}

/** These fail all of them. */
const fatal = ['cancelled', 'cannot-start', 'no-temporary-folder', 'no-git'];

async function buildCommit(
  ref: string,
  repository: Repository,
  builds: CommitBuilds,
  signal: AbortSignal,
): Promise<Result<BuiltStage>> {
  const commit = await resolveRef(repository, ref, signal);
  if (!commit.ok) return commit;
  const built = await builds.build(commit.value);
  if (!built.ok && fatal.includes(built.problem.code)) return built;
  return ok({ title: commit.value.title, built: built.ok ? ok(built.value.build) : built });
}

async function measureBuilt(
  stages: readonly BuiltStage[],
  { selection, count }: StagesRequest,
  steps: Steps,
): Promise<Result<readonly MeasuredStage[]>> {
  const built = stages.flatMap((stage) => (stage.built.ok ? [stage.built.value] : []));
  const benchmark = 'name' in selection ? selection.name : selection.pattern;
  const timed = await timeAllInTurns(built, selection, (round) =>
    steps.next({
      what: 'timing',
      benchmark,
      message: l10n.t('Timing {0}: measurement {1} of {2}, in turns', benchmark, round + 1, count),
    }),
  );
  if (!timed.ok) return timed;
  const measured: MeasuredStage[] = [];
  let before: Build | null = null;
  let data = 0;
  for (const { title, built: build } of stages) {
    const own = build.ok ? timed.value[built.indexOf(build.value)] : undefined;
    if (!build.ok || own === undefined) {
      measured.push({ title, results: [], problems: build.ok ? [] : [build.problem] });
      continue;
    }
    const here = build.value.request.packageDirectory;
    // With other data the same code does other work.
    if (before !== null && !(await haveSameData(here, before.request.packageDirectory))) data++;
    before = build.value;
    const results = await counted(build.value, own.results, selection);
    measured.push({
      title,
      results: results.map((result) =>
        inTurnsAfter(measured, { ...result, codeHash: codeWith(result, data) }),
      ),
      problems: [
        ...(own.problem === null ? [] : [own.problem]),
        ...results.flatMap(({ problems }) => problems),
      ],
    });
  }
  return ok(measured);
}

function codeWith({ codeHash }: BenchmarkResult, data: number): string | null {
  return codeHash === null ? null : `${codeHash} ${data}`;
}

/** The result, as measured in turns with the stage before that has the benchmark. */
function inTurnsAfter(before: readonly MeasuredStage[], result: BenchmarkResult): BenchmarkResult {
  const older = before
    .flatMap(({ results }) => results)
    .filter(({ name, procs }) => name === result.name && procs === result.procs)
    .at(-1);
  return older === undefined ? result : { ...result, inTurns: { with: older.runId } };
}

/** With its instructions, where they are asked for. */
async function counted(
  build: Build,
  results: readonly BenchmarkResult[],
  selection: BenchmarkSelection,
): Promise<BenchmarkResult[]> {
  const subjects = new Subjects(build, results, [selection]);
  const all: BenchmarkResult[] = [];
  for (const result of results) {
    const subject = subjects.counts ? await subjects.of(result) : null;
    all.push(subject?.ok === true ? (await takeInstructions(subject.value)).result : result);
  }
  return all;
}
