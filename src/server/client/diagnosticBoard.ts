import type { Connection, Diagnostic } from 'vscode-languageserver';
import { shortened, visible } from '../../base/escape.ts';

/** The part of the server that diagnostics come from. */
export type DiagnosticSource = 'build' | 'smells';

/** A diagnostic whose message is plain text. */
export interface TextDiagnostic extends Diagnostic {
  message: string;
}

/** A compiler can print a whole expression, and names of the code in it. */
const longestMessage = 4000;

/**
 * All diagnostics of the server. A client keeps one list for each document, and each message replaces the list. So the
 * diagnostics of all parts of the server are collected here and sent together.
 */
export class DiagnosticBoard {
  /** By document, then by source. */
  readonly #published = new Map<string, Map<DiagnosticSource, readonly TextDiagnostic[]>>();

  constructor(private readonly connection: Connection) {}

  /** Replaces the diagnostics that one source has for a document. */
  async publish(
    source: DiagnosticSource,
    uri: string,
    diagnostics: readonly TextDiagnostic[],
  ): Promise<void> {
    const ofDocument = this.#published.get(uri) ?? new Map<DiagnosticSource, readonly TextDiagnostic[]>();
    // Most documents never have any, and need no message.
    if (diagnostics.length === 0 && !ofDocument.delete(source)) return;
    if (diagnostics.length > 0) ofDocument.set(source, diagnostics);
    if (ofDocument.size > 0) this.#published.set(uri, ofDocument);
    else this.#published.delete(uri);
    const shown = [...ofDocument.values()]
      .flat()
      .map((each) => ({ ...each, message: visible(shortened(each.message, longestMessage)) }));
    await this.connection.sendDiagnostics({ uri, diagnostics: shown });
  }
}
