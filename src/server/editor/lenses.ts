import * as l10n from '@vscode/l10n';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type Command,
  type Range,
} from 'vscode-languageserver';
import { isStanding } from '../../bench/verdicts/noise.ts';
import { resultLine } from '../../bench/verdicts/summary.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { ScannedBenchmark } from '../../go/scan/scannedBenchmark.ts';
import {
  type BenchmarkAtLine,
  type CompareRunsArgs,
  clientCommands,
  type RunRequest,
  type ShowFlameGraphArgs,
  serverCommands,
} from '../../protocol.ts';
import type { Problem } from '../../result.ts';
import { rangeOf } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { KnownResult } from '../results/benchmarkResults.ts';
import { changeLine } from '../results/changeText.ts';
import { partialText } from '../results/partialText.ts';
import { failedLens } from './failedLens.ts';
import {
  directoryOf,
  type LensSources,
  type LensState,
  lensState,
  type MeasuredBenchmark,
  type SettledState,
} from './lensState.ts';

/** So many sub-benchmarks with computed names get lenses on one line. The output has the results of all. */
const mostLearnt = 8;

export interface LensOptions {
  readonly flameGraph: boolean;
  readonly codicons: boolean;
}

/**
 * The lenses above each benchmark: one that profiles it; after a run its result, `flame graph` and `compare`. The names of
 * some sub-benchmarks are computed and known only after a run. Their lenses stand above the benchmark that contains them.
 */
export function codeLenses(
  document: DocumentText,
  scanner: GoScanner,
  sources: LensSources,
  options: LensOptions,
): CodeLens[] {
  const directory = directoryOf(document);
  const { benchmarks } = scanner.scan(document.text);
  const written = new Set(benchmarks.map(({ name }) => name));
  return benchmarks.flatMap(({ name, nameRange }) => {
    const range = rangeOf(nameRange);
    const state = lensState(sources, directory, name);
    const shown = sources.news.shownRun(directory, name);
    const target = { uri: document.uri, benchmark: name };
    const commands = [
      ...(sources.news.failed(directory, name) ? [failedLens(target, options)] : []),
      ...stateCommands(target, state, written, options),
      ...(shown === null ? [] : [shown]),
    ];
    return commands.map((command) => ({ range, command }));
  });
}

function stateCommands(
  request: RunRequest,
  state: LensState,
  written: ReadonlySet<string>,
  options: LensOptions,
): Command[] {
  switch (state.kind) {
    case 'running':
      return [
        ...state.lenses,
        ...(state.soFar === null ? [] : settledCommands(request, state.soFar, written, options)),
      ];
    case 'not run':
      return [profileThis(request)];
    case 'measured':
      return settledCommands(request, state, written, options);
    case 'parent':
      return [profileThis(request), ...settledCommands(request, state, written, options)];
  }
}

function settledCommands(
  request: RunRequest,
  state: SettledState,
  written: ReadonlySet<string>,
  options: LensOptions,
): Command[] {
  return state.kind === 'measured'
    ? measuredCommands(request, state.measured, options)
    : learntCommands(request, state.subs, written, options);
}

function profileThis(request: RunRequest): Command {
  return { title: l10n.t('profile this benchmark'), command: serverCommands.run, arguments: [request] };
}

/** The lenses of those sub-benchmarks whose names are computed. */
function learntCommands(
  { uri, benchmark }: RunRequest,
  subs: readonly MeasuredBenchmark[],
  written: ReadonlySet<string>,
  options: LensOptions,
): Command[] {
  const isLearnt = ({ latest: { result } }: MeasuredBenchmark) =>
    !written.has(result.name) && parentIn(result.name, written) === benchmark;
  return subs
    .filter(isLearnt)
    .slice(0, mostLearnt)
    .flatMap((sub) => {
      const { name } = sub.latest.result;
      const [first, ...others] = measuredCommands({ uri, benchmark: name }, sub, options);
      if (first === undefined) return [];
      const shortName = name.slice((benchmark?.length ?? 0) + 1);
      return [{ ...first, title: `${shortName}: ${first.title}` }, ...others];
    });
}

/** The longest benchmark of `written` that contains `name`. */
function parentIn(name: string, written: ReadonlySet<string>): string | null {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const parent = name.slice(0, end);
    if (written.has(parent)) return parent;
  }
  return null;
}

function measuredCommands(
  request: RunRequest,
  { latest, before, circumstances, codeChanged }: MeasuredBenchmark,
  options: LensOptions,
): Command[] {
  const { measurements } = latest.result;
  const result =
    before === undefined
      ? resultLine(measurements)
      : changeLine(before.result.measurements, measurements, circumstances);
  const partial = partialText(latest.result);
  const title = [result, ...partial, ...(codeChanged ? [l10n.t('code changed')] : [])].join(' · ');
  const again = options.codicons ? `$(refresh) ${title}` : title;
  const commands: Command[] = [{ title: again, command: serverCommands.run, arguments: [request] }];
  const args = flameGraphOf(latest);
  if (options.flameGraph && args !== null) {
    commands.push({
      title: l10n.t('flame graph'),
      command: clientCommands.showFlameGraph,
      arguments: [args],
    });
  }
  if (options.flameGraph && before !== undefined && latest.result.profiles.length > 0) {
    const runs: CompareRunsArgs = { runId: latest.result.runId, baseId: before.result.runId };
    commands.push({ title: l10n.t('compare'), command: serverCommands.compareRuns, arguments: [runs] });
  }
  const note = latest.result.notes?.find((each) => !isStanding(each));
  if (note !== undefined) commands.push(moreMeasurements(request, note, measurements.length, options));
  return commands;
}

/** A lens offers at most so many measurements. */
const mostOffered = 100;

/** Says what may have disturbed the timings, and offers more measurements. */
function moreMeasurements(
  request: RunRequest,
  note: Problem,
  measured: number,
  { codicons }: LensOptions,
): Command {
  const count = Math.min(mostOffered, Math.max(10, 2 * measured));
  const title = l10n.t('noisy: {0} Measure {1} times', l10n.t(note.template, ...note.args), count);
  return {
    title: codicons ? `$(warning) ${title}` : title,
    command: serverCommands.run,
    arguments: [{ ...request, count }],
  };
}

/** Of a run from before the server's start, the profile's path: such a run has no sessions until its profile is opened. */
function flameGraphOf({ sessionIds: [sessionId], result }: KnownResult): ShowFlameGraphArgs | null {
  if (sessionId !== undefined) return { sessionId };
  const [profile] = result.profiles;
  return profile === undefined ? null : { profilePath: profile.path };
}

/** Actions that profile the benchmarks at a range, for editors without lenses. */
export function codeActions(document: DocumentText, scanner: GoScanner, range: Range): CodeAction[] {
  return scanner
    .scan(document.text)
    .benchmarks.filter(
      ({ range: whole }) => whole.startLine <= range.end.line && whole.endLine >= range.start.line,
    )
    .map(({ name }) => {
      const request: RunRequest = { uri: document.uri, benchmark: name };
      const title = l10n.t('Profile {0}', name);
      return {
        title,
        kind: CodeActionKind.Empty,
        command: { title, command: serverCommands.run, arguments: [request] },
      };
    });
}

export function benchmarksOf(text: string, scanner: GoScanner): BenchmarkAtLine[] {
  return scanner.scan(text).benchmarks.map(({ name, nameRange, range }: ScannedBenchmark) => ({
    name,
    line: nameRange.startLine,
    endLine: range.endLine,
  }));
}
