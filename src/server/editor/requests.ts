import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { type CodeAction, type CodeLens, type Connection, MarkupKind } from 'vscode-languageserver';
import type { GoScanner } from '../../go/scan/scan.ts';
import { mayServe, type ServeOffer } from '../../go/scan/serveProfiles.ts';
import { clientCommandId } from '../../protocol.ts';
import type { ClientAbilities } from '../client/initialize.ts';
import { rangeOf } from '../client/lspTerms.ts';
import { type DocumentText, isTestFile } from '../costs/documentText.ts';
import { type EditorServices, type HoverServices, hoverText } from '../hovers/hover.ts';
import { ProductionShares } from '../hovers/productionHover.ts';
import { codeActions, codeLenses } from '../lenses/lenses.ts';
import type { LensRefresh } from '../lenses/lensRefresh.ts';
import type { Runs } from '../runs/benchmarks/runs.ts';
import type { PgoFits } from '../runs/programs/pgoFits.ts';
import { isLikelyProgram, programActions, programLenses } from '../runs/programs/programLenses.ts';
import type { Programs } from '../runs/programs/programs.ts';
import { outsideProblem } from '../runs/queue/insideWorkspace.ts';
import type { Tests } from '../runs/tests/tests.ts';
import type { Annotations } from './annotations.ts';
import type { Smells } from './smells.ts';
import { writeActions } from './writeBenchmark.ts';

/** What the answers are made from. */
export interface RequestContext
  extends HoverServices,
    Pick<EditorServices, 'texts' | 'settings' | 'scanner' | 'lensSources'> {
  readonly options: ClientAbilities['options'];
  readonly annotations: Annotations;
  readonly tests: Tests;
  readonly programs: Programs;
  readonly pgoFits: PgoFits;
  readonly runs: Pick<Runs, 'queue'>;
  readonly smells: Smells;
  readonly lensRefresh: LensRefresh;
  /** Is told of a test file that is open, where benchmarks may be run. */
  readonly lookAhead: (document: DocumentText) => void;
  /** Resolves once the results of earlier runs are there. */
  readonly history: () => Promise<unknown>;
}

/** Answers the editor's requests for the lenses, code actions, hovers and inlay hints of an open document. */
export function answerRequests(connection: Connection, context: RequestContext): void {
  const { texts, options, settings, scanner } = context;
  const shares = new ProductionShares(context.releases);
  /** What is refused when it is clicked is not offered. */
  const mayRun = async (document: DocumentText) => {
    const opened = { folders: await settings.folders(), open: texts.openFiles };
    return outsideProblem(path.dirname(document.path), opened) === null;
  };
  const hasFlameGraph = options.clientCommands.includes(clientCommandId('showFlameGraph'));
  const lenses = async (uri: string): Promise<CodeLens[]> => {
    const document = texts.get(uri);
    if (document === null || !(isTestFile(document) || isLikelyProgram(document))) return [];
    const { lens } = await settings.general();
    if (lens.codeLens === 'off' || !(await mayRun(document))) return [];
    if (!isTestFile(document)) {
      const { entries } = context.runs.queue;
      const result = context.programs.result(path.dirname(document.path));
      const pgo = context.pgoFits.of(document);
      return programLenses(document, await scanner(), { ...context.lensOptions, entries, result, pgo });
    }
    await context.history();
    context.lookAhead(document);
    const goScanner = await scanner();
    const ofBenchmarks = codeLenses(document, goScanner, context.lensSources(), context.lensOptions);
    return [...ofBenchmarks, ...context.tests.lenses(document, goScanner, lens.codeLens === 'all')];
  };
  connection.onCodeLens(({ textDocument: { uri } }) => context.lensRefresh.answer(() => lenses(uri)));
  connection.onCodeAction(async ({ textDocument: { uri }, range }) => {
    const document = texts.get(uri);
    if (document === null) return [];
    const isRunnable = await mayRun(document);
    const { line } = range.start;
    if (!isTestFile(document)) {
      if (!isRunnable) return [];
      const ofProgram = isLikelyProgram(document) ? programActions(document, await scanner(), line) : [];
      return [
        ...ofProgram,
        ...(await serveActions(document, scanner, line)),
        ...writeActions(document, line),
      ];
    }
    const { lensSources, lensOptions } = context;
    const actions = isRunnable
      ? codeActions(document, await scanner(), lensSources(), { options: lensOptions, range })
      : [];
    return [...context.smells.fixes(uri, range), ...actions];
  });
  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const document = texts.get(uri);
    if (document === null) return null;
    const { threshold } = (await settings.general()).lens;
    const lens = context.lensSources();
    const goScanner = isTestFile(document) ? await scanner() : null;
    const sources = { ...context, lens, shares, scanner: goScanner, links: hasFlameGraph, threshold };
    const value = hoverText(sources, { document, line: position.line });
    return value === null ? null : { contents: { kind: MarkupKind.Markdown, value } };
  });
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) =>
    context.annotations.inlayHints(uri, range),
  );
}

/** `CodeActionKind.Empty`, whose module is large. */
const noKind = '';

/**
 * *Serve profiles*: offered at `func main` and where a router is made, and to take it out again. The edits are in the actions:
 * nothing runs, and all can be undone.
 */
async function serveActions(
  { uri, path: file, text }: DocumentText,
  scanner: () => Promise<GoScanner>,
  line: number,
): Promise<CodeAction[]> {
  if (!file.endsWith('.go') || !mayServe(text.split('\n', line + 1)[line] ?? '')) return [];
  return (await scanner()).serveOffers(text, line).map((offer) => ({
    title: titleOf(offer),
    kind: noKind,
    edit: {
      changes: {
        [uri]: offer.edits.map(({ range, newText }) => ({ range: rangeOf(range), newText })),
      },
    },
  }));
}

function titleOf({ how, where }: ServeOffer): string {
  switch (how) {
    case 'own port':
      return l10n.t('Serve profiles at {0} (Profile Program… needs no change)', where);
    case 'default mux':
      return l10n.t('Serve profiles with all else, for all who reach it: {0}', `${where}/debug/pprof/`);
    case 'router':
      return l10n.t('Serve profiles through {0}, for all who reach it', where);
    case 'remove':
      return l10n.t('Stop serving profiles here');
  }
}
