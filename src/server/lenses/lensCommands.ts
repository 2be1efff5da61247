/**
 * The lenses of each state, in order. What they do not say for want of room stands in their tooltips, in the hover of the
 * benchmark's name and in its menu. Clients that have no menu get the result as the lens that profiles again.
 */

import * as l10n from '@vscode/l10n';
import type { PlainText } from '../../base/escape.ts';
import { append } from '../../base/lists.ts';
import type { TakenKind } from '../../base/model.ts';
import { layoutsOfCheck } from '../../go/build/layouts.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import {
  type BenchmarkAddress,
  type ClientCommandName,
  type CompareRunsArgs,
  clientCall,
  clientCommandId,
  type RunRequest,
  type ShowFlameGraphArgs,
  serverCall,
} from '../../protocol.ts';
import { type LensCommand, lens, lensTitle, tooltip } from '../client/lensCommand.ts';
import { localSentence } from '../client/messages.ts';
import { briefLine, briefTexts, joined, newsDirection } from '../results/briefText.ts';
import { resultSentences } from '../results/changeSentences.ts';
import type { KnownResult, MeasuredBenchmark } from '../results/comparedResult.ts';
import { familyText, shortName, slowest } from '../results/familyText.ts';
import { asksForWaits, waitedText, waitKinds } from '../results/remarks.ts';
import { turnsTime } from '../runs/benchmarks/turnsPlan.ts';
import { aboutText } from '../runs/queue/runEstimate.ts';
import type { ParentState, SettledState } from './lensState.ts';

export interface LensOptions {
  /** The commands that the client has of its own. */
  readonly clientCommands: readonly string[];
  readonly codicons: boolean;
}

/** Profiles the benchmark for the first time. */
export function profileLens(target: BenchmarkAddress): LensCommand {
  return lens(
    lensTitle(l10n.t('profile this benchmark')),
    serverCall('run', target),
    l10n.t('Measure {0}, profile it, and show the costs in the code', target.benchmark ?? ''),
  );
}

export function measuredLenses(
  target: BenchmarkAddress,
  measured: MeasuredBenchmark,
  options: LensOptions,
): LensCommand[] {
  const { compared } = measured;
  const graphs = graphLens(l10n.t('flame graph'), flameGraphOf(compared), options);
  if (!has(options, 'benchmarkMenu')) return [...plainLenses(target, measured, options), ...graphs];
  const results = briefTexts(measured).map(({ is, text }, i) => {
    const title = lensTitle(text, i === 0 ? newsIcon(measured, options) : '');
    return is === 'memory' ? memoryLens(target, compared, title) : resultLens(target, measured, title);
  });
  const turns = turnsLenses(target, [measured]);
  return [
    againLens(target, options),
    // Behind the doubt it would be out of sight where a page stands beside the code.
    ...(compared.asksForTurns === 'doubt' ? turns : []),
    ...waitsLenses(target, compared),
    ...results,
    ...(compared.asksForTurns === 'layouts' ? turns : []),
    ...graphs,
  ];
}

/** VS Code draws lenses in one colour, so an arrow says what the gutter says in green and red. */
function newsIcon({ compared }: MeasuredBenchmark, { codicons }: LensOptions): string {
  const news = codicons ? newsDirection(compared) : null;
  if (news === null) return '';
  return news.isMore ? 'arrow-up' : 'arrow-down';
}

function resultLens(target: BenchmarkAddress, measured: MeasuredBenchmark, title: PlainText): LensCommand {
  return lens(
    title,
    clientCall('benchmarkMenu', target),
    ...resultSentences(measured),
    l10n.t('Click for what can be done with it.'),
  );
}

/** The lenses of a benchmark whose sub-benchmarks have been measured. */
export function parentLenses(
  target: BenchmarkAddress,
  { subs, failed }: ParentState,
  shownRunId: string | null,
  options: LensOptions,
): LensCommand[] {
  const count = subs.length === 1 ? l10n.t('1 sub-benchmark') : l10n.t('{0} sub-benchmarks', subs.length);
  const text = joined([count, failed === 0 ? '' : l10n.t('{0} failed', failed), familyText(subs)]);
  if (!has(options, 'benchmarkMenu')) {
    return [
      lens(lensTitle(text), serverCall('run', target), againText(target)),
      ...turnsLenses(target, subs),
    ];
  }
  const shown = subs.find(({ compared }) => compared.result.runId === shownRunId);
  return [
    againLens(target, options),
    ...turnsLenses(target, subs),
    showLens(target, text, options),
    ...(shown === undefined ? slowestLens(target, subs, options) : [shownLens(target, shown)]),
  ];
}

/** How long it takes to measure these in turns with the runs before, in words. */
export function turnsPrice(all: readonly MeasuredBenchmark[]): string {
  const pairs = all.flatMap(({ compared: { before, result } }) =>
    before === undefined ? [] : { base: before.result, result },
  );
  const time = turnsTime(pairs);
  return time === null ? l10n.t('a while') : l10n.t('at most {0}', aboutText(time));
}

/** One click that settles what two runs at two times leave open. None if there is nothing to settle. */
function turnsLenses(target: BenchmarkAddress, all: readonly MeasuredBenchmark[]): LensCommand[] {
  const unsure = all.filter(({ compared }) => compared.asksForTurns !== null);
  if (unsure.length === 0) return [];
  const isByLayouts = unsure.every(({ compared }) => compared.asksForTurns === 'layouts');
  return [
    lens(
      lensTitle(isByLayouts ? l10n.t('check in other layouts') : l10n.t('measure in turns')),
      serverCall('measureInTurns', target),
      isByLayouts
        ? l10n.t(
            'Where the linker puts the code can make it as much faster or slower. Measures both versions in turns, and over {0} layouts.',
            layoutsOfCheck,
          )
        : l10n.t(
            'Runs the test binaries of both runs again, one after the other in turns. What disturbs the machine then affects both alike.',
          ),
      l10n.t('It takes {0}.', turnsPrice(unsure)),
    ),
  ];
}

/** As the message offers it, which goes. None if it did not wait, or it is known what for. */
function waitsLenses(target: BenchmarkAddress, { result }: KnownResult): LensCommand[] {
  if (!asksForWaits(result)) return [];
  const request: RunRequest = { ...target, kinds: waitKinds };
  const title = lensTitle(l10n.t('profile waiting'));
  return [lens(title, serverCall('run', request), waitedText(result) ?? '')];
}

/** What a run has measured so far, beside its progress. */
export function soFarLens(target: BenchmarkAddress, state: SettledState, options: LensOptions): LensCommand {
  const [text, sentences] =
    state.kind === 'measured'
      ? [briefLine(state.measured), resultSentences(state.measured)]
      : [joined([l10n.t('{0} so far', state.subs.length), familyText(state.subs)]), []];
  const call = has(options, 'benchmarkMenu')
    ? clientCall('benchmarkMenu', target)
    : serverCall('run', target);
  return lens(lensTitle(text), call, ...sentences);
}

function againLens(target: BenchmarkAddress, { codicons }: LensOptions): LensCommand {
  return lens(
    lensTitle(l10n.t('profile again'), codicons ? 'refresh' : ''),
    serverCall('run', target),
    againText(target),
  );
}

function againText({ benchmark }: BenchmarkAddress): string {
  return l10n.t('Profile {0} again', benchmark ?? '');
}

/** The summary of several benchmarks. It shows the results of all. */
export function showLens(target: BenchmarkAddress, text: string, options: LensOptions): LensCommand {
  return {
    title: lensTitle(joined([text, l10n.t('show')])),
    ...tooltip(l10n.t('Click for the results of all.')),
    command: has(options, 'showResults') ? clientCommandId('showResults') : clientCommandId('benchmarkMenu'),
    arguments: [target],
  };
}

/** Says of which sub-benchmark the lines show the costs. */
function shownLens(target: BenchmarkAddress, { compared: { result } }: MeasuredBenchmark): LensCommand {
  return lens(
    lensTitle(l10n.t('lines show {0}', shortName(result.name, target.benchmark))),
    clientCall('benchmarkMenu', target),
    l10n.t('The costs beside the code are those of {0}.', result.name),
    l10n.t('Click for another one.'),
  );
}

/** The flame graph of the slowest sub-benchmark. */
function slowestLens(
  target: BenchmarkAddress,
  subs: readonly MeasuredBenchmark[],
  options: LensOptions,
): LensCommand[] {
  const all = subs.map(({ compared }) => compared);
  const found = slowest(all, ({ facts }) => facts.find(({ unit }) => unit === 'ns/op')?.median);
  if (found === undefined) return [];
  const title = l10n.t('flame graph of {0}', shortName(found.result.name, target.benchmark));
  return graphLens(title, flameGraphOf(found), options);
}

/** Bytes and allocations. A click shows where they come from. */
function memoryLens(target: BenchmarkAddress, known: KnownResult, title: PlainText): LensCommand {
  const graph = flameGraphOf(known, 'mem');
  return graph === null
    ? lens(title, clientCall('benchmarkMenu', target))
    : lens(
        title,
        clientCall('showFlameGraph', graph),
        l10n.t('Click for the flame graph of what it allocates.'),
      );
}

function graphLens(title: string, graph: ShowFlameGraphArgs | null, options: LensOptions): LensCommand[] {
  if (graph === null || !has(options, 'showFlameGraph')) return [];
  return [lens(lensTitle(title), clientCall('showFlameGraph', graph))];
}

/** The result for clients without a menu: it profiles again, and the lenses beside it are the rest of the menu. */
function plainLenses(
  target: BenchmarkAddress,
  measured: MeasuredBenchmark,
  options: LensOptions,
): LensCommand[] {
  const { result, before, disturbances } = measured.compared;
  const lenses: LensCommand[] = [
    lens(
      lensTitle(briefLine(measured), options.codicons ? 'refresh' : ''),
      serverCall('run', target),
      againText(target),
      ...resultSentences(measured),
    ),
  ];
  if (has(options, 'showFlameGraph') && before !== undefined && result.profiles.length > 0) {
    const runs: CompareRunsArgs = { runId: result.runId, baseId: before.result.runId };
    lenses.push(lens(lensTitle(l10n.t('compare')), serverCall('compareRuns', runs)));
  }
  append(lenses, [...turnsLenses(target, [measured]), ...waitsLenses(target, measured.compared)]);
  const [noise] = disturbances;
  if (noise !== undefined) {
    const request = moreMeasurements(target, result);
    const title = lensTitle(l10n.t('measure {0} times', request.count));
    lenses.push(lens(title, serverCall('run', request), localSentence(noise)));
  }
  return lenses;
}

/** At most so many measurements are offered. */
const mostOffered = 100;

/** A run of more measurements than those that were not enough. */
export function moreMeasurements(
  target: BenchmarkAddress,
  { measurements }: BenchmarkResult,
): RunRequest & { readonly count: number } {
  const count = Math.min(mostOffered, Math.max(10, 2 * measurements.length));
  return { ...target, count };
}

/**
 * Of a run from before the server's start, the profile's path: such a run has no sessions until its profile is opened.
 * `null` if there is no such profile.
 *
 * @param kind if missing, the first profile's
 */
export function flameGraphOf(
  { sessionIds, result }: KnownResult,
  kind?: TakenKind,
): ShowFlameGraphArgs | null {
  const profile = result.profiles.find((each) => kind === undefined || each.kind === kind);
  if (profile === undefined) return null;
  // Sessions are made in the order of the profiles. If one could not be opened, they cannot be told apart by their place.
  const isEach = sessionIds.length === result.profiles.length;
  const sessionId = isEach ? sessionIds[result.profiles.indexOf(profile)] : undefined;
  return sessionId === undefined ? { profilePath: profile.path } : { sessionId };
}

export function has(options: LensOptions, command: ClientCommandName): boolean {
  return options.clientCommands.includes(clientCommandId(command));
}
