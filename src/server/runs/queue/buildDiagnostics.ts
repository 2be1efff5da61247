import { DiagnosticSeverity } from 'vscode-languageserver';
import { listAt } from '../../../base/maps.ts';
import type { CompilerError } from '../../../go/build/compilerErrors.ts';
import type { DiagnosticBoard, TextDiagnostic } from '../../client/diagnosticBoard.ts';
import { fileUri } from '../../client/lspTerms.ts';

/** Shows the compiler's messages of the last failed build as diagnostics at their lines. */
export class BuildDiagnostics {
  #shown: string[] = [];

  constructor(private readonly board: DiagnosticBoard) {}

  async clear(): Promise<void> {
    const uris = this.#shown;
    this.#shown = [];
    await Promise.all(uris.map((uri) => this.board.publish('build', uri, [])));
  }

  async show(errors: readonly CompilerError[]): Promise<void> {
    await this.clear();
    const byUri = new Map<string, TextDiagnostic[]>();
    for (const error of errors) listAt(byUri, fileUri(error.file)).push(diagnostic(error));
    this.#shown = [...byUri.keys()];
    for (const [uri, diagnostics] of byUri) await this.board.publish('build', uri, diagnostics);
  }
}

function diagnostic({ line, column, message }: CompilerError): TextDiagnostic {
  const position = { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
  return {
    range: { start: position, end: position },
    severity: DiagnosticSeverity.Error,
    source: 'go build (pprof Lens)',
    message,
  };
}
