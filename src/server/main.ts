/** The language server: constructs everything, wires it to the connection, owns its disposal. */
import path from 'node:path';
import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MarkupKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { createScanner, type GoScanner } from '../go/scan/scan.ts';
import { clientCommands, type SessionsParams, sessionsMethod, trustGrantedMethod } from '../protocol.ts';
import { Assemblies } from './assembly/assemblies.ts';
import { connect } from './client/connection.ts';
import { DiagnosticBoard } from './client/diagnosticBoard.ts';
import { type ClientAbilities, readAbilities, serverCapabilities } from './client/initialize.ts';
import { filePath } from './client/lspTerms.ts';
import { Messages } from './client/messages.ts';
import { Settings } from './client/settings.ts';
import { Storage } from './client/storage.ts';
import { execute } from './commands.ts';
import { Comparisons } from './compare/comparisons.ts';
import { Annotations } from './editor/annotations.ts';
import { GrowthTables } from './editor/growth.ts';
import { hoverParts } from './editor/hoverParts.ts';
import { codeActions, codeLenses } from './editor/lenses.ts';
import { Smells } from './editor/smells.ts';
import { startHistory } from './history/startHistory.ts';
import { BenchmarkResults } from './results/benchmarkResults.ts';
import { BuildDiagnostics } from './run/buildDiagnostics.ts';
import { sweepAfterCrash } from './run/runAgainst.ts';
import { Runs } from './run/runs.ts';
import { SessionStore } from './sessions/sessions.ts';

const connection = connect();
const documents = new TextDocuments(TextDocument);

connection.onInitialize((params) => {
  start(params, readAbilities(params));
  return serverCapabilities;
});
documents.listen(connection);
connection.listen();

function start(params: InitializeParams, client: ClientAbilities): void {
  const { options } = client;
  const storage = new Storage(options.storagePath);
  let trusted = options.trusted;
  const isTrusted = () => trusted;
  const settings = new Settings(connection, client.configuration);
  const sessions = new SessionStore();
  const results = new BenchmarkResults();
  const messages = new Messages(connection);
  const board = new DiagnosticBoard(connection);
  const diagnostics = new BuildDiagnostics(board);
  const scanner = lazily(loadScanner);
  const smells = new Smells({ documents, board, settings, sessions, results, scanner });
  const growth = new GrowthTables(sessions, results);
  const refreshLenses = () =>
    void (client.refreshLenses && connection.sendRequest(CodeLensRefreshRequest.type));
  const kept = startHistory({
    connection,
    storage,
    sessions,
    settings,
    results,
    messages,
    scanner,
    isTrusted,
    resultsChanged: () => {
      refreshLenses();
      // What lines are compared with may be another run now.
      showEverythingAgain();
    },
  });
  const comparisons = new Comparisons(results, sessions, kept.keptRuns);
  const annotations = new Annotations(
    connection,
    documents,
    sessions,
    comparisons,
    settings,
    options.decorations,
  );
  const runs = new Runs({
    connection,
    documents,
    settings,
    sessions,
    results,
    diagnostics,
    messages,
    scanner,
    storage,
    keeper: kept.keeper,
    isTrusted,
    resultsChanged: refreshLenses,
  });
  void sweepAfterCrash();
  const folder = filePath(params.workspaceFolders?.[0]?.uri ?? '');
  const commands = {
    documents,
    sessions,
    settings,
    messages,
    runs,
    growth,
    assemblies: new Assemblies({ sessions, settings, messages, isTrusted, folder }),
    history: kept.history,
    historyCommands: kept.historyCommands,
    scanner,
    isTrusted,
    folder,
  };

  const showEverythingAgain = () => {
    annotations.refreshAll();
    smells.refreshAll();
    if (client.refreshHints) void connection.languages.inlayHint.refresh();
  };
  sessions.onChange(() => {
    const { all, active, activeTitle } = sessions;
    const params: SessionsParams = {
      sessions: all.map((session) => session.summary()),
      active,
      activeTitle,
    };
    void connection.sendNotification(sessionsMethod, params);
    showEverythingAgain();
  });
  documents.onDidChangeContent(({ document: { uri } }) => {
    annotations.refresh(uri);
    smells.refresh(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    annotations.forget(uri);
    smells.forget(uri);
  });

  connection.onInitialized(() => {
    void kept.publish();
    if (client.dynamicConfiguration) {
      for (const section of ['pprofLens', 'go']) {
        void connection.client.register(DidChangeConfigurationNotification.type, { section });
      }
    }
  });
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    refreshLenses();
    showEverythingAgain();
  });
  connection.onNotification(trustGrantedMethod, () => {
    trusted = true;
  });
  connection.onCodeLens(async ({ textDocument: { uri } }) => {
    const place = placeOf(uri);
    if (place === null || !place.path.endsWith('_test.go')) return [];
    if (!(await settings.general()).lens.codeLens) return [];
    await kept.history();
    const flameGraph = options.clientCommands.includes(clientCommands.showFlameGraph);
    return codeLenses(place, await scanner(), results, { flameGraph, codicons: options.codicons });
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range }) => {
    const place = placeOf(uri);
    if (place === null || !place.path.endsWith('_test.go')) return [];
    return [...smells.fixes(uri, range), ...codeActions(place, await scanner(), range)];
  });
  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const opened = placeOf(uri);
    if (opened === null) return null;
    const place = { ...opened, line: position.line };
    const links = options.clientCommands.includes(clientCommands.showFlameGraph);
    const { threshold } = (await settings.general()).lens;
    const goScanner = place.path.endsWith('_test.go') ? await scanner() : null;
    const value = hoverParts(
      { sessions, results, comparisons, growth, scanner: goScanner, links, threshold },
      place,
    );
    return value.length === 0
      ? null
      : { contents: { kind: MarkupKind.Markdown, value: value.join('\n\n---\n\n') } };
  });
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => annotations.inlayHints(uri, range));
  connection.onExecuteCommand(({ command, arguments: args }, token) =>
    execute(commands, command, args ?? [], token),
  );
  connection.onShutdown(async () => {
    annotations.dispose();
    smells.dispose();
    await runs.dispose();
    storage.dispose();
  });
}

function placeOf(uri: string): { uri: string; path: string; text: string } | null {
  const document = documents.get(uri);
  const file = filePath(uri);
  return document === undefined || file === null ? null : { uri, path: file, text: document.getText() };
}

/** The grammar stands beside the bundle; it is loaded when the first Go test file is looked at. */
function loadScanner(): Promise<GoScanner> {
  return createScanner({
    runtime: path.join(__dirname, 'web-tree-sitter.wasm'),
    grammar: path.join(__dirname, 'tree-sitter-go.wasm'),
  });
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
