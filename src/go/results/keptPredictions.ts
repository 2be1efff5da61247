/**
 * What was predicted for production, kept until the release that it is about: one folder of a project, beside the runs of
 * `bench --save`, which the editor, the command line and agents share.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  measuredChange,
  type PredictedChange,
  type Prediction,
} from '../../analysis/prediction/prediction.ts';
import {
  list,
  nullable,
  number,
  object,
  parsedJson,
  type Read,
  text,
  time,
  wholeNumber,
} from '../../base/outsideValues.ts';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import type { Profile } from '../../pprof/profile.ts';
import { pruneFiles, touchFile } from '../toolchain/keptFiles.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';

const keptPrediction = object({
  package: text,
  name: text,
  procs: wholeNumber,
  /** In milliseconds since the epoch. */
  madeAt: time,
  /** What it was made from: the commit, `1a2b3c4-dirty`, and the digest of the machine code. */
  commit: nullable(text),
  codeHash: nullable(text),
  /** What the store calls the service; empty where the profile of production does not say it. */
  service: text,
  /** The profile of production, for the user. */
  source: text,
  // See `Prediction`.
  functions: list(text),
  share: number,
  overlap: number,
  change: number,
  low: number,
  high: number,
});

export type KeptPrediction = Read<typeof keptPrediction>;

/** No name of a run. */
const folderName = '.predictions';
const ending = '.json';
/** So many stay, and besides them those of the last week. */
const most = 200;
/** In characters. */
const longest = 100_000;

/** What is kept of a prediction that is made now. */
export function predictionToKeep(
  { functions, share, overlap, change, low, high }: Prediction,
  result: Pick<BenchmarkResult, 'package' | 'name' | 'procs' | 'commit' | 'codeHash'>,
  { service, source }: Pick<KeptPrediction, 'service' | 'source'>,
): KeptPrediction {
  const { package: importPath, name, procs, commit = null, codeHash } = result;
  return {
    ...{ package: importPath, name, procs, madeAt: Date.now(), commit, codeHash, service, source },
    ...{ functions, share, overlap, change, low, high },
  };
}

/** One that is made again stays as it is. Problem: `cannot-keep`. @param runs the folder that runs are kept in */
export function keepPrediction(runs: string, prediction: KeptPrediction): Result<null> {
  const folder = path.join(runs, folderName);
  const { madeAt: _, ...content } = prediction;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);
  const file = path.join(folder, digest + ending);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(prediction), { flag: 'wx' });
    pruneFiles(folder, new Set(), { most, ending });
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST')
      return fail('cannot-keep', 'The prediction cannot be kept in {0} ({1}).', [folder, code]);
    touchFile(file);
  }
  return ok(null);
}

/** Those that can be read: another window may delete old ones meanwhile. @param runs the folder that runs are kept in */
export function keptPredictions(runs: string): KeptPrediction[] {
  const folder = path.join(runs, folderName);
  const names = readOr([], () => readdirSync(folder)).filter((name) => name.endsWith(ending));
  return names.flatMap((name) => {
    const written = readOr('', () => readFileSync(path.join(folder, name), 'utf8'));
    return (written.length > longest ? undefined : keptPrediction(parsedJson(written))) ?? [];
  });
}

function readOr<T>(nothing: T, read: () => T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}

/** Two versions of production. */
export interface Release {
  readonly before: Profile;
  readonly now: Profile;
  /** Empty where it is not known. */
  readonly service: string;
  /** When the newer version first ran, in milliseconds since the epoch. */
  readonly began: number;
}

export interface CheckedPrediction {
  readonly prediction: KeptPrediction;
  /** How old it was when the newer version first ran, in milliseconds. */
  readonly age: number;
  readonly measured: PredictedChange;
}

/** What was predicted for a release, the newest first: of each benchmark, the last one made before the newer version first ran. */
export function checkedPredictions(
  kept: readonly KeptPrediction[],
  { before, now, service, began }: Release,
): CheckedPrediction[] {
  const newest = new Map<string, KeptPrediction>();
  for (const each of kept) {
    const isOther = each.service !== '' && service !== '' && each.service !== service;
    if (isOther || each.madeAt >= began) continue;
    const key = JSON.stringify([each.package, each.name, each.procs]);
    if (each.madeAt > (newest.get(key)?.madeAt ?? -1)) newest.set(key, each);
  }
  return [...newest.values()]
    .sort((a, b) => b.madeAt - a.madeAt)
    .flatMap((prediction) => {
      const measured = measuredChange(before, now, prediction.functions);
      return measured === null ? [] : [{ prediction, age: began - prediction.madeAt, measured }];
    });
}

/** `−4.1% (−6% … −2.2%)` */
export function intervalText({ change, low, high }: PredictedChange): string {
  return `${changePercent(change)} (${changePercent(low)} … ${changePercent(high)})`;
}

/** `−4.1%` */
export function changePercent(share: number): string {
  return `${share < 0 ? '−' : '+'}${sharePercent(Math.abs(share))}`;
}
