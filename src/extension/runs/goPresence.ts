import * as vscode from 'vscode';

/**
 * Sets the context `pprofLens.hasGo` as soon as there is Go here: a module or workspace at the top of a folder, or an open file.
 * Until then the palette has only what opens profiles.
 */
export class GoPresence implements vscode.Disposable {
  readonly #subscriptions = [
    vscode.workspace.onDidOpenTextDocument((document) => this.#look([document])),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => void this.#lookIn(added)),
  ];

  constructor() {
    this.#look(vscode.workspace.textDocuments);
    void this.#lookIn(vscode.workspace.workspaceFolders ?? []);
  }

  #look(documents: readonly vscode.TextDocument[]): void {
    if (documents.some(({ languageId }) => languageId === 'go')) this.#found();
  }

  async #lookIn(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    const files = folders.flatMap(({ uri }) =>
      ['go.mod', 'go.work'].map((name) => vscode.Uri.joinPath(uri, name)),
    );
    const found = await Promise.allSettled(files.map((file) => vscode.workspace.fs.stat(file)));
    if (found.some(({ status }) => status === 'fulfilled')) this.#found();
  }

  #found(): void {
    this.dispose();
    void vscode.commands.executeCommand('setContext', 'pprofLens.hasGo', true);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
