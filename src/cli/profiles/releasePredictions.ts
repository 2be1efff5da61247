/** What was predicted for a release, beside what came of it, in text and JSON. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { ok, type Result } from '../../base/result.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import {
  type CheckedPrediction,
  checkedPredictions,
  intervalText,
  keptPredictions,
} from '../../go/results/keptPredictions.ts';
import { firstSample, namesVersion, serviceOf } from '../../go/stores/release.ts';
import type { Store } from '../../go/stores/store.ts';
import type { AnsweredQuestion } from '../../go/stores/storeQuery.ts';
import type { StoreLimits } from '../../go/stores/storeRequest.ts';
import { roughDuration } from '../../go/stores/timeRange.ts';

/** A side of a comparison. */
export interface AskedSide extends AnsweredQuestion {
  readonly store: Store;
}

/** @param runs the folder that runs are kept in. Problems: those of the store, which is asked only where something was predicted */
export async function releasePredictions(
  [base, now]: readonly [AskedSide, AskedSide],
  runs: string,
  limits: StoreLimits,
): Promise<Result<CheckedPrediction[]>> {
  const kept = keptPredictions(runs);
  const type = now.request.types.at(-1);
  if (kept.length === 0 || type === undefined) return ok([]);
  const { selector, range } = now.request;
  const began = namesVersion(selector)
    ? now.store.address.plain(await firstSample(now.store, type, now.request, limits))
    : ok(range.start);
  if (!began.ok) return began;
  const service = serviceOf(now.profile);
  const release = { before: base.profile, now: now.profile, service, began: began.value ?? range.start };
  return ok(checkedPredictions(kept, release));
}

/** Empty where nothing was predicted. */
export function checkedText(checked: readonly CheckedPrediction[]): string {
  if (checked.length === 0) return '';
  const rows = checked.map(({ prediction, measured, age }) => [
    l10n.t('predicted {0}', intervalText(prediction)),
    l10n.t('measured {0}', intervalText(measured)),
    prediction.functions.slice(0, mostNamed).join(', '),
    l10n.t('by {0}, {1} before', fullName(prediction), roughDuration(age)),
  ]);
  const head = l10n.t('CPU time of all, at the same load:');
  return [head, ...aligned(rows, 'llll')].map((row) => `${visibleLine(row)}\n`).join('');
}

/** So many functions are named in a row. */
const mostNamed = 3;

export function checkedJson(checked: readonly CheckedPrediction[]): readonly object[] {
  return checked.map(({ prediction: { madeAt, ...prediction }, age, measured }) => ({
    ...prediction,
    madeAt: new Date(madeAt).toISOString(),
    ageSeconds: Math.round(age / 1000),
    measured,
  }));
}
