/** What the list of runs says of one: its result, what changed since the run before, where it comes from. */
import * as l10n from '@vscode/l10n';
import { compareRuns, type MetricChange } from '../../bench/change.ts';
import { testText } from '../../bench/comparisonText.ts';
import { metricText, unitsInOrder } from '../../bench/summary.ts';
import { commitText } from '../../go/commit.ts';
import type { HistoryParams, KeptRunSummary } from '../../protocol.ts';
import { kindLabel } from '../../sampleTypeLabels.ts';
import { changeLine, percentText } from '../compare/changeText.ts';
import { benchmarkRunOf, type HistoryEntry } from './entries.ts';
import type { History } from './history.ts';
import { runName } from './runName.ts';

export function historyParams(history: History): HistoryParams {
  return { runs: history.entries.map((entry) => runSummary(entry, history.before(entry))).reverse() };
}

/** @param before the run of the same benchmark before this one */
export function runSummary(entry: HistoryEntry, before: HistoryEntry | undefined): KeptRunSummary {
  const { benchmark } = entry;
  const { runs, name, directory, takenAt, label, pinned } = benchmark;
  const changes = before === undefined ? [] : compareRuns(before.benchmark.runs, runs);
  const [first, ...others] = unitsInOrder(runs);
  return {
    runId: entry.id,
    benchmark: name,
    directory,
    takenAt,
    label,
    pinned,
    result: first === undefined ? '' : metricText(runs, first),
    change: before === undefined ? '' : changeText(changes, isSameSource(entry, before)),
    verdict: before === undefined ? null : verdictOf(changes),
    others: others.map((unit) => otherText(runs, unit, changes)).join(' · '),
    profiles: benchmarkRunOf(entry).profiles.map(({ kind, path }) => ({
      kind,
      label: kindLabel(kind),
      path,
    })),
    details: details(entry, before),
  };
}

/** The first unit, which is the time, says how it was compared; others are named where only they changed. */
function changeText(changes: readonly MetricChange[], isSame: boolean): string {
  const [tested] = changes;
  if (tested === undefined) return '';
  if (tested.verdict === 'changed') return `${percentText(tested)} (${testText(tested.comparison)})`;
  const isUnchanged = changes.every(({ verdict }) => verdict !== 'changed');
  return isSame && isUnchanged ? l10n.t('nothing changed') : '~';
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

/** Compiled from the same texts, by the same Go, in the same way. */
function isSameSource({ record: one }: HistoryEntry, { record: other }: HistoryEntry): boolean {
  const { tags, flags } = one.settings;
  return (
    one.sources !== '' &&
    one.sources === other.sources &&
    one.goVersion === other.goVersion &&
    tags === other.settings.tags &&
    flags.join('\0') === other.settings.flags.join('\0')
  );
}

function details(entry: HistoryEntry, before: HistoryEntry | undefined): KeptRunSummary['details'] {
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
    const compared = changeLine(before.benchmark.runs, benchmark.runs);
    rows.push([l10n.t('Since {0}', runName(before)), compared]);
    rows.push([
      l10n.t('Sources'),
      isSameSource(entry, before)
        ? l10n.t('the same as in the run before')
        : l10n.t('not the same as in the run before'),
    ]);
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
