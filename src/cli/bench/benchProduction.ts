/** `bench --against --production=FILE`: what the change of each benchmark does to a program in production. */
import * as l10n from '@vscode/l10n';
import {
  type OperationProfile,
  type Prediction,
  predictChange,
} from '../../analysis/prediction/prediction.ts';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import { fromCommit, fullName } from '../../go/results/benchmarkResult.ts';
import { intervalText, keepPrediction, predictionToKeep } from '../../go/results/keptPredictions.ts';
import { operationProfile, timeRatio } from '../../go/results/operationProfile.ts';
import type { RunCircumstances } from '../../go/results/runRecord.ts';
import type { RunProfiles, TimedProfile, TimedProfiles } from '../../go/results/timedProfiles.ts';
import { serviceOf } from '../../go/stores/release.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type ComparedPair, isInTurns } from './benchBase.ts';
import { type BenchComparison, verdictsOf } from './benchComparison.ts';

/** What is predicted of a benchmark; `null` if production calls nothing that it calls, or it has no CPU profile. */
export interface BenchPrediction extends ComparedPair {
  readonly prediction: Prediction | null;
}

export interface Predictions {
  /** The file of production's profile. */
  readonly file: string;
  /** See `serviceOf`. */
  readonly service: string;
  readonly benchmarks: readonly BenchPrediction[];
}

/** A profile of production. Problems: `no-production`, and those of reading it. */
export async function readProduction(file: string): Promise<Result<Profile>> {
  const read = await readProfileFile(file);
  if (!read.ok) return read;
  const hasTime = read.value?.sampleTypes.some(({ type }) => type === 'cpu') === true;
  if (read.value !== null && hasTime) return ok(read.value);
  return fail('no-production', '{0} is no CPU profile, and --production predicts CPU time.', [file]);
}

export async function predictions(
  { file, profile }: { readonly file: string; readonly profile: Profile },
  comparison: BenchComparison,
  profiles: RunProfiles,
): Promise<Predictions> {
  const verdicts = verdictsOf(comparison);
  const benchmarks: BenchPrediction[] = [];
  for (const pair of comparison.pairs) {
    const { result, older } = pair;
    const base = await operationsOf(older, profiles.base);
    const now = await operationsOf(result, profiles.now);
    const changes = verdicts.filter((each) => each.result === result).map(({ change }) => change);
    const time = timeRatio(changes, {
      base: older.measurements,
      measurements: result.measurements,
      isInTurns: isInTurns(pair),
    });
    // Nothing was measured where the machine code is the same.
    if (base === null || now === null || time === null) continue;
    benchmarks.push({ ...pair, prediction: predictChange(profile, base, now, time) });
  }
  return { file, service: serviceOf(profile), benchmarks };
}

/** Keeps them until the release. Answers why some cannot be kept. @param runs the folder that runs are kept in */
export function keepPredictions(
  { file, service, benchmarks }: Predictions,
  { commit }: Pick<RunCircumstances, 'commit'>,
  runs: string,
): Problem | null {
  for (const { prediction, result } of benchmarks) {
    if (prediction === null) continue;
    const toKeep = predictionToKeep(prediction, fromCommit(result, commit), { service, source: file });
    const kept = keepPrediction(runs, toKeep);
    if (!kept.ok) return kept.problem;
  }
  return null;
}

async function operationsOf(
  { name, profiles }: { readonly name: string; readonly profiles: readonly TimedProfile[] },
  opened: TimedProfiles,
): Promise<OperationProfile | null> {
  const cpu = profiles.find(({ kind }) => kind === 'cpu');
  if (cpu === undefined || cpu.operations === null) return null;
  const read = await opened.withTimedValues(cpu, name);
  if (!read.ok || read.value === null) return null;
  return operationProfile(read.value, cpu.operations);
}

export function predictionsText({ file, benchmarks }: Predictions): string {
  const rows = benchmarks.map(({ result, prediction }) => [
    fullName(result),
    ...(prediction === null
      ? [l10n.t('calls nothing that production calls'), '']
      : [
          intervalText(prediction),
          l10n.t(
            '{0}: {1} of it, {2} on the same paths',
            prediction.functions.slice(0, mostNamed).join(', '),
            sharePercent(prediction.share),
            sharePercent(prediction.overlap),
          ),
        ]),
  ]);
  const head = l10n.t('Predicted for the CPU time in {0}, at the same load, as far as samples tell:', file);
  return [head, ...aligned(rows, 'lll')].map((row) => `${visibleLine(row)}\n`).join('');
}

/** So many functions are named in a row. */
const mostNamed = 3;

export function predictionsJson({ file, benchmarks }: Predictions) {
  return {
    file,
    benchmarks: benchmarks.map(({ result: { package: importPath, name, procs }, prediction }) => ({
      package: importPath,
      name,
      procs,
      ...(prediction ?? { functions: [] }),
    })),
  };
}
