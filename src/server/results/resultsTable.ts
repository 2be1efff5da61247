/** The table of a package's results, for the page. */

import * as l10n from '@vscode/l10n';
import type { Problem } from '../../base/result.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { bothValues, newsFirst, timeBeside, unitName, workText } from '../../bench/verdicts/changeWords.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { unitsInOrder, withoutUnit } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { countedOf } from '../../go/results/countedResult.ts';
import { countersOf, unitsOfCounters } from '../../go/results/counterChanges.ts';
import { partialText } from '../../go/results/partialText.ts';
import type { ResultRow, ResultsTable, ResultValue, ResultWarning } from '../../protocol.ts';
import { localSentence } from '../client/messages.ts';
import { briefWarning } from './briefText.ts';
import { changeMark, shortText, testDetail } from './changeText.ts';
import type { ComparedResult, MeasuredBenchmark } from './comparedResult.ts';
import { attributeTexts, waitedText } from './remarks.ts';
import { positionOf, type SourcePosition } from './sourceOrder.ts';

/**
 * The table of all results of a package. Rows are in the order of the source; computed sub-benchmarks of one benchmark in
 * the order in which they first ran; benchmarks that the source no longer has, at the end.
 *
 * @param shownRun the `runId` of the result that a page shows
 * @param codeChanged whether the code that a result was built from has changed since
 */
export function resultsTable(
  results: readonly ComparedResult[],
  positions: ReadonlyMap<string, SourcePosition>,
  shownRun: string | null,
  codeChanged: (result: BenchmarkResult) => boolean,
): ResultsTable {
  const positioned = results.map((each) => ({ each, position: positionOf(each.result.name, positions) }));
  positioned.sort((a, b) => (a.position?.number ?? positions.size) - (b.position?.number ?? positions.size));
  const all = results.flatMap(({ result }) => result.measurements);
  const counted = results.flatMap(({ result }) => countersOf(result));
  const instructions = results.some(({ result }) => countedOf(result) !== null) ? [instructionUnit] : [];
  const [named] = results.filter(({ result }) => result.package !== '');
  return {
    package: named?.result.package ?? results[0]?.result.directory ?? '',
    units: [...new Set([...unitsInOrder(all), ...instructions, ...unitsOfCounters(counted)])],
    rows: positioned.map(({ each, position }) => rowOf(each, position?.file ?? '', codeChanged(each.result))),
    shownRun: results.some(({ result }) => result.runId === shownRun) ? shownRun : null,
  };
}

function rowOf(compared: ComparedResult, file: string, codeChanged: boolean): ResultRow {
  const { result, sessionIds, isOneOfSeveral, changes } = compared;
  const { runId, name, procs, takenAt, profiles } = result;
  const [tested] = changes;
  const [news] = newsFirst(changes, (change) => change);
  const values: Record<string, ResultValue> = {};
  for (const fact of [...compared.facts, ...compared.counters]) {
    const { unit, median, change } = fact;
    const text = change === tested ? fact.text : shortText(fact);
    values[unit] = {
      value: change?.now.center ?? median,
      text: withoutUnit(text, unit),
    };
  }
  return {
    runId,
    name: isOneOfSeveral && procs > 1 ? `${name}-${procs}` : name,
    file,
    takenAt,
    values,
    change: tested === undefined ? null : changeOf(news ?? tested, tested, compared.pair?.facts ?? {}),
    warnings: warningsOf({ compared, codeChanged }),
    hasProfile: sessionIds.length > 0 || profiles.length > 0,
    attributes: attributeTexts(result).join(' · '),
  };
}

/** @param tested the time, whose value stands in the cell beside; of others both values are said */
function changeOf(news: MetricChange, tested: MetricChange, facts: UnitFacts): ResultRow['change'] {
  const { verdict, base, now } = news;
  const isChange = verdict === 'changed';
  const work = news.count === undefined ? '' : workText(news, undefined, l10n.t);
  const both = isChange && news !== tested ? bothValues(news) : changeMark(news);
  const beside = work === '' ? `${unitName(tested)} ${changeMark(tested)}` : timeBeside(tested, l10n.t);
  return {
    text: work === '' ? both : work,
    detail: news === tested ? testDetail(news) : beside,
    relative: isChange && base.center !== 0 ? now.center / base.center - 1 : 0,
    verdict: outcomeOf(news, facts),
  };
}

/** In the words of the lens, and in its order: what makes the number worthless comes first. */
function warningsOf(measured: MeasuredBenchmark): ResultWarning[] {
  const { result, disturbances } = measured.compared;
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
    ...disturbances.map(localSentence),
    waitedText(result) ?? [],
  ].flat();
  return [...reasons.map((reason) => ({ word, reason })), ...problems];
}

function problemWord({ code }: Problem, hasFailed: boolean): string {
  if (code === 'skipped') return l10n.t('skipped');
  if (hasFailed) return l10n.t('failed');
  if (code.startsWith('counters-')) return l10n.t('not counted');
  return code === 'too-few-samples' ? l10n.t('few samples') : l10n.t('partial');
}
