/** The language server: connects its parts with the editor, and disposes of them at the end. */
import * as l10n from '@vscode/l10n';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { sweepCheckouts } from '../go/git/checkoutFolders.ts';
import { sweepTemporary } from '../go/toolchain/ownFolders.ts';
import { startOnlyIf } from '../go/toolchain/startedGroups.ts';
import { connect } from './client/connection.ts';
import { answerCommands } from './client/execute.ts';
import { readAbilities, serverCapabilities } from './client/initialize.ts';
import { commandHandlers } from './commands.ts';
import { answerRequests } from './editor/requests.ts';
import { hearNews } from './news.ts';
import { createParts, type Parts } from './parts.ts';

// Nothing is run before the editor has said that its workspace is trusted.
startOnlyIf(() => false);
let parts: Parts | null = null;
const connection = connect(async () => disposeOf(parts));
const documents = new TextDocuments(TextDocument);

connection.onInitialize((params) => {
  const abilities = readAbilities(params);
  l10n.config({ contents: abilities.options.translations });
  parts = createParts(connection, documents, abilities);
  startOnlyIf(() => parts?.trust.granted === true);
  answerRequests(connection, parts);
  answerCommands(connection, commandHandlers(parts));
  hearNews(connection, parts);
  const { background, trust } = parts;
  background(() => sweepTemporary());
  if (trust.granted) background(() => sweepCheckouts(process.env));
  connection.onShutdown(() => disposeOf(parts));
  return serverCapabilities;
});
documents.listen(connection);
connection.listen();

/** Ends all work, and waits until no process is left. */
async function disposeOf(parts: Parts | null): Promise<void> {
  if (parts === null) return;
  parts.annotations.dispose();
  parts.changes.dispose();
  parts.reasons.dispose();
  parts.smells.dispose();
  parts.sessions.dispose();
  await parts.remotes.dispose();
  await parts.runs.dispose();
  await parts.copies.dispose();
  await parts.storage.dispose();
}
