/** The menu of a benchmark: what its lenses say in full, and everything that can be done with it. */
import * as l10n from '@vscode/l10n';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import {
  type BenchmarkAddress,
  type BenchmarkMenu,
  type CommandCall,
  type CompareRunsArgs,
  clientCall,
  type MenuGroup,
  type MenuItem,
  type RunRequest,
  serverCall,
  type TurnsRequest,
} from '../../protocol.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { briefLine, joined } from '../results/briefText.ts';
import { changeNotes } from '../results/changeSentences.ts';
import { comparedText } from '../results/changeText.ts';
import type { ComparedResult, KnownResult, MeasuredBenchmark } from '../results/comparedResult.ts';
import { familyText } from '../results/familyText.ts';
import { asksForWaits, doubtsOf, waitKinds } from '../results/remarks.ts';
import { shortTimeText } from '../sessions/runTime.ts';
import { profileAllTitle } from './fileLenses.ts';
import { flameGraphOf, has, type LensOptions, moreMeasurements, turnsPrice } from './lensCommands.ts';
import { directoryOf, type LensSources, type LensState, lensState } from './lensState.ts';

export function benchmarkMenu(
  document: DocumentText,
  { uri, benchmark }: BenchmarkAddress,
  scanner: GoScanner,
  sources: LensSources,
  options: LensOptions,
): BenchmarkMenu {
  const target = { uri, benchmark };
  const stateOf = (name: string) => lensState(sources, directoryOf(document), name);
  if (benchmark !== null) {
    return { title: benchmark, groups: stateGroups(target, stateOf(benchmark), sources, options) };
  }
  const names = scanner
    .scan(document.text)
    .benchmarks.flatMap(({ name }) => (name.includes('/') ? [] : [name]));
  return {
    title: l10n.t('Benchmarks of this file'),
    groups: [
      {
        heading: l10n.t('Benchmarks'),
        items: names.map((name) => benchmarkItem(uri, name, name, stateText(stateOf(name)))),
      },
      {
        heading: l10n.t('Actions'),
        items: [runItem('run-all', profileAllTitle(names), target)],
      },
    ],
  };
}

function stateGroups(
  target: BenchmarkAddress,
  state: LensState,
  sources: LensSources,
  options: LensOptions,
): MenuGroup[] {
  switch (state.kind) {
    case 'not run':
      return [
        {
          heading: l10n.t('Actions'),
          items: [runItem('flame', l10n.t('Profile this benchmark'), target), bisectItem(target)],
        },
      ];
    case 'running': {
      const items = state.lenses.map(({ title, command, arguments: args = [] }) =>
        item('sync', title, { command, arguments: args }),
      );
      return [{ heading: l10n.t('Runs now'), items }];
    }
    case 'measured':
      return measuredGroups(target, state.measured, sources, options);
    case 'parent':
      return parentGroups(target, state.subs, options);
  }
}

function measuredGroups(
  target: BenchmarkAddress,
  measured: MeasuredBenchmark,
  { shownRunId }: LensSources,
  options: LensOptions,
): MenuGroup[] {
  const { before } = measured.compared;
  const heading =
    before === undefined ? l10n.t('Result') : l10n.t('Result, compared with the run of {0}', timeOf(before));
  const graphs = has(options, 'showFlameGraph') ? graphItems(measured.compared) : [];
  return [
    { heading, items: resultItems(measured) },
    { heading: l10n.t('Actions'), items: actionItems(target, measured, shownRunId) },
    { heading: l10n.t('Flame graph'), items: graphs },
  ];
}

function actionItems(
  target: BenchmarkAddress,
  measured: MeasuredBenchmark,
  shownRunId: string | null,
): MenuItem[] {
  const { result, asksForTurns } = measured.compared;
  const { runId, profiles, artifacts } = result;
  const more = moreMeasurements(target, result);
  const inTurns = turnsItems(target, measured);
  const waiting: RunRequest = { ...target, kinds: waitKinds };
  return [
    // What settles a doubt comes first.
    ...(asksForTurns === null ? [] : inTurns),
    ...(asksForWaits(result) ? [runItem('watch', l10n.t('Profile waiting'), waiting)] : []),
    runItem('refresh', l10n.t('Profile again'), target),
    runItem('dashboard', l10n.t('Measure {0} times', more.count), more),
    ...(asksForTurns === null ? inTurns : []),
    ...compareItems(measured.compared),
    bisectItem(target),
    ...(artifacts === undefined
      ? []
      : [item('folder-opened', l10n.t('Open artifacts'), serverCall('openArtifacts', { runId }))]),
    ...(profiles.length === 0 || runId === shownRunId
      ? []
      : [item('eye', l10n.t('Show its costs beside the code'), serverCall('showResult', { runId }))]),
  ];
}

/** Measuring in turns; none for the first run, and for two runs of the same machine code. */
function turnsItems(target: BenchmarkAddress, measured: MeasuredBenchmark): MenuItem[] {
  const { result, before, pair } = measured.compared;
  if (before === undefined || pair?.circumstances.isSameCode !== false) return [];
  const request: TurnsRequest = { ...target, runId: result.runId, baseId: before.result.runId };
  const label = l10n.t('Measure in turns with the run of {0}', timeOf(before));
  return [turnsItem(label, [measured], request)];
}

function turnsItem(label: string, all: readonly MeasuredBenchmark[], request: TurnsRequest): MenuItem {
  return {
    ...item('arrow-swap', label, serverCall('measureInTurns', request)),
    description: turnsPrice(all),
  };
}

function bisectItem(target: BenchmarkAddress): MenuItem {
  return item('git-commit', l10n.t('Find the commit of a change…'), serverCall('bisect', target));
}

function compareItems({ result, before }: ComparedResult): MenuItem[] {
  if (before === undefined || result.profiles.length === 0) return [];
  const runs: CompareRunsArgs = { runId: result.runId, baseId: before.result.runId };
  const label = l10n.t('Compare with the run of {0}', timeOf(before));
  return [item('diff', label, serverCall('compareRuns', runs))];
}

/** A longer text would leave no room for the price, or for the first result. */
function timeOf({ result }: KnownResult): string {
  return shortTimeText(result.takenAt);
}

/** A row for each unit and counter, and one for each doubt. */
function resultItems(measured: MeasuredBenchmark): MenuItem[] {
  const { newsFirst, changes } = measured.compared;
  const [note, ...notes] = changeNotes(measured.compared);
  // It says why the time has not changed for certain.
  const noted = Math.max(
    0,
    newsFirst.findIndex(({ change }) => change !== undefined && change === changes[0]),
  );
  const rows = newsFirst.map(
    ({ text, change }, i): MenuItem => ({
      icon: changeIcon(change),
      label: text,
      ...(change === undefined ? {} : { description: comparedText(change) }),
      ...(note === undefined || i !== noted ? {} : { detail: note }),
    }),
  );
  const doubts = [...notes, ...doubtsOf(measured).map(({ text }) => text)];
  return [...rows, ...doubts.map((label): MenuItem => ({ icon: 'warning', label }))];
}

function changeIcon(change: MetricChange | undefined): string {
  if (change?.verdict !== 'changed') return 'blank';
  return change.now.center < change.base.center ? 'arrow-down' : 'arrow-up';
}

function graphItems(compared: ComparedResult): MenuItem[] {
  return compared.result.profiles.flatMap(({ kind }) => {
    const graph = flameGraphOf(compared, kind);
    return graph === null ? [] : [item('flame', kindLabel(kind), clientCall('showFlameGraph', graph))];
  });
}

/** The sub-benchmarks, each with a menu of its own. */
function parentGroups(
  target: BenchmarkAddress,
  subs: readonly MeasuredBenchmark[],
  options: LensOptions,
): MenuGroup[] {
  const items = subs.map((sub) => {
    const { name } = sub.compared.result;
    const label = name.slice((target.benchmark?.length ?? -1) + 1);
    return benchmarkItem(target.uri, name, label, briefLine(sub));
  });
  const unsure = subs.filter(({ compared }) => compared.asksForTurns !== null);
  const actions = [
    ...(unsure.length === 0 ? [] : [turnsItem(l10n.t('Measure in turns what is unsure'), unsure, target)]),
    runItem('refresh', l10n.t('Profile all again'), target),
    ...(has(options, 'showResults')
      ? [item('table', l10n.t('Show all results in a table'), clientCall('showResults', target))]
      : []),
    bisectItem(target),
  ];
  return [
    { heading: l10n.t('Sub-benchmarks'), items },
    { heading: l10n.t('Actions'), items: actions },
  ];
}

function benchmarkItem(uri: string, benchmark: string, label: string, description: string): MenuItem {
  return { ...item('beaker', label, clientCall('benchmarkMenu', { uri, benchmark })), description };
}

function stateText(state: LensState): string {
  switch (state.kind) {
    case 'not run':
      return l10n.t('not profiled yet');
    case 'running':
      return l10n.t('runs now');
    case 'measured':
      return briefLine(state.measured);
    case 'parent':
      return joined([l10n.t('{0} sub-benchmarks', state.subs.length), familyText(state.subs)]);
  }
}

function runItem(icon: string, label: string, request: BenchmarkAddress): MenuItem {
  return item(icon, label, serverCall('run', request));
}

function item(icon: string, label: string, call: CommandCall): MenuItem {
  return { icon, label, ...call };
}
