import * as vscode from 'vscode';
import type { Pages } from '../page/pages.ts';
import { functionsAtCursor } from '../page/showCommands.ts';
import type { Server } from '../server/server.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** A cursor that is held down passes many lines. */
const restingMs = 150;

/**
 * Marks, in the pages that show the active profile, the frames of the function whose line the cursor is in. Nothing
 * else on the page moves. With setting `pprofLens.followCursor` off, it does nothing.
 */
export class FollowCursor implements vscode.Disposable {
  readonly #server: Server;
  readonly #sessions: Sessions;
  readonly #pages: Pages;
  readonly #subscriptions: vscode.Disposable[];
  /** Where the cursor was last; a page in focus has none. */
  #editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;
  #resting: NodeJS.Timeout | undefined;
  /** Counts questions: an answer that comes after a later question is not followed. */
  #turn = 0;

  constructor(server: Server, sessions: Sessions, pages: Pages) {
    this.#server = server;
    this.#sessions = sessions;
    this.#pages = pages;
    this.#subscriptions = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) this.#moved(editor);
      }),
      sessions.onDidChange(() => this.#soon()),
      pages.onDidChange(() => this.#soon()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('pprofLens.followCursor')) this.#soon();
      }),
    ];
  }

  #moved(editor: vscode.TextEditor): void {
    this.#editor = editor;
    this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#resting);
    if (this.#pages.isEmpty) return;
    this.#resting = setTimeout(() => void this.#follow(), restingMs);
  }

  async #follow(): Promise<void> {
    const turn = ++this.#turn;
    const found = this.#isWanted() && this.#editor !== undefined ? await this.#ask(this.#editor) : null;
    if (turn !== this.#turn) return;
    for (const page of this.#pages.all) {
      const isOfPage = found !== null && page.cost?.sessionId === found.sessionId;
      page.mark(isOfPage ? found.functionNames : []);
    }
  }

  #isWanted(): boolean {
    const isOn = vscode.workspace.getConfiguration('pprofLens').get<unknown>('followCursor') !== false;
    return isOn && this.#sessions.active !== null;
  }

  /** A server that cannot be asked has told so elsewhere; nothing is marked then. */
  #ask(editor: vscode.TextEditor) {
    if (editor.document.uri.scheme !== 'file' || editor.document.isClosed) return null;
    return functionsAtCursor(this.#server, editor).catch(() => null);
  }

  dispose(): void {
    clearTimeout(this.#resting);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
