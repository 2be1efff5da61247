/** The language server: connects its parts with the editor, and disposes of them at the end. */
import { DidChangeConfigurationNotification, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { sweepCheckouts } from '../go/git/checkoutFolders.ts';
import { sweepTemporary } from '../go/toolchain/ownFolders.ts';
import { startOnlyIf } from '../go/toolchain/startedGroups.ts';
import { trustGrantedMethod } from '../protocol.ts';
import { watchSources } from './changes/watchSources.ts';
import { connect } from './client/connection.ts';
import { readAbilities, serverCapabilities } from './client/initialize.ts';
import { answerCommands } from './commands.ts';
import { answerRequests } from './editor/requests.ts';
import { createParts, type Parts } from './parts.ts';

// Nothing is run before the editor has said that its workspace is trusted.
startOnlyIf(() => false);
let parts: Parts | null = null;
const connection = connect(async () => disposeOf(parts));
const documents = new TextDocuments(TextDocument);

connection.onInitialize((params) => {
  parts = createParts(connection, documents, readAbilities(params));
  listen(parts);
  return serverCapabilities;
});
documents.listen(connection);
connection.listen();

/** Connects the parts with the editor: its requests, its notifications and the end. */
function listen(parts: Parts): void {
  const { client, background, settings, sessions, trust } = parts;
  const { annotations, changes, smells, refreshLenses, sendSessions, showEverythingAgain } = parts;
  startOnlyIf(() => trust.granted);
  background(() => sweepTemporary());
  if (trust.granted) background(() => sweepCheckouts(process.env));
  answerRequests(connection, parts);
  answerCommands(connection, parts);
  let shownRunId: string | null = null;
  sessions.onChange(() => {
    // The lens of a benchmark says which of its sub-benchmarks the lines show.
    if (sessions.shownRunId !== shownRunId) refreshLenses();
    shownRunId = sessions.shownRunId;
    sendSessions();
    showEverythingAgain();
  });
  documents.onDidChangeContent(({ document: { uri } }) => {
    changes.documentChanged(uri);
    annotations.refresh(uri);
    smells.refresh(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    changes.documentChanged(uri);
    annotations.forget(uri);
    smells.forget(uri);
    sessions.tidy();
  });
  connection.onInitialized(() => {
    background(() => parts.publish());
    background(() => parts.remotes.publish());
    watchSources(connection, background, client, parts.documents, changes);
    if (client.listsFolders) {
      const readFolders = async () => {
        parts.workspace.folders = await settings.folders();
        refreshLenses();
        showEverythingAgain();
      };
      connection.workspace.onDidChangeWorkspaceFolders(() => background(readFolders));
    }
    if (!client.dynamicConfiguration) return;
    for (const section of ['pprofLens', 'go']) {
      background(() => connection.client.register(DidChangeConfigurationNotification.type, { section }));
    }
  });
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    refreshLenses();
    showEverythingAgain();
  });
  connection.onNotification(trustGrantedMethod, () => {
    trust.granted = true;
    settings.forget();
    background(() => sweepCheckouts(process.env));
  });
  connection.onShutdown(() => disposeOf(parts));
}

/** Ends all work, and waits until no process is left. */
async function disposeOf(parts: Parts | null): Promise<void> {
  if (parts === null) return;
  parts.annotations.dispose();
  parts.changes.dispose();
  parts.smells.dispose();
  parts.sessions.dispose();
  await parts.remotes.dispose();
  await parts.runs.dispose();
  await parts.copies.dispose();
  await parts.storage.dispose();
}
