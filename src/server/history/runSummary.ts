/** The texts of the Profiles view about a run: its result, what has changed since the run before it, how it was taken. */

import * as l10n from '@vscode/l10n';
import { largest } from '../../base/lists.ts';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import { compareMeasurements, differenceOf, type MetricChange } from '../../bench/verdicts/change.ts';
import {
  bothValues,
  isFromOrToZero,
  isUnsure,
  newsFirst,
  valueNow,
} from '../../bench/verdicts/changeWords.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { metricText, unitsInOrder } from '../../bench/verdicts/summary.ts';
import { commitText, lacksMeasurements } from '../../go/results/benchmarkResult.ts';
import { countersOf, unitsOfCounters } from '../../go/results/counterChanges.ts';
import { type ResultPair, resultPair } from '../../go/results/resultPair.ts';
import type { HistoryParams, KeptRunSummary } from '../../protocol.ts';
import { arranged } from '../results/arranged.ts';
import { attributeTexts } from '../results/attributesText.ts';
import { rememberedDifferences } from '../results/benchmarkHistory.ts';
import { changeLine, changeMark, comparedBy, testDetail, unsureText } from '../results/changeText.ts';
import { partialText } from '../results/partialText.ts';
import { timeText } from '../sessions/runTime.ts';
import { type KeptResult, resultOf, runName } from './keptRun.ts';
import { listedResults, oldResults } from './listedResults.ts';

/** Makes the summaries of all runs. Remembers them, and makes only those again whose run or neighbours have changed. */
export class RunSummaries {
  #known = new Map<string, KeptRunSummary>();
  #differences = new Map<string, number>();

  /** @param results oldest first */
  historyParams(results: readonly KeptResult[]): HistoryParams {
    const known = new Map<string, KeptRunSummary>();
    const byBenchmark = new Map<string, KeptResult[]>();
    const places = placesOf(results);
    const { isListed, more } = listedResults(results);
    const runs = results.filter(isListed).map((kept) => {
      const { directory, name, procs } = kept.benchmark;
      const key = `${directory}\n${name}\n${procs}`;
      const earlier = byBenchmark.get(key) ?? [];
      byBenchmark.set(key, [...earlier, kept]);
      const drift = this.#drift(kept, earlier);
      const before = earlier.filter((each) => !lacksMeasurements(each.benchmark)).at(-1);
      const { label, pinned } = kept.benchmark;
      const place = places.get(nameKey(kept.benchmark)) ?? 0;
      const state = JSON.stringify([
        kept.id,
        label,
        pinned,
        before?.id,
        before?.benchmark.label,
        drift,
        kept.benchmark.inTurns,
        place,
      ]);
      const summary = this.#known.get(state) ?? { ...runSummary(kept, before, drift), place };
      known.set(state, summary);
      return summary;
    });
    this.#known = known;
    return { runs: runs.reverse(), more, old: oldResults(results).length };
  }

  /** The largest difference between two runs of the same code up to this one. The lens uses the same rule. */
  #drift(kept: KeptResult, earlier: readonly KeptResult[]): number {
    const all = [...earlier, kept].filter(({ benchmark }) => !lacksMeasurements(benchmark));
    const differences: number[] = [];
    for (let i = all.length - 1; i > 0 && differences.length < rememberedDifferences; i--) {
      const [now, before] = [all[i], all[i - 1]];
      if (now !== undefined && before !== undefined && ranSameCode(now, before)) {
        differences.push(this.#difference(before, now));
      }
    }
    return largest(differences, 0);
  }

  #difference(before: KeptResult, now: KeptResult): number {
    const key = `${before.id} ${now.id}`;
    const difference =
      this.#differences.get(key) ?? differenceOf(before.benchmark.measurements, now.benchmark.measurements);
    this.#differences.set(key, difference);
    return difference;
  }
}

/** The place of each benchmark, in the order of the newest runs. */
function placesOf(results: readonly KeptResult[]): ReadonlyMap<string, number> {
  let keys: string[] = [];
  for (const { benchmarks } of new Set(results.map(({ record }) => record))) {
    keys = arranged(keys, benchmarks.map(nameKey));
  }
  return new Map(keys.map((key, place) => [key, place]));
}

function nameKey({ directory, name }: KeptResult['benchmark']): string {
  return `${directory}\n${name}`;
}

/** Of a benchmark that has failed. */
const nothing = { value: '', change: '' };

/** @param before the run before this one, of the same benchmark */
function runSummary(
  kept: KeptResult,
  before: KeptResult | undefined,
  drift: number,
): Omit<KeptRunSummary, 'place'> {
  const { benchmark } = kept;
  const { name, directory, takenAt, label, pinned } = benchmark;
  const pair = before === undefined ? null : resultPair(resultOf(before), resultOf(kept), drift);
  const changes = pair === null ? [] : compareMeasurements(pair.base, pair.measurements, pair.circumstances);
  const measurements = pair?.measurements ?? benchmark.measurements;
  const units = unitsInOrder(measurements);
  const changeOf = (unit: string) => changes.find((each) => each.unit === unit);
  const [first = nothing, ...others] = newsFirst(units, changeOf).map((unit) =>
    unitTexts(measurements, unit, changeOf(unit), unit === units[0]),
  );
  return {
    runId: kept.id,
    benchmark: name,
    directory,
    takenAt,
    label,
    pinned,
    result: [first.value, ...(units.length === 0 ? [] : partialText(benchmark))].join(' · '),
    change: first.change,
    ...(pair === null ? { verdict: null, isMore: false } : outcome(changes, pair)),
    others: others.map(({ value, change }) => `${value} ${change}`.trim()).join(' · '),
    profiles: resultOf(kept).profiles.map(({ kind, path }) => ({
      kind,
      label: kindLabel(kind),
      path,
    })),
    details: details(kept, before, pair),
  };
}

/**
 * The value of a unit, and how it has changed: of the tested one, which is the time, by how much, and how it was compared; of
 * others both values, as the lens has them.
 */
function unitTexts(
  measurements: KeptResult['benchmark']['measurements'],
  unit: string,
  change: MetricChange | undefined,
  isTested: boolean,
): { readonly value: string; readonly change: string } {
  const isBoth = change?.verdict === 'changed' && (!isTested || isFromOrToZero(change));
  if (isBoth) return { value: bothValues(change), change: '' };
  const value = change?.isCoreTime === true ? valueNow(change) : metricText(measurements, unit);
  return { value, change: isTested && change !== undefined ? changeText(change) : '' };
}

function changeText(change: MetricChange): string {
  if (change.verdict === 'changed') return `${changeMark(change)} (${comparedBy(change)})`;
  if (isUnsure(change)) return unsureText(change);
  return change.verdict === 'layout' ? testDetail(change) : changeMark(change);
}

/** Of the first unit that has changed. */
function outcome(
  changes: readonly MetricChange[],
  { facts }: ResultPair,
): Pick<KeptRunSummary, 'verdict' | 'isMore'> {
  const changed = changes.find(({ verdict }) => verdict === 'changed');
  if (changed === undefined) return { verdict: 'same', isMore: false };
  return { verdict: outcomeOf(changed, facts), isMore: changed.now.center > changed.base.center };
}

function ranSameCode({ benchmark: a }: KeptResult, { benchmark: b }: KeptResult): boolean {
  return a.codeHash !== null && a.codeHash === b.codeHash;
}

function details(
  kept: KeptResult,
  before: KeptResult | undefined,
  pair: ResultPair | null,
): KeptRunSummary['details'] {
  const { record, benchmark } = kept;
  const { goos = '', goarch = '', cpu = '' } = benchmark.config;
  const { settings, commit } = record;
  const rows: [name: string, value: string][] = [
    [
      l10n.t('Result'),
      unitsInOrder(benchmark.measurements)
        .map((unit) => metricText(benchmark.measurements, unit))
        .join(' · '),
    ],
  ];
  const counters = countersOf(benchmark);
  const counted = unitsOfCounters(counters).map((unit) => metricText(counters, unit));
  if (counted.length > 0) rows.push([l10n.t('Counters'), counted.join(' · ')]);
  const [partial] = partialText(benchmark);
  if (partial !== undefined) rows.push([l10n.t('Cancelled'), partial]);
  if (before !== undefined && pair !== null) {
    rows.push([l10n.t('Since {0}', runName(before)), changeLine(pair)]);
    const again = benchmark.inTurns?.with === before.id ? benchmark.inTurns.again : undefined;
    if (again !== undefined) {
      rows.push([l10n.t('In turns'), l10n.t('both measured again, {0}', timeText(again.takenAt))]);
    }
    if (pair.circumstances.isSameCode) rows.push([l10n.t('Code'), l10n.t('the same as in the run before')]);
  }
  if (commit !== null) {
    const text = commitText(commit);
    rows.push([l10n.t('Commit'), commit.dirty === null ? l10n.t('{0}, perhaps with changes', text) : text]);
  }
  rows.push(
    [l10n.t('Go'), [record.goVersion, `${goos}/${goarch}`].filter((text) => text.length > 1).join(' ')],
    [
      l10n.t('Machine'),
      [
        cpu,
        record.cores === 1 ? l10n.t('1 core') : l10n.t('{0} cores', record.cores),
        `GOMAXPROCS=${benchmark.procs}`,
      ]
        .filter((text) => text !== '')
        .join(' · '),
    ],
    [l10n.t('Settings'), settingsText(settings)],
    ...ofItself(kept),
    [l10n.t('Package'), benchmark.package === '' ? benchmark.directory : benchmark.package],
  );
  return rows.map(([name, value]) => ({ name, value }));
}

/** What the benchmark says of itself, and where the files are that it has left. */
function ofItself(kept: KeptResult): [name: string, value: string][] {
  const { artifacts, ...result } = resultOf(kept);
  const attributes = attributeTexts(result);
  return [
    ...(attributes.length === 0 ? [] : [[l10n.t('Attributes'), attributes.join(' · ')] as [string, string]]),
    ...(artifacts === undefined ? [] : [[l10n.t('Artifacts'), artifacts] as [string, string]]),
  ];
}

function settingsText({ count, benchtime, kinds, tags, flags }: KeptResult['record']['settings']): string {
  return [
    `-count=${count}`,
    `-benchtime=${benchtime}`,
    ...(tags === '' ? [] : [`-tags=${tags}`]),
    ...flags,
    ...(kinds.length === 0 ? [] : [l10n.t('profiles: {0}', kinds.map(kindLabel).join(', '))]),
  ].join(' ');
}
