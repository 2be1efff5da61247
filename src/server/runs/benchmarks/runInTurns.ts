/** Measures the test binaries of kept runs again in turns, and keeps what comes of it with the newer result. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { parseBenchtime } from '../../../base/benchtime.ts';
import { listAt } from '../../../base/maps.ts';
import { fail, type Problem } from '../../../base/result.ts';
import type { FreshRound } from '../../../bench/verdicts/gate.ts';
import { levelAtEnd, mostLooked } from '../../../bench/verdicts/looks.ts';
import { fewestMeasurements } from '../../../bench/verdicts/unitPair.ts';
import type { KeptBinary } from '../../../go/build/build.ts';
import type { BuildResult } from '../../../go/build/compilerErrors.ts';
import type { RunEvent } from '../../../go/build/runEvents.ts';
import { testBinary } from '../../../go/build/testBinary.ts';
import {
  type ComparedResults,
  type CompareRequest,
  compareBuilds,
} from '../../../go/compare/compareBuilds.ts';
import type { MeasuredPair } from '../../../go/compare/measureAgain.ts';
import type { BenchmarkResult, InTurns } from '../../../go/results/benchmarkResult.ts';
import { resultPair } from '../../../go/results/resultPair.ts';
import { keptNote } from '../../../go/results/resultReaders.ts';
import { fileUri } from '../../client/lspTerms.ts';
import { resultOf, runName } from '../../history/keptRun.ts';
import { readSources } from '../../history/keptSources.ts';
import { changeLine } from '../../results/changeText.ts';
import { findGoSetup } from '../../sessions/goSetup.ts';
import { RunEstimate } from '../queue/runEstimate.ts';
import type { Turn } from '../queue/runQueue.ts';
import type { BenchmarkServices } from './prepareRun.ts';
import { checksLayouts } from './runBuilds.ts';
import type { TurnsPair } from './turnsPairs.ts';
import { timeOfTurn } from './turnsPlan.ts';

/** Answers the first problem; `null` if all went well. What was measured before a problem is kept. */
export async function runInTurns(
  pairs: readonly TurnsPair[],
  turn: Turn,
  context: BenchmarkServices,
): Promise<Problem | null> {
  const { missing, measurable } = withBinaries(pairs);
  const [first] = measurable;
  if (first === undefined) return missing;
  const measured = measurable.map(({ base, result }) => ({ base: resultOf(base), result: resultOf(result) }));
  const count = mostLooked;
  const benchtime = parseBenchtime(first.result.record.settings.benchtime);
  if (!benchtime.ok) return benchtime.problem;
  const selections = measurable.map(({ result: { benchmark } }) => {
    return { name: benchmark.name, expected: [benchmark.name] };
  });
  const each = timeOfTurn(measured.flatMap(({ base, result }) => [base, result]));
  const planned = { selections, kinds: [], count, benchtime: benchtime.value, builds: 2, each } as const;
  turn.progress.begin(new RunEstimate(planned));
  const names = measurable.map(({ result }) => result.benchmark.name).join(', ');
  context.messages.output(`\n${l10n.t('{0}, in turns', names)}\n`);
  let problem = missing;
  for (const group of groups(measurable)) {
    const outcome = await measureGroup(group, count, turn, context);
    if (!outcome.ok && outcome.problem.code === 'cancelled') return problem ?? outcome.problem;
    const kept = outcome.ok ? await keepAll(group, count, outcome.value, context) : outcome.problem;
    problem ??= kept;
    if (turn.signal.aborted) break;
  }
  return problem;
}

function binaryOf({ folder }: TurnsPair['base']): string {
  return path.join(folder, testBinary);
}

async function keptBinary(kept: TurnsPair['base']): Promise<KeptBinary> {
  const read = await readSources(kept.folder);
  const sources = read.ok ? { texts: read.value, takenAt: kept.record.takenAt } : undefined;
  return { binary: binaryOf(kept), sources };
}

function withBinaries(pairs: readonly TurnsPair[]) {
  const measurable: TurnsPair[] = [];
  let missing: Problem | null = null;
  for (const pair of pairs) {
    const gone = [pair.base, pair.result].find((each) => !existsSync(binaryOf(each)));
    if (gone === undefined) measurable.push(pair);
    else missing ??= binaryGone(gone);
  }
  return { measurable, missing };
}

function binaryGone(kept: TurnsPair['base']): Problem {
  return fail(
    'no-binary',
    'The test binary of the run of {0} ({1}) is no longer there, so it cannot be measured in turns. Profile again after the next change, or use Compare with a Git Ref.',
    [kept.benchmark.name, runName(kept)],
  ).problem;
}

type Group = [TurnsPair, ...TurnsPair[]];

/** Pairs of the same binaries, settings and number of procs. */
function groups(pairs: readonly TurnsPair[]): Group[] {
  const found = new Map<string, Group>();
  for (const pair of pairs) {
    const { base, result } = pair;
    const key = JSON.stringify([base.folder, result.folder, result.benchmark.procs]);
    listAt(found, key).push(pair);
  }
  return [...found.values()];
}

async function measureGroup(
  group: Readonly<Group>,
  count: number,
  { signal, progress, keepsPartial }: Turn,
  { settings, storage, messages }: BenchmarkServices,
): Promise<BuildResult<ComparedResults>> {
  const [{ base, result }] = group;
  const { directory, procs } = result.benchmark;
  const { benchtime, tags, flags } = result.record.settings;
  // The file only names the package.
  const uri = fileUri(path.join(directory, 'benchmark_test.go'));
  const setup = await findGoSetup(directory, await settings.forFile(uri), await settings.goCommand(uri));
  if (!setup.ok) return setup;
  const { toolchain, env } = setup.value;
  const request: CompareRequest = {
    toolchain,
    env,
    packageDirectory: directory,
    benchmarks: group.map((pair) => ({ name: pair.result.benchmark.name })),
    kinds: [],
    base: { ...(await keptBinary(base)), title: l10n.t('the run of {0}', runName(base)) },
    kept: await keptBinary(result),
    ...checksLayouts,
    count,
    stopsWhenSettled: true,
    benchtime,
    cpu: String(procs),
    tags,
    flags,
    outputDirectory: storage.runFolder(randomUUID()),
  };
  const report = (event: RunEvent) => {
    if (event.is === 'output') messages.output(event.text);
    else if (event.is === 'step') progress.step(event.step);
    else if (event.is === 'measured') progress.measured(event.benchmark);
  };
  const compared = await compareBuilds(request, { report, signal, keepsPartial });
  if (!compared.ok) return compared;
  const [problem] = compared.value.problems;
  if (compared.value.base.length > 0) {
    if (problem !== undefined) messages.logProblem(problem);
    return compared;
  }
  return problem === undefined ? compared : { ok: false, problem };
}

/** Answers the first problem. */
async function keepAll(
  group: readonly TurnsPair[],
  count: number,
  measured: ComparedResults,
  context: BenchmarkServices,
): Promise<Problem | null> {
  const history = await context.history();
  let problem: Problem | null = null;
  for (const { base, result: kept } of group) {
    const isOf = ({ name, procs }: BenchmarkResult) =>
      name === kept.benchmark.name && procs === kept.benchmark.procs;
    const older = measured.base.find(isOf);
    const newer = measured.results.find(isOf);
    if (older === undefined || newer === undefined) {
      const sentence = 'One of the two test binaries did not measure {0}. The output says what it printed.';
      problem ??= fail('not-measured', sentence, [kept.benchmark.name]).problem;
      continue;
    }
    const judged = judgedPair({ base: older, result: newer }, measured.rounds.get(newer.runId)?.[0], count);
    if (judged === null) {
      const sentence =
        '{0} was measured too few times for a verdict, which takes {1} of each. Its results stay as they are.';
      problem ??= fail('too-few', sentence, [kept.benchmark.name, fewestMeasurements]).problem;
      continue;
    }
    const inTurns: InTurns = {
      with: base.id,
      again: {
        takenAt: newer.takenAt,
        notes: (newer.notes ?? []).map(keptNote),
        ...judged,
        ...(newer.took === undefined ? {} : { took: newer.took }),
      },
    };
    const changed = await history.change(kept.id, { inTurns });
    if (!changed.ok) problem ??= changed.problem;
    show({ base, result: kept }, inTurns, context);
  }
  context.comparisonsChanged();
  return problem;
}

/** What was measured over layouts, or else in one. `null` if that is too little. */
function judgedPair({ base, result }: MeasuredPair, round: FreshRound | undefined, count: number) {
  const inOneLayout = { base: base.measurements, measurements: result.measurements };
  for (const pair of [round ?? inOneLayout, inOneLayout]) {
    const level = levelAtEnd(pair.base, pair.measurements, count);
    if (level !== null) return { base: pair.base, measurements: pair.measurements, level };
  }
  return null;
}

function show({ base, result: kept }: TurnsPair, inTurns: InTurns, context: BenchmarkServices): void {
  const { results, messages } = context;
  const result: BenchmarkResult = { ...resultOf(kept), inTurns };
  const { directory, name } = result;
  results.measuredInTurns(result, inTurns);
  const pair = resultPair(resultOf(base), result, results.get(directory, name)?.drift ?? 0);
  messages.output(`${name}: ${changeLine(pair)}\n`);
}
