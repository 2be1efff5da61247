/** The language server of VS Code for the Web: a worker of the extension. It ends with it. */
import * as l10n from '@vscode/l10n';
import { type InitializeResult, TextDocuments } from 'vscode-languageserver';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { answerCommands } from '../client/execute.ts';
import { readAbilities, serverCapabilities } from '../client/initialize.ts';
import { createWebParts } from './parts.ts';
import { answerEditor, webCommands } from './requests.ts';

type Port = ConstructorParameters<typeof BrowserMessageReader>[0];
/** The worker's own global object. */
declare const self: Port;

const connection = createConnection(
  ProposedFeatures.all,
  new BrowserMessageReader(self),
  new BrowserMessageWriter(self),
);
const documents = new TextDocuments(TextDocument);

/** Neither lenses nor actions: they are about benchmarks. */
const { codeLensProvider, codeActionProvider, ...capabilities } = serverCapabilities.capabilities;

connection.onInitialize((params): InitializeResult => {
  const abilities = readAbilities(params);
  l10n.config({ contents: abilities.options.translations });
  const parts = createWebParts(connection, documents, abilities);
  answerEditor(connection, parts);
  answerCommands(connection, webCommands(parts));
  return { ...serverCapabilities, capabilities };
});
documents.listen(connection);
connection.listen();
