/** The texts of the Profiles view about a run: its result, what has changed since the run before it, how it was taken. */

import * as l10n from '@vscode/l10n';
import { listAt, madeOnce } from '../../base/maps.ts';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { bothValues, isFromOrToZero, isUnsure, newsFirst } from '../../bench/verdicts/changeWords.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { differenceOf } from '../../bench/verdicts/unitPair.ts';
import { type BenchmarkResult, commitText } from '../../go/results/benchmarkResult.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import { partialText } from '../../go/results/partialText.ts';
import type { RecordedBenchmark } from '../../go/results/runRecord.ts';
import { slotsText } from '../../go/results/slotsText.ts';
import type { HistoryParams, KeptRunSummary } from '../../protocol.ts';
import { arranged } from '../results/arranged.ts';
import { couldBeBase, driftOf } from '../results/benchmarkHistory.ts';
import { changeLine, changeMark, comparedBy, testDetail, unsureText } from '../results/changeText.ts';
import type { ComparedResult, Fact } from '../results/comparedResult.ts';
import { attributeTexts } from '../results/remarks.ts';
import { timeText } from '../sessions/runTime.ts';
import { benchmarkKey, comparedResult, type KeptResult, nameKey, runName } from './keptRun.ts';
import { listedResults, oldResults } from './listedResults.ts';

/** Makes the summaries of all runs. Remembers them, and makes only those again whose run or neighbours have changed. */
export class RunSummaries {
  #known = new Map<string, KeptRunSummary>();
  readonly #differences = new Map<string, number>();

  /** @param results oldest first */
  historyParams(results: readonly KeptResult[]): HistoryParams {
    const known = new Map<string, KeptRunSummary>();
    const byBenchmark = new Map<string, KeptResult[]>();
    const places = placesOf(results);
    const { isListed, more } = listedResults(results);
    const runs = results.filter(isListed).map((kept) => {
      const { label, pinned, inTurns } = kept.benchmark;
      const same = listAt(byBenchmark, benchmarkKey(kept.benchmark));
      const before = same.filter((each) => couldBeBase(each.benchmark, kept.benchmark)).at(-1);
      same.push(kept);
      const drift = driftOf(
        same.map(({ benchmark }) => benchmark),
        (one, other) => this.#difference(one, other),
      );
      const place = places.get(nameKey(kept.benchmark)) ?? 0;
      const parts = [kept.id, label, pinned, before?.id, before?.benchmark.label, drift, inTurns, place];
      const state = JSON.stringify(parts);
      const summary = this.#known.get(state) ?? { ...runSummary(kept, before, drift), place };
      known.set(state, summary);
      return summary;
    });
    this.#known = known;
    return { runs: runs.reverse(), more, old: oldResults(results).length };
  }

  #difference(before: RecordedBenchmark, now: RecordedBenchmark): number {
    return madeOnce(this.#differences, `${before.runId} ${now.runId}`, () =>
      differenceOf(before.measurements, now.measurements),
    );
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

/** @param before the run before this one, of the same benchmark */
function runSummary(
  kept: KeptResult,
  before: KeptResult | undefined,
  drift: number,
): Omit<KeptRunSummary, 'place'> {
  const compared = comparedResult(kept, before, drift);
  const { result, facts } = compared;
  const { name, directory, takenAt, profiles } = result;
  const { label, pinned } = kept.benchmark;
  const [first = { value: '', change: '' }, ...others] = newsFirst(facts, ({ change }) => change).map(
    (fact) => factTexts(fact, fact === facts[0]),
  );
  return {
    runId: kept.id,
    benchmark: name,
    directory,
    takenAt,
    label,
    pinned,
    result: [first.value, ...(facts.length === 0 ? [] : partialText(result))].join(' · '),
    change: first.change,
    ...outcome(compared),
    others: others.map(({ value, change }) => `${value} ${change}`.trim()).join(' · '),
    profiles: profiles.map(({ kind, path }) => ({ kind, label: kindLabel(kind), path })),
    details: details(kept, before, compared).map(([name, value]) => ({ name, value })),
  };
}

/**
 * The value of a unit, and how it has changed: of the tested one, which is the time, by how much, and how it was compared; of
 * others both values, as the lens has them.
 */
function factTexts({ text, change }: Fact, isTested: boolean): { value: string; change: string } {
  const isBoth = change?.verdict === 'changed' && (!isTested || isFromOrToZero(change));
  if (isBoth) return { value: bothValues(change), change: '' };
  return { value: text, change: isTested && change !== undefined ? changeText(change) : '' };
}

function changeText(change: MetricChange): string {
  if (change.verdict === 'changed') return `${changeMark(change)} (${comparedBy(change)})`;
  if (isUnsure(change)) return unsureText(change);
  return change.verdict === 'layout' ? testDetail(change) : changeMark(change);
}

/** Of the first unit that has changed. */
function outcome({ pair, changes }: ComparedResult): Pick<KeptRunSummary, 'verdict' | 'isMore'> {
  if (pair === null) return { verdict: null, isMore: false };
  const changed = changes.find(({ verdict }) => verdict === 'changed');
  if (changed === undefined) return { verdict: 'same', isMore: false };
  return { verdict: outcomeOf(changed, pair.facts), isMore: changed.now.center > changed.base.center };
}

type Row = [name: string, value: string];

function details(kept: KeptResult, before: KeptResult | undefined, compared: ComparedResult): Row[] {
  const { record, benchmark } = kept;
  const { artifacts, ...result } = compared.result;
  const { goos = '', goarch = '', cpu = '' } = result.config;
  const counters = compared.counters.map(({ text }) => text);
  const cores = record.cores === 1 ? l10n.t('1 core') : l10n.t('{0} cores', record.cores);
  const machine = [cpu, cores, `GOMAXPROCS=${result.procs}`].filter((text) => text !== '');
  return [
    [l10n.t('Result'), compared.line],
    ...rowOf(l10n.t('Counters'), counters),
    ...rowOf(l10n.t('Processor'), result.slots === undefined ? [] : [slotsText(result.slots)]),
    ...rowOf(l10n.t('Memory'), memoryTexts(result.memory, before)),
    ...rowOf(l10n.t('Cancelled'), partialText(result)),
    ...(before === undefined ? [] : sinceBefore(before, compared)),
    ...commitRow(record.commit),
    [l10n.t('Go'), [record.goVersion, `${goos}/${goarch}`].filter((text) => text.length > 1).join(' ')],
    [l10n.t('Machine'), machine.join(' · ')],
    [l10n.t('Settings'), settingsText(record.settings)],
    // What the benchmark says of itself, and where the files are that it has left.
    ...rowOf(l10n.t('Attributes'), attributeTexts(result)),
    ...rowOf(l10n.t('Artifacts'), artifacts === undefined ? [] : [artifacts]),
    [l10n.t('Package'), benchmark.package === '' ? benchmark.directory : benchmark.package],
  ];
}

function memoryTexts(memory: BenchmarkResult['memory'], before: KeptResult | undefined): string[] {
  const text = memoryText(memory, before?.benchmark.memory);
  return text === '' ? [] : [text];
}

/** None without texts. */
function rowOf(name: string, texts: readonly string[]): Row[] {
  return texts.length === 0 ? [] : [[name, texts.join(' · ')]];
}

function sinceBefore(before: KeptResult, { pair, again }: ComparedResult): Row[] {
  if (pair === null) return [];
  const rows: Row[] = [[l10n.t('Since {0}', runName(before)), changeLine(pair)]];
  if (again !== undefined) {
    rows.push([l10n.t('In turns'), l10n.t('both measured again, {0}', timeText(again.takenAt))]);
  }
  if (pair.circumstances.isSameCode) rows.push([l10n.t('Code'), l10n.t('the same as in the run before')]);
  return rows;
}

function commitRow(commit: KeptResult['record']['commit']): Row[] {
  if (commit === null) return [];
  const text = commitText(commit);
  return [[l10n.t('Commit'), commit.dirty === null ? l10n.t('{0}, perhaps with changes', text) : text]];
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
