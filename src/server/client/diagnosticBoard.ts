import type { Connection, Diagnostic } from 'vscode-languageserver';

/**
 * All diagnostics of the server. A client keeps one list for each document, so whoever publishes alone would wipe out
 * what others said.
 */
export class DiagnosticBoard {
  readonly #connection: Connection;
  /** By document, then by who says it. */
  readonly #said = new Map<string, Map<string, readonly Diagnostic[]>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What `who` says of a document from now on; an empty list takes back what it said. */
  async say(who: string, uri: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    const ofDocument = this.#said.get(uri) ?? new Map<string, readonly Diagnostic[]>();
    // Most documents never have any: no message then.
    if (diagnostics.length === 0 && !ofDocument.delete(who)) return;
    if (diagnostics.length > 0) ofDocument.set(who, diagnostics);
    if (ofDocument.size > 0) this.#said.set(uri, ofDocument);
    else this.#said.delete(uri);
    await this.#connection.sendDiagnostics({ uri, diagnostics: [...ofDocument.values()].flat() });
  }
}
