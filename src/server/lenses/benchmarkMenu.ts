/** The menu of a benchmark: what its lenses say in full, and everything that can be done with it. */
import * as l10n from '@vscode/l10n';
import type { Command } from 'vscode-languageserver';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import {
  type BenchmarkAddress,
  type BenchmarkMenu,
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
import { changeNotes, runTitle } from '../results/changeSentences.ts';
import { comparedText } from '../results/changeText.ts';
import { doubtsOf, factsOf } from '../results/facts.ts';
import { familyText } from '../results/familyText.ts';
import { asksForTurns, comparedPair, type MeasuredBenchmark } from '../results/measuredBenchmark.ts';
import { asksForBlocking, blockingKinds } from '../results/waitedText.ts';
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
        { heading: l10n.t('Actions'), items: [runItem('flame', l10n.t('Profile this benchmark'), target)] },
      ];
    case 'running':
      return [{ heading: l10n.t('Runs now'), items: state.lenses.map(commandItem) }];
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
  const before = measured.before === undefined ? null : runTitle(measured.before);
  return [
    { heading: resultHeading(before), items: resultItems(measured) },
    { heading: l10n.t('Actions'), items: actionItems(target, measured, shownRunId) },
    { heading: l10n.t('Flame graph'), items: has(options, 'showFlameGraph') ? graphItems(measured) : [] },
  ];
}

function actionItems(
  target: BenchmarkAddress,
  measured: MeasuredBenchmark,
  shownRunId: string | null,
): MenuItem[] {
  const { runId, profiles, artifacts } = measured.latest.result;
  const more = moreMeasurements(target, measured);
  const inTurns = turnsItems(target, measured);
  // What settles a doubt comes first.
  const isInDoubt = asksForTurns(measured);
  const items = isInDoubt ? [...inTurns] : [];
  if (asksForBlocking(measured.latest.result)) {
    const request: RunRequest = { ...target, kinds: blockingKinds };
    items.push(runItem('watch', l10n.t('Profile blocking'), request));
  }
  items.push(
    runItem('refresh', l10n.t('Profile again'), target),
    runItem('dashboard', l10n.t('Measure {0} times', more.count), more),
    ...(isInDoubt ? [] : inTurns),
    ...compareItems(measured),
  );
  if (artifacts !== undefined) {
    items.push({
      icon: 'folder-opened',
      label: l10n.t('Open artifacts'),
      ...serverCall('openArtifacts', { runId }),
    });
  }
  if (profiles.length > 0 && runId !== shownRunId) {
    items.push({
      icon: 'eye',
      label: l10n.t('Show its costs beside the code'),
      ...serverCall('showResult', { runId }),
    });
  }
  return items;
}

/** Measuring in turns; none for the first run, and for two runs of the same machine code. */
function turnsItems(target: BenchmarkAddress, measured: MeasuredBenchmark): MenuItem[] {
  const { latest, before } = measured;
  if (before === undefined || comparedPair(measured)?.circumstances.isSameCode !== false) return [];
  const request: TurnsRequest = { ...target, runId: latest.result.runId, baseId: before.result.runId };
  return [
    {
      icon: 'arrow-swap',
      label: l10n.t('Measure in turns with the run of {0}', runTitle(before)),
      description: turnsPrice([measured]),
      ...serverCall('measureInTurns', request),
    },
  ];
}

function compareItems({ latest, before }: MeasuredBenchmark): MenuItem[] {
  if (before === undefined || latest.result.profiles.length === 0) return [];
  const runs: CompareRunsArgs = { runId: latest.result.runId, baseId: before.result.runId };
  return [
    {
      icon: 'diff',
      label: l10n.t('Compare with the run of {0}', runTitle(before)),
      ...serverCall('compareRuns', runs),
    },
  ];
}

function resultHeading(before: string | null): string {
  return before === null ? l10n.t('Result') : l10n.t('Result, compared with the run of {0}', before);
}

/** A row for each unit and counter, and one for each doubt. */
function resultItems(measured: MeasuredBenchmark): MenuItem[] {
  const [note, ...notes] = changeNotes(measured);
  const rows = factsOf(measured).map(
    ({ text, change }, i): MenuItem => ({
      icon: changeIcon(change),
      label: text,
      ...(change === undefined ? {} : { description: comparedText(change) }),
      ...(note === undefined || i > 0 ? {} : { detail: note }),
    }),
  );
  const doubts = [...notes, ...doubtsOf(measured).map(({ text }) => text)];
  return [...rows, ...doubts.map((label): MenuItem => ({ icon: 'warning', label }))];
}

function changeIcon(change: MetricChange | undefined): string {
  if (change?.verdict !== 'changed') return 'blank';
  return change.now.center < change.base.center ? 'arrow-down' : 'arrow-up';
}

function graphItems({ latest }: MeasuredBenchmark): MenuItem[] {
  return latest.result.profiles.flatMap(({ kind }) => {
    const graph = flameGraphOf(latest, kind);
    return graph === null
      ? []
      : [{ icon: 'flame', label: kindLabel(kind), ...clientCall('showFlameGraph', graph) }];
  });
}

/** The sub-benchmarks, each with a menu of its own. */
function parentGroups(
  { uri, benchmark }: BenchmarkAddress,
  subs: readonly MeasuredBenchmark[],
  options: LensOptions,
): MenuGroup[] {
  const items = subs.map((sub) => {
    const { name } = sub.latest.result;
    return benchmarkItem(uri, name, name.slice((benchmark?.length ?? -1) + 1), briefLine(sub));
  });
  const allResults: MenuItem[] = has(options, 'showResults')
    ? [
        {
          icon: 'table',
          label: l10n.t('Show all results in a table'),
          ...clientCall('showResults', { uri, benchmark }),
        },
      ]
    : [];
  return [
    { heading: l10n.t('Sub-benchmarks'), items },
    {
      heading: l10n.t('Actions'),
      items: [
        ...(subs.some(asksForTurns)
          ? [
              {
                icon: 'arrow-swap',
                label: l10n.t('Measure in turns what is unsure'),
                description: turnsPrice(subs.filter(asksForTurns)),
                ...serverCall('measureInTurns', { uri, benchmark }),
              },
            ]
          : []),
        runItem('refresh', l10n.t('Profile all again'), { uri, benchmark }),
        ...allResults,
      ],
    },
  ];
}

function benchmarkItem(uri: string, benchmark: string, label: string, description: string): MenuItem {
  const target: BenchmarkAddress = { uri, benchmark };
  return { icon: 'beaker', label, description, ...clientCall('benchmarkMenu', target) };
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
  return { icon, label, ...serverCall('run', request) };
}

function commandItem({ title, command, arguments: args }: Command): MenuItem {
  return { icon: 'sync', label: title, command, ...(args === undefined ? {} : { arguments: args }) };
}
