import * as vscode from 'vscode';
import type { Pages } from '../page/pages.ts';
import { functionsAtCursor } from '../page/showCommands.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { isInReach } from '../server/places.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The cursor passes many lines while an arrow key is held down. It is followed when it has rested this long. */
const restingMs = 150;

/**
 * Marks the frames of the functions on the cursor's line, in the pages that show the active profile. Nothing else
 * in the page changes.
 */
export class FollowCursor {
  /** The text editor that the user was in last. It stays while a page has the focus. */
  #editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;
  #resting: NodeJS.Timeout | undefined;
  /** Counts the questions to the server. An answer is dropped if a later question has been asked. */
  #turn = 0;

  constructor(
    private readonly server: LanguageServer,
    private readonly sessions: Sessions,
    private readonly pages: Pages,
    subscriptions: vscode.Disposable[],
  ) {
    subscriptions.push(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) this.#moved(editor);
      }),
      sessions.onDidChange(() => this.#soon()),
      pages.onDidChange(() => this.#soon()),
    );
  }

  #moved(editor: vscode.TextEditor): void {
    this.#editor = editor;
    this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#resting);
    if (this.pages.isEmpty) return;
    this.#resting = setTimeout(() => void this.#follow(), restingMs);
  }

  async #follow(): Promise<void> {
    const turn = ++this.#turn;
    const found =
      this.sessions.active !== null && this.#editor !== undefined ? await this.#ask(this.#editor) : null;
    if (turn !== this.#turn) return;
    for (const page of this.pages.all) {
      const isOfPage = found !== null && page.cost?.sessionId === found.sessionId;
      page.tell({ type: 'mark', functionNames: isOfPage ? found.functionNames : [] });
    }
  }

  /** If the server cannot be asked, nothing is marked; the user has been told of it elsewhere. */
  #ask(editor: vscode.TextEditor) {
    if (!isInReach(editor.document.uri) || editor.document.isClosed) return null;
    return functionsAtCursor(this.server, editor).catch(() => null);
  }
}
