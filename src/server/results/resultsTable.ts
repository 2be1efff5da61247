/** The table of a package's results, for the page. */
import * as l10n from '@vscode/l10n';
import type { Problem } from '../../base/result.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { bothValues, newsFirst, unitName, valueNow } from '../../bench/verdicts/changeWords.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { metricText, summarize, unitsInOrder } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { countersOf, unitsOfCounters } from '../../go/results/counterChanges.ts';
import type { ResultRow, ResultsTable, ResultValue, ResultWarning } from '../../protocol.ts';
import { localSentence } from '../client/messages.ts';
import { attributeTexts } from './attributesText.ts';
import type { PackageResult } from './benchmarkResults.ts';
import { briefWarning } from './briefText.ts';
import { changeMark, testDetail, untestedText } from './changeText.ts';
import {
  changesOf,
  counterChangesOf,
  disturbancesOf,
  type MeasuredBenchmark,
  measuredOf,
} from './measuredBenchmark.ts';
import { partialText } from './partialText.ts';
import { positionOf, type SourcePosition } from './sourceOrder.ts';
import { waitedText } from './waitedText.ts';

/**
 * The table of all results of a package. Rows are in the order of the source; computed sub-benchmarks of one benchmark in
 * the order in which they first ran; benchmarks that the source no longer has, at the end.
 *
 * @param shownRun the `runId` of the result that a page shows
 * @param codeChanged whether the code that a result was built from has changed since
 */
export function resultsTable(
  results: readonly PackageResult[],
  positions: ReadonlyMap<string, SourcePosition>,
  shownRun: string | null,
  codeChanged: (result: BenchmarkResult) => boolean,
): ResultsTable {
  const positioned = results.map((each) => ({ each, position: positionOf(each.result.name, positions) }));
  positioned.sort((a, b) => (a.position?.number ?? positions.size) - (b.position?.number ?? positions.size));
  const all = results.flatMap(({ result }) => result.measurements);
  const counted = results.flatMap(({ result }) => countersOf(result));
  const [named] = results.filter(({ result }) => result.package !== '');
  return {
    package: named?.result.package ?? results[0]?.result.directory ?? '',
    units: [...new Set([...unitsInOrder(all), ...unitsOfCounters(counted)])],
    rows: positioned.map(({ each, position }) => rowOf(each, position?.file ?? '', codeChanged(each.result))),
    shownRun: results.some(({ result }) => result.runId === shownRun) ? shownRun : null,
  };
}

function rowOf(known: PackageResult, file: string, codeChanged: boolean): ResultRow {
  const { result, compared, sessionIds, isOneOfSeveral } = known;
  const { runId, name, procs, takenAt, profiles } = result;
  const measured = measuredOf(compared, codeChanged);
  const { measurements } = compared;
  const changes = changesOf(measured);
  const [tested] = changes;
  const [news] = newsFirst(changes, (change) => change);
  const values: Record<string, ResultValue> = {};
  for (const unit of compared.units) {
    const value = compared.summary(unit)?.median;
    if (value === undefined) continue;
    const change = changes.find((each) => each.unit === unit);
    if (change?.isCoreTime === true) {
      values[unit] = { value: change.now.center, text: withoutUnit(valueNow(change), unit) };
      continue;
    }
    const isPlain = change === undefined || change === tested;
    const text = isPlain ? metricText(measurements, unit) : untestedText(change);
    values[unit] = { value, text: withoutUnit(text, unit) };
  }
  const counters = countersOf(result);
  const counted = counterChangesOf(measured);
  for (const unit of unitsOfCounters(counters)) {
    const value = summarize(counters, unit)?.median ?? 0;
    const change = counted.find((each) => each.unit === unit);
    const text = change === undefined ? metricText(counters, unit) : untestedText(change);
    values[unit] = { value, text: withoutUnit(text, unit) };
  }
  return {
    runId,
    name: isOneOfSeveral && procs > 1 ? `${name}-${procs}` : name,
    file,
    takenAt,
    values,
    change: tested === undefined ? null : changeOf(news ?? tested, tested, compared.pair?.facts ?? {}),
    warnings: warningsOf(measured),
    hasProfile: sessionIds.length > 0 || profiles.length > 0,
    attributes: attributeTexts(result).join(' · '),
  };
}

/** @param tested the time, whose value stands in the cell beside; of others both values are said */
function changeOf(news: MetricChange, tested: MetricChange, facts: UnitFacts): ResultRow['change'] {
  const { verdict, base, now } = news;
  const isChange = verdict === 'changed';
  return {
    text: isChange && news !== tested ? bothValues(news) : changeMark(news),
    detail: news === tested ? testDetail(news) : `${unitName(tested)} ${changeMark(tested)}`,
    relative: isChange && base.center !== 0 ? now.center / base.center - 1 : 0,
    verdict: outcomeOf(news, facts),
  };
}

/** The column's heading has the unit. What is left of `1.42µs/op ±2%` is `1.42µs ±2%`, of `480 B/op` it is `480 B`. */
function withoutUnit(text: string, unit: string): string {
  // A metric's own name may hold anything, so it is cut off as it stands there.
  const own = ` ${unit}`;
  if (unit !== 'B/op' && text.endsWith(own)) return text.slice(0, -own.length);
  return unit === 'ns/op' || unit === 'B/op' ? text.replace('/op', '') : text;
}

/** In the words of the lens, and in its order: what makes the number worthless comes first. */
function warningsOf(measured: MeasuredBenchmark): ResultWarning[] {
  const { result } = measured.latest;
  const hasFailed = result.measurements.length === 0;
  const problems = result.problems.map((problem) => ({
    word: problemWord(problem, hasFailed),
    reason: localSentence(problem),
  }));
  if (hasFailed) return problems;
  const word = briefWarning(measured);
  const reasons = [
    ...(measured.codeChanged ? [l10n.t('The code has changed since.')] : []),
    ...partialText(result),
    ...disturbancesOf(measured).map(localSentence),
    waitedText(result) ?? '',
  ].filter((reason) => reason !== '');
  return [...reasons.map((reason) => ({ word, reason })), ...problems];
}

function problemWord({ code }: Problem, hasFailed: boolean): string {
  if (code === 'skipped') return l10n.t('skipped');
  if (hasFailed) return l10n.t('failed');
  if (code.startsWith('counters-')) return l10n.t('not counted');
  return code === 'too-few-samples' ? l10n.t('few samples') : l10n.t('partial');
}
