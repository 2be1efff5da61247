/** `bench --against --production=FILE`: what the change of each benchmark does to a program in production. */
import * as l10n from '@vscode/l10n';
import {
  type OperationProfile,
  type Prediction,
  predictChange,
} from '../../analysis/prediction/prediction.ts';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import { operationProfile, timeRatio } from '../../go/results/operationProfile.ts';
import type { RunProfiles, TimedProfile, TimedProfiles } from '../../go/results/timedProfiles.ts';
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
  return { file, benchmarks };
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
          `${percent(prediction.change)} (${percent(prediction.low)} … ${percent(prediction.high)})`,
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

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${sharePercent(Math.abs(share))}`;
}

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
