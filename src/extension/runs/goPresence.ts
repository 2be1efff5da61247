import * as vscode from 'vscode';

/**
 * Sets the context `pprofLens.hasGo` as soon as there is Go here: a module or workspace at the top of a folder, or an open file.
 * Until then the palette has only what opens profiles.
 */
export function watchForGo(subscriptions: vscode.Disposable[]): void {
  const found = () => {
    watching.dispose();
    void vscode.commands.executeCommand('setContext', 'pprofLens.hasGo', true);
  };
  const look = (documents: readonly vscode.TextDocument[]) => {
    if (documents.some(({ languageId }) => languageId === 'go')) found();
  };
  const lookIn = async (folders: readonly vscode.WorkspaceFolder[]) => {
    const files = folders.flatMap(({ uri }) =>
      ['go.mod', 'go.work'].map((name) => vscode.Uri.joinPath(uri, name)),
    );
    const stats = await Promise.allSettled(files.map((file) => vscode.workspace.fs.stat(file)));
    if (stats.some(({ status }) => status === 'fulfilled')) found();
  };
  const watching = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => look([document])),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => void lookIn(added)),
  );
  subscriptions.push(watching);
  look(vscode.workspace.textDocuments);
  void lookIn(vscode.workspace.workspaceFolders ?? []);
}
