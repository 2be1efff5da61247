import * as l10n from '@vscode/l10n';
import { type CodeAction, CodeActionKind, type CodeLens, type Range } from 'vscode-languageserver';
import type { Problem } from '../../base/result.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { ScannedBenchmark } from '../../go/scan/scannedBenchmark.ts';
import { type BenchmarkAddress, type BenchmarkAtLine, serverCall } from '../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../client/lensCommand.ts';
import { rangeOf } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { fileLenses } from './fileLenses.ts';
import {
  has,
  type LensOptions,
  measuredLenses,
  parentLenses,
  profileLens,
  soFarLens,
} from './lensCommands.ts';
import {
  directoryOf,
  type LensSources,
  type LensState,
  lensState,
  measuredBelow,
  measuredWithin,
} from './lensState.ts';

/**
 * The lenses of a file: one row above its imports, for all its benchmarks; and above each benchmark, and each literal
 * `b.Run`, one that profiles it or, after a run, its result.
 */
export function codeLenses(
  document: DocumentText,
  scanner: GoScanner,
  sources: LensSources,
  options: LensOptions,
): CodeLens[] {
  const { uri } = document;
  const directory = directoryOf(document);
  const { benchmarks, importLine } = scanner.scan(document.text);
  const names = topLevel(benchmarks);
  const state = { names, measured: names.flatMap((name) => measuredWithin(sources, directory, name)) };
  const top = { line: importLine, character: 0 };
  const running = sources.news.runningFile({ uri, directory, names });
  const ofFile = (running ?? fileLenses(uri, state, options)).map((command) => ({
    range: { start: top, end: top },
    command,
  }));
  const ofBenchmarks = benchmarks.flatMap(({ name, nameRange }) => {
    const target: BenchmarkAddress = { uri, benchmark: name };
    const shown = sources.news.shownRun(directory, name);
    const failure = sources.news.failure(directory, name);
    const commands = [
      ...(failure === null ? [] : [failedLens(target, failure, options)]),
      // In front: the lines show something else than the result that follows.
      ...(shown === null ? [] : [shown]),
      ...stateLenses(target, lensState(sources, directory, name), sources, options),
    ];
    return commands.map((command) => ({ range: rangeOf(nameRange), command }));
  });
  return [...ofFile, ...ofBenchmarks];
}

/** The lens of a benchmark whose last run has failed, or that has skipped itself. A click says why. */
function failedLens(
  benchmark: BenchmarkAddress,
  { code }: Problem,
  { codicons }: { readonly codicons: boolean },
): LensCommand {
  const [text, icon] =
    code === 'skipped'
      ? [l10n.t('skipped: see why'), 'debug-step-over']
      : [l10n.t('failed: see why'), 'error'];
  return lens(lensTitle(text, codicons ? icon : ''), serverCall('explainFailure', benchmark));
}

function stateLenses(
  target: BenchmarkAddress,
  state: LensState,
  { shownRunId }: LensSources,
  options: LensOptions,
): LensCommand[] {
  switch (state.kind) {
    case 'running':
      return [...state.lenses, ...(state.soFar === null ? [] : [soFarLens(target, state.soFar, options)])];
    case 'not run':
      return [profileLens(target)];
    case 'measured':
      return measuredLenses(target, state.measured, options);
    case 'parent':
      return parentLenses(target, state, shownRunId, options);
  }
}

function topLevel(benchmarks: readonly ScannedBenchmark[]): string[] {
  return benchmarks.flatMap(({ name }) => (name.includes('/') ? [] : [name]));
}

/**
 * Actions that profile the benchmarks at a range, for editors without lenses. Sub-benchmarks whose names are computed have
 * no lens of their own: a client without menus gets actions for those that have run.
 */
export function codeActions(
  document: DocumentText,
  scanner: GoScanner,
  sources: LensSources,
  { options, range }: { readonly options: LensOptions; readonly range: Range },
): CodeAction[] {
  const { benchmarks } = scanner.scan(document.text);
  const written = new Set(benchmarks.map(({ name }) => name));
  const directory = directoryOf(document);
  const atRange = benchmarks.filter(
    ({ range: whole }) => whole.startLine <= range.end.line && whole.endLine >= range.start.line,
  );
  const learnt = (has(options, 'benchmarkMenu') ? [] : topLevel(atRange))
    .flatMap((name) => measuredBelow(sources, directory, name))
    .flatMap(({ compared: { result } }) => (written.has(result.name) ? [] : [result.name]));
  return [...atRange.map(({ name }) => name), ...learnt].map((name) => {
    const request: BenchmarkAddress = { uri: document.uri, benchmark: name };
    const title = lensTitle(l10n.t('Profile {0}', name));
    return {
      title,
      kind: CodeActionKind.Empty,
      command: lens(title, serverCall('run', request)),
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
