import path from 'node:path';
import * as l10n from '@vscode/l10n';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { SourceEdit, SourceSmell } from '../../go/scan/benchmarkSmells.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';
import type { DiagnosticBoard } from '../client/diagnosticBoard.ts';
import { filePath } from '../client/lspTerms.ts';
import type { Settings } from '../client/settings.ts';
import { shareLabel } from '../costs/costText.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { type RunSmell, runSmells } from './runSmells.ts';

/** Long enough that nobody is told off in the middle of a line. */
const debounceMs = 400;

export interface SmellContext {
  readonly documents: TextDocuments<TextDocument>;
  readonly board: DiagnosticBoard;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly scanner: () => Promise<GoScanner>;
}

interface FoundSmell {
  readonly diagnostic: Diagnostic;
  /** What the fix does, where there is one. */
  readonly fixTitle: string;
  readonly fix: readonly SourceEdit[] | null;
}

/** Hints about benchmarks that do not measure what they seem to, in open test files: as they are typed and after runs. */
export class Smells {
  readonly #context: SmellContext;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** By document, with the version they were found in. */
  readonly #found = new Map<string, { readonly version: number; readonly smells: readonly FoundSmell[] }>();

  constructor(context: SmellContext) {
    this.#context = context;
  }

  /** Looks at a document again, once it has been left alone for a moment. */
  refresh(uri: string): void {
    if (!isTestFile(uri)) return;
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => {
        this.#waiting.delete(uri);
        void this.#look(uri);
      }, debounceMs),
    );
  }

  refreshAll(): void {
    for (const { uri } of this.#context.documents.all()) this.refresh(uri);
  }

  forget(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#found.delete(uri);
    void this.#context.board.say('smells', uri, []);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  /** Fixes for what is wrong in a range. */
  fixes(uri: string, range: Range): CodeAction[] {
    const found = this.#found.get(uri);
    if (found === undefined || this.#context.documents.get(uri)?.version !== found.version) return [];
    return found.smells.flatMap(({ diagnostic, fixTitle, fix }): CodeAction[] => {
      const { start, end } = diagnostic.range;
      if (fix === null || start.line > range.end.line || end.line < range.start.line) return [];
      const edits = fix.map((edit) => ({ range: editorRange(edit.range), newText: edit.newText }));
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
    const { documents, board, settings, scanner } = this.#context;
    const { lens } = await settings.general();
    const scan = await scanner();
    const document = documents.get(uri);
    if (document === undefined) return;
    const smells = lens.benchmarkHints ? this.#smellsOf(document, scan) : [];
    // Text that does not parse keeps its hints: the editor moves them along, and they would only flicker.
    if (smells === null) return;
    this.#found.set(uri, { version: document.version, smells });
    await board.say(
      'smells',
      uri,
      smells.map(({ diagnostic }) => diagnostic),
    );
  }

  #smellsOf(document: TextDocument, scanner: GoScanner): FoundSmell[] | null {
    const { results, sessions } = this.#context;
    const text = document.getText();
    const file = filePath(document.uri);
    const scanned = file === null ? null : scanner.smells(text);
    if (file === null || scanned === null) return null;
    const directory = path.dirname(file);
    const latest = scanner.scan(text).benchmarks.flatMap(({ name }) => {
      const learnt = name.includes('/') ? [] : results.below(directory, name);
      return [results.get(directory, name) ?? [], learnt].flat();
    });
    const told = new Map<string, FoundSmell>();
    for (const result of new Set(latest)) {
      const open = result.sessionIds.flatMap((id) => sessions.get(id) ?? []);
      // Sub-benchmarks share their loop: one of them speaks for it.
      for (const smell of runSmells(result, open, { path: file, text }, scanner)) {
        const key = `${smell.code} ${smell.range.startLine}`;
        if (!told.has(key)) told.set(key, fromRun(smell, text));
      }
    }
    return [...scanned.smells.map(fromSource), ...told.values()];
  }
}

function isTestFile(uri: string): boolean {
  return filePath(uri)?.endsWith('_test.go') === true;
}

function fromSource(smell: SourceSmell): FoundSmell {
  const { severity, message, fixTitle } = sourceTexts(smell);
  return { diagnostic: diagnosticOf(smell.code, smell.range, severity, message), fixTitle, fix: smell.fix };
}

function fromRun(smell: RunSmell, text: string): FoundSmell {
  const { severity, message, fixTitle } = runTexts(smell);
  const range =
    smell.range.startCharacter === smell.range.endCharacter ? wholeLine(smell.range, text) : smell.range;
  return {
    diagnostic: diagnosticOf(smell.code, range, severity, message),
    fixTitle,
    fix: smell.fix === null ? null : [smell.fix],
  };
}

function wholeLine(range: SourceRange, text: string): SourceRange {
  const line = text.split(/\r\n|\n|\r/)[range.startLine] ?? '';
  return {
    ...range,
    startCharacter: /^\s*/.exec(line)?.[0].length ?? 0,
    endCharacter: line.trimEnd().length,
  };
}

function diagnosticOf(
  code: string,
  range: SourceRange,
  severity: DiagnosticSeverity,
  message: string,
): Diagnostic {
  return { range: editorRange(range), severity, code, source: 'pprof Lens', message };
}

function editorRange({ startLine, startCharacter, endLine, endCharacter }: SourceRange): Range {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}

interface SmellTexts {
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly fixTitle: string;
}

function sourceTexts({ code, subject }: SourceSmell): SmellTexts {
  switch (code) {
    case 'n-unused':
      return {
        severity: DiagnosticSeverity.Information,
        message: l10n.t(
          '{0} uses neither b.N nor b.Loop: its work is done once, and its time divided by whatever b.N is, so the result means nothing. Repeat the work b.N times.',
          subject,
        ),
        fixTitle: l10n.t('Repeat the body b.N times'),
      };
    case 'timer-in-loop':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          '{0} in every round stops the program to read memory statistics: the benchmark takes far longer than its benchtime, and short operations come out too slow. Where you can, prepare inputs before the loop.',
          subject,
        ),
        fixTitle: '',
      };
    case 'setup-in-loop':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          '{0} makes the same thing in every round, and its cost is part of the result. If it is not what you measure, make it once before the loop.',
          subject,
        ),
        fixTitle: l10n.t('Move it before the loop'),
      };
  }
}

function runTexts({ code, amount, whole }: RunSmell): SmellTexts {
  switch (code) {
    case 'result-unused':
      return {
        severity: DiagnosticSeverity.Information,
        message: l10n.t(
          '{0} ns/op is less than a call takes: nothing looks at the result, so the compiler has removed the work. Loop with b.Loop (Go 1.24), which keeps it, or store the result in a package variable.',
          amount.toPrecision(2),
        ),
        fixTitle: l10n.t('Loop with b.Loop'),
      };
    case 'setup-timed':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          'The setup before this loop is timed too: about {0} of the result. Call b.ResetTimer before the loop, or loop with b.Loop.',
          shareLabel(amount),
        ),
        fixTitle: l10n.t('Call b.ResetTimer before the loop'),
      };
    case 'own-allocation':
      return {
        severity: DiagnosticSeverity.Hint,
        message: l10n.t(
          'This line of the benchmark itself allocates: {0} of the {1} allocs/op. If that is not what you measure, allocate before the loop.',
          amount,
          Math.max(amount, Math.round(whole ?? amount)),
        ),
        fixTitle: '',
      };
  }
}
