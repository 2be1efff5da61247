/** Constructs the parts of the language server of VS Code for the Web: what shows profiles, and nothing that runs programs. */
import type { Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { resultsMethod, trustGrantedMethod } from '../../protocol.ts';
import { Ask } from '../client/ask.ts';
import { backgroundOf } from '../client/background.ts';
import type { ClientAbilities } from '../client/initialize.ts';
import { filePath } from '../client/lspTerms.ts';
import { localSentence, Messages } from '../client/messages.ts';
import { Settings } from '../client/settings.ts';
import { WorkspaceFiles } from '../client/workspaceFiles.ts';
import { pairOfFiles } from '../compare/pairOfFiles.ts';
import { DocumentTexts } from '../costs/documentText.ts';
import { Annotations } from '../editor/annotations.ts';
import { noNews } from '../lenses/lensState.ts';
import { BenchmarkResults } from '../results/benchmarkResults.ts';
import { PathMapping } from '../sessions/pathMapping.ts';
import type { Session } from '../sessions/session.ts';
import { SessionStore } from '../sessions/sessions.ts';
import { ClientFiles } from './clientFiles.ts';
import { WebAccess } from './webAccess.ts';
import { WebStores } from './webStores.ts';
import { WorkspaceSources } from './workspaceSources.ts';

export type WebParts = ReturnType<typeof createWebParts>;

export function createWebParts(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  client: ClientAbilities,
) {
  const { options } = client;
  /** Some may come and go. */
  const workspace: { folders: readonly string[] } = { folders: client.folders };
  const background = backgroundOf(connection);
  const trust = { granted: options.trusted };
  connection.onNotification(trustGrantedMethod, () => {
    trust.granted = true;
  });
  // Nothing can be run here, so settings are as in a workspace that is not trusted.
  const settings = new Settings(connection, client, () => false);
  const messages = new Messages(connection, { ...client, hearsNews: options.news });
  const clientFiles = new ClientFiles(connection);
  const ask = new Ask(connection, options.asks);
  const workspaceFiles = new WorkspaceFiles(connection, options.finds);
  const sources = new WorkspaceSources(clientFiles, () => workspace.folders);
  const access = new WebAccess(clientFiles, sources, settings);
  const texts = new DocumentTexts(documents, undefined, sources.read);
  const isOpenAt = (session: Session, uri: string) => session.match(filePath(uri) ?? '').kind !== 'none';
  const sessions = new SessionStore((session) => documents.all().some(({ uri }) => isOpenAt(session, uri)));
  sessions.onLost = ({ title }, problem) => {
    const template = '{0} can no longer be read, so its costs are no longer shown: {1}';
    messages.problem({ ...problem, template, args: [title, localSentence(problem)] }, 'warning');
  };
  const isTrusted = () => trust.granted;
  const mapping = new PathMapping({
    ...{ connection, sessions, settings, messages, ask, workspaceFiles, isTrusted },
    locateAgain: async ({ roots, profile }) => {
      Object.assign(roots, await access.rootsOf(profile));
    },
    moved: () => messages.news(resultsMethod),
  });
  const stores = new WebStores({ ask, messages, settings, sessions, isTrusted }, clientFiles, access);
  const results = new BenchmarkResults();
  const comparisons = { pairOf: (session: Session) => pairOfFiles(session, sessions) };
  const annotations = new Annotations({
    connection,
    background,
    documents,
    texts,
    settings,
    messages,
    mapping,
    sessions,
    results,
    comparisons,
    changes: { staleLines: () => null },
    scanner: () => Promise.reject(new Error('no benchmarks are looked for in the web')),
    lensSources: () => ({ results, news: noNews, shownRunId: null }),
    measuresIn: () => false,
    clientDraws: options.decorations,
  });
  return {
    client,
    workspace,
    background,
    settings,
    messages,
    mapping,
    access,
    stores,
    texts,
    sessions,
    comparisons,
    documents,
    annotations,
  };
}
