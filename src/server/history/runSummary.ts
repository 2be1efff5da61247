/** What the list of runs says of one: its result, what changed since the run before, where it comes from. */
import * as l10n from '@vscode/l10n';
import { type Circumstances, compareRuns, differenceOf, type MetricChange } from '../../bench/change.ts';
import { testText } from '../../bench/comparisonText.ts';
import { metricText, unitsInOrder } from '../../bench/summary.ts';
import { commitText } from '../../go/commit.ts';
import type { HistoryParams, KeptRunSummary } from '../../protocol.ts';
import { kindLabel } from '../../sampleTypeLabels.ts';
import { rememberedDifferences } from '../benchmarkResults.ts';
import { changeLine, percentText } from '../compare/changeText.ts';
import { benchmarkRunOf, type HistoryEntry } from './entries.ts';
import type { History } from './history.ts';
import { runName } from './runName.ts';

export function historyParams(history: History): HistoryParams {
  const { entries } = history;
  return { runs: entries.map((entry) => runSummary(entry, history.runsBefore(entry))).reverse() };
}

/** @param earlier runs of the same benchmark, oldest first */
export function runSummary(entry: HistoryEntry, earlier: readonly HistoryEntry[]): KeptRunSummary {
  const { benchmark } = entry;
  const before = earlier.at(-1);
  const circumstances = circumstancesOf([...earlier, entry]);
  const { runs, name, directory, takenAt, label, pinned } = benchmark;
  const changes = before === undefined ? [] : compareRuns(before.benchmark.runs, runs, circumstances);
  const [first, ...others] = unitsInOrder(runs);
  return {
    runId: entry.id,
    benchmark: name,
    directory,
    takenAt,
    label,
    pinned,
    result: first === undefined ? '' : metricText(runs, first),
    change: before === undefined ? '' : changeText(changes, circumstances),
    verdict: before === undefined ? null : verdictOf(changes),
    others: others.map((unit) => otherText(runs, unit, changes)).join(' · '),
    profiles: benchmarkRunOf(entry).profiles.map(({ kind, path }) => ({
      kind,
      label: kindLabel(kind),
      path,
    })),
    details: details(entry, before, circumstances),
  };
}

/** The first unit, which is the time, says how it was compared; others are named where only they changed. */
function changeText(changes: readonly MetricChange[], { isSameCode }: Circumstances): string {
  const [tested] = changes;
  if (tested === undefined) return '';
  if (tested.verdict === 'changed') return `${percentText(tested)} (${testText(tested.comparison)})`;
  return isSameCode ? l10n.t('nothing changed') : '~';
}

function otherText(
  runs: HistoryEntry['benchmark']['runs'],
  unit: string,
  changes: readonly MetricChange[],
): string {
  const change = changes.find((each) => each.unit === unit);
  const text = metricText(runs, unit);
  return change?.verdict === 'changed' ? `${text} ${percentText(change)}` : text;
}

/** Of the first unit that changed: less is better where it is known to be a cost. */
function verdictOf(changes: readonly MetricChange[]): KeptRunSummary['verdict'] {
  const changed = changes.find(({ verdict }) => verdict === 'changed');
  if (changed === undefined) return 'same';
  const { unit, base, now } = changed;
  if (!/^(?:ns|B|allocs)\/op$/.test(unit)) return 'different';
  return now.center < base.center ? 'better' : 'worse';
}

/** How the last of these runs and the one before it relate, beside their results: as for its lens. */
function circumstancesOf(runs: readonly HistoryEntry[]): Circumstances {
  const last = runs.at(-1);
  const differences = runs.flatMap((entry, i) => {
    const before = runs[i - 1];
    if (before === undefined || !ranSameCode(entry, before)) return [];
    return differenceOf(before.benchmark.runs, entry.benchmark.runs);
  });
  const before = runs.at(-2);
  return {
    isSameCode: last !== undefined && before !== undefined && ranSameCode(last, before),
    drift: Math.max(0, ...differences.slice(-rememberedDifferences)),
  };
}

function ranSameCode({ benchmark: a }: HistoryEntry, { benchmark: b }: HistoryEntry): boolean {
  return a.codeHash !== null && a.codeHash === b.codeHash;
}

function details(
  entry: HistoryEntry,
  before: HistoryEntry | undefined,
  circumstances: Circumstances,
): KeptRunSummary['details'] {
  const { record, benchmark } = entry;
  const { goos = '', goarch = '', cpu = '' } = benchmark.config;
  const { settings, commit } = record;
  const rows: [name: string, value: string][] = [
    [
      l10n.t('Result'),
      unitsInOrder(benchmark.runs)
        .map((unit) => metricText(benchmark.runs, unit))
        .join(' · '),
    ],
  ];
  if (before !== undefined) {
    const compared = changeLine(before.benchmark.runs, benchmark.runs, circumstances);
    rows.push([l10n.t('Since {0}', runName(before)), compared]);
    if (circumstances.isSameCode) rows.push([l10n.t('Code'), l10n.t('the same as in the run before')]);
  }
  if (commit !== null) {
    const text = commitText(commit);
    rows.push([l10n.t('Commit'), commit.dirty === null ? l10n.t('{0}, perhaps with changes', text) : text]);
  }
  rows.push(
    [l10n.t('Go'), [record.goVersion, `${goos}/${goarch}`].filter((text) => text.length > 1).join(' ')],
    [
      l10n.t('Machine'),
      [cpu, l10n.t('{0} cores', record.cores), `GOMAXPROCS=${benchmark.procs}`]
        .filter((text) => text !== '')
        .join(' · '),
    ],
    [l10n.t('Settings'), settingsText(settings)],
    [l10n.t('Package'), benchmark.package === '' ? benchmark.directory : benchmark.package],
  );
  return rows.map(([name, value]) => ({ name, value }));
}

function settingsText({ count, benchtime, kinds, tags, flags }: HistoryEntry['record']['settings']): string {
  return [
    `-count=${count}`,
    `-benchtime=${benchtime}`,
    ...(tags === '' ? [] : [`-tags=${tags}`]),
    ...flags,
    ...(kinds.length === 0 ? [] : [l10n.t('profiles: {0}', kinds.map(kindLabel).join(', '))]),
  ].join(' ');
}
