import type { Connection, Diagnostic } from 'vscode-languageserver';

/** The part of the server that diagnostics come from. */
export type DiagnosticSource = 'build' | 'smells';

/**
 * All diagnostics of the server. A client keeps one list for each document, and each message replaces the list. So the
 * diagnostics of all parts of the server are collected here and sent together.
 */
export class DiagnosticBoard {
  readonly #connection: Connection;
  /** By document, then by source. */
  readonly #published = new Map<string, Map<DiagnosticSource, readonly Diagnostic[]>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Replaces the diagnostics that one source has for a document. */
  async publish(source: DiagnosticSource, uri: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    const ofDocument = this.#published.get(uri) ?? new Map<DiagnosticSource, readonly Diagnostic[]>();
    // Most documents never have any, and need no message.
    if (diagnostics.length === 0 && !ofDocument.delete(source)) return;
    if (diagnostics.length > 0) ofDocument.set(source, diagnostics);
    if (ofDocument.size > 0) this.#published.set(uri, ofDocument);
    else this.#published.delete(uri);
    await this.#connection.sendDiagnostics({ uri, diagnostics: [...ofDocument.values()].flat() });
  }
}
