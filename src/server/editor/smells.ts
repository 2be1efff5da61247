import path from 'node:path';
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver';
import { splitLines } from '../../analysis/lines/splitLines.ts';
import type { SourceEdit, SourceSmell } from '../../go/scan/benchmarkSmells.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';
import type { TextDiagnostic } from '../client/diagnosticBoard.ts';
import { filePath, rangeOf } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { EditorServices } from '../hovers/hover.ts';
import { type RunSmell, runSmells } from './runSmells.ts';
import { runTexts, type SmellTexts, sourceTexts } from './smellTexts.ts';

/** Milliseconds without a change. Long enough that no hint appears while a line is being typed. */
const debounceMs = 400;

export type SmellContext = Pick<
  EditorServices,
  'documents' | 'texts' | 'board' | 'settings' | 'sessions' | 'results' | 'scanner' | 'background'
>;

interface FoundSmell {
  readonly diagnostic: TextDiagnostic;
  /** Empty where there is no fix. */
  readonly fixTitle: string;
  readonly fix: readonly SourceEdit[] | null;
}

/**
 * Hints, in open test files, about benchmarks that do not measure what they seem to. They are found while the user types
 * and after runs.
 */
export class Smells {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** By URI, with the text they were found in. */
  readonly #found = new Map<
    string,
    { readonly document: DocumentText; readonly smells: readonly FoundSmell[] }
  >();

  constructor(private readonly context: SmellContext) {}

  /** Looks at a document again when it has not changed for a moment. */
  refresh(uri: string): void {
    if (!isTestFile(uri)) return;
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => {
        this.#waiting.delete(uri);
        this.context.background(() => this.#look(uri));
      }, debounceMs),
    );
  }

  refreshAll(): void {
    for (const { uri } of this.context.documents.all()) this.refresh(uri);
  }

  forget(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#found.delete(uri);
    const { background, board } = this.context;
    background(() => board.publish('smells', uri, []));
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  /** The fixes that are on offer in a range of the present text. */
  fixes(uri: string, range: Range): CodeAction[] {
    const found = this.#found.get(uri);
    if (found === undefined || this.context.texts.get(uri) !== found.document) return [];
    return found.smells.flatMap(({ diagnostic, fixTitle, fix }): CodeAction[] => {
      const { start, end } = diagnostic.range;
      if (fix === null || start.line > range.end.line || end.line < range.start.line) return [];
      const edits = fix.map((edit) => ({ range: rangeOf(edit.range), newText: edit.newText }));
      return [
        {
          title: fixTitle,
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnostic],
          edit: { changes: { [uri]: edits } },
        },
      ];
    });
  }

  async #look(uri: string): Promise<void> {
    const { texts, board, settings, scanner } = this.context;
    const { lens } = await settings.general();
    const scan = await scanner();
    const document = texts.get(uri);
    if (document === null) return;
    const smells = lens.benchmarkHints ? this.#smellsOf(document, scan) : [];
    // A text that does not parse keeps its hints: the editor moves them along, and they would only flicker.
    if (smells === null) return;
    this.#found.set(uri, { document, smells });
    await board.publish(
      'smells',
      uri,
      smells.map(({ diagnostic }) => diagnostic),
    );
  }

  #smellsOf(document: DocumentText, scanner: GoScanner): FoundSmell[] | null {
    const { results, sessions } = this.context;
    const { path: file, text } = document;
    const scanned = scanner.smells(text);
    if (scanned === null) return null;
    const directory = path.dirname(file);
    const latest = scanner.scan(text).benchmarks.flatMap(({ name }) => {
      const learnt = name.includes('/') ? [] : results.below(directory, name);
      return [results.get(directory, name) ?? [], learnt].flat();
    });
    const ofRuns = new Map<string, FoundSmell>();
    for (const result of new Set(latest)) {
      const open = result.sessionIds.flatMap((id) => sessions.get(id) ?? []);
      for (const smell of runSmells(result, open, document, scanner)) {
        // Sub-benchmarks share their loop, and each of them finds the same: it is reported once.
        const key = `${smell.code} ${smell.range.startLine}`;
        if (!ofRuns.has(key)) ofRuns.set(key, fromRun(smell, text));
      }
    }
    return [...scanned.smells.map(fromSource), ...ofRuns.values()];
  }
}

function isTestFile(uri: string): boolean {
  return filePath(uri)?.endsWith('_test.go') === true;
}

function fromSource(smell: SourceSmell): FoundSmell {
  return found(smell.code, smell.range, sourceTexts(smell), smell.fix);
}

function fromRun(smell: RunSmell, text: string): FoundSmell {
  const isEmpty = smell.range.startCharacter === smell.range.endCharacter;
  const range = isEmpty ? wholeLine(smell.range, text) : smell.range;
  return found(smell.code, range, runTexts(smell), smell.fix === null ? null : [smell.fix]);
}

function wholeLine(range: SourceRange, text: string): SourceRange {
  const line = splitLines(text)[range.startLine] ?? '';
  return {
    ...range,
    startCharacter: /^\s*/.exec(line)?.[0].length ?? 0,
    endCharacter: line.trimEnd().length,
  };
}

function found(
  code: string,
  range: SourceRange,
  { severity, message, fixTitle }: SmellTexts,
  fix: readonly SourceEdit[] | null,
): FoundSmell {
  return {
    diagnostic: { range: rangeOf(range), severity, code, source: 'pprof Lens', message },
    fixTitle,
    fix,
  };
}
