/** Constructs all parts of the language server. */
import { dirname } from 'node:path';
import {
  CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { lazily } from '../base/lazily.ts';
import { Signal } from '../base/signal.ts';
import { NamedFiles } from '../go/sources/namedFiles.ts';
import { shippedGrammar } from '../go/toolchain/shippedFiles.ts';
import { resultsMethod } from '../protocol.ts';
import { Assemblies } from './assembly/assemblies.ts';
import { LineSkids } from './assembly/lineSkids.ts';
import { CodeChanges } from './changes/codeChanges.ts';
import { Ask } from './client/ask.ts';
import { backgroundOf } from './client/background.ts';
import { DiagnosticBoard } from './client/diagnosticBoard.ts';
import type { ClientAbilities } from './client/initialize.ts';
import { filePath } from './client/lspTerms.ts';
import { localSentence, Messages } from './client/messages.ts';
import { Settings } from './client/settings.ts';
import { folderOfProject, Storage } from './client/storage.ts';
import { WorkspaceFiles } from './client/workspaceFiles.ts';
import { Comparisons } from './compare/comparisons.ts';
import { Releases } from './compare/releases.ts';
import { type DocumentText, DocumentTexts } from './costs/documentText.ts';
import { Annotations } from './editor/annotations.ts';
import { Smells } from './editor/smells.ts';
import { HistoryCommands } from './history/historyCommands.ts';
import { SessionAges } from './history/sessionAges.ts';
import { startHistory } from './history/startHistory.ts';
import { GrowthTables } from './hovers/growth.ts';
import { LensRefresh } from './lenses/lensRefresh.ts';
import { type LensNews, type LensSources, noNews } from './lenses/lensState.ts';
import { Remotes } from './remote/remotes.ts';
import { BenchmarkResults } from './results/benchmarkResults.ts';
import { RunFailures } from './results/runFailures.ts';
import { KnownPackages } from './runs/benchmarks/knownPackages.ts';
import { Runs } from './runs/benchmarks/runs.ts';
import { PgoFits } from './runs/programs/pgoFits.ts';
import { Programs } from './runs/programs/programs.ts';
import { BuildDiagnostics } from './runs/queue/buildDiagnostics.ts';
import { Tests } from './runs/tests/tests.ts';
import type { Services } from './services/services.ts';
import { PathMapping } from './sessions/pathMapping.ts';
import { PprofCopies } from './sessions/pprofCopies.ts';
import type { Session } from './sessions/session.ts';
import { SessionStore } from './sessions/sessions.ts';
import { CompilerReasons } from './why/compilerReasons.ts';

export type Parts = ReturnType<typeof createParts>;

/** Makes all parts. Each gets the parts that it works with. */
export function createParts(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  client: ClientAbilities,
) {
  const { options } = client;
  const trust = { granted: options.trusted };
  const isTrusted = () => trust.granted;
  const folder = client.folders[0] ?? null;
  /** Some may come and go. */
  const workspace: { folders: readonly string[] } = { folders: client.folders };
  const background = backgroundOf(connection);
  const storage = new Storage(options.storagePath ?? folderOfProject(folder));
  const settings = new Settings(connection, client, isTrusted);
  const isOpenAt = (session: Session, uri: string) => session.match(filePath(uri) ?? '').kind !== 'none';
  const sessions = new SessionStore((session) => documents.all().some(({ uri }) => isOpenAt(session, uri)));
  const results = new BenchmarkResults();
  const messages = new Messages(connection, { ...client, hearsNews: options.news });
  const copies = new PprofCopies();
  const ask = new Ask(connection, options.asks);
  const workspaceFiles = new WorkspaceFiles(connection, options.finds);
  const mapping = new PathMapping({
    ...{ connection, sessions, settings, messages, ask, workspaceFiles, isTrusted },
    locateAgain: ({ roots }, pathMappings) => {
      roots.pathMappings = pathMappings;
    },
    moved: () => messages.news(resultsMethod),
  });
  sessions.onLost = ({ title }, problem) => {
    const sentence = '{0} can no longer be read, so its costs are no longer shown: {1}';
    messages.problem({ ...problem, template: sentence, args: [title, localSentence(problem)] }, 'warning');
  };
  const board = new DiagnosticBoard(connection);
  const diagnostics = new BuildDiagnostics(board);
  const texts = new DocumentTexts(documents);
  const files = new NamedFiles({
    folders: () => workspace.folders,
    isTrusted,
    isOpen: (file) => texts.isOpen(file),
  });
  const scanner = lazily(async () => {
    const { createScanner } = await import('../go/scan/scan.ts');
    return createScanner(shippedGrammar());
  });
  const shared: Services = {
    connection,
    background,
    documents,
    texts,
    files,
    storage,
    settings,
    sessions,
    results,
    messages,
    ask,
    workspaceFiles,
    mapping,
    copies,
    scanner,
    isTrusted,
    folder,
  };
  /** What several parts change: `news.ts` has who hears it. */
  const changed = { lenses: new Signal(), results: new Signal(), comparisons: new Signal() };
  const lensRefresh = new LensRefresh(() =>
    background(() => connection.sendRequest(CodeLensRefreshRequest.type)),
  );
  const smells = new Smells({ ...shared, board });
  const growth = new GrowthTables(sessions, results);
  const releases = new Releases(shared);
  const remotes = new Remotes({ ...shared, releases });
  const openRemote = (file: string, base?: string) => remotes.open(file, base);
  const { fire } = changed.comparisons;
  const history = startHistory(
    { ...shared, openRemote, restored: () => restored(), resultsChanged: fire },
    fire,
  );
  const { kept } = history;
  const changes = new CodeChanges({
    ...shared,
    keptSources: history.keptSources,
    latestRuns: () => new Set(results.latest.map(({ runId }) => runId)),
    changed: changed.comparisons.fire,
  });
  const comparisons = new Comparisons(results, sessions, kept, history.keptSessions, background);
  const failures = new RunFailures(results);
  const packages = new KnownPackages();
  const runs = new Runs({
    ...shared,
    failures,
    options,
    diagnostics,
    keeper: history.keeper,
    opener: history.opener,
    history: history.history,
    packages,
    resultsChanged: changed.results.fire,
    lensesChanged: changed.lenses.fire,
    comparisonsChanged: changed.comparisons.fire,
  });
  const lookAhead = ({ path, uri, text }: DocumentText) => {
    if (!isTrusted() || !runs.isIdle || filePath(uri) === null || !/^func Benchmark/m.test(text)) return;
    background(() => packages.look(dirname(path), uri, settings));
  };
  const historyCommands = new HistoryCommands({
    ...shared,
    ...history,
    resultsChanged: changed.comparisons.fire,
    measureInTurns: async (pair) => {
      const request = { uri: '', benchmark: null, ...pair };
      return (await runs.measureInTurns(request, CancellationToken.None)).status === 'done';
    },
  });
  const runServices = { ...shared, diagnostics, options, queue: runs.queue, changed: changed.lenses.fire };
  const tests = new Tests(runServices);
  const programs = new Programs(runServices);
  const pgoFits = new PgoFits({
    ...shared,
    mayRun: () => isTrusted() && runs.isIdle,
    changed: changed.lenses.fire,
  });
  /** The results of programs and servers of earlier windows are open. */
  const restored = lazily(async () => {
    await Promise.all([programs.restore(), remotes.restore()]);
  });
  const assemblies = new Assemblies(shared);
  const skids = new LineSkids({
    assemblies,
    background,
    mayRun: () => isTrusted() && runs.isIdle,
  });
  const reasons = new CompilerReasons({
    ...shared,
    history: kept,
    mayRun: () => isTrusted() && runs.isIdle,
  });
  const ages = new SessionAges(sessions, results, changes, kept);
  /** What lenses say besides results. */
  const lensNews: LensNews = {
    ...noNews,
    running: (directory, name) => runs.running(directory, name),
    runningFile: (file) => runs.runningFile(file),
    codeChanged: (result) => changes.ofResult(result),
    shownRun: (directory, name) => ages.lens(directory, name),
    failure: (directory, name) => failures.of(directory, name),
  };
  const lensSources = (): LensSources => ({ results, news: lensNews, shownRunId: sessions.shownRunId });
  const annotations = new Annotations({
    ...shared,
    comparisons,
    changes,
    lensSources,
    measuresIn: (directory) => runs.measuresIn(directory),
    clientDraws: options.decorations,
  });
  return {
    ...shared,
    ...history,
    lensSources,
    lensRefresh,
    lensOptions: options,
    options,
    client,
    changed,
    changes,
    comparisons,
    growth,
    skids,
    reasons,
    annotations,
    smells,
    ages,
    releases,
    remotes,
    restored,
    trust,
    workspace,
    lookAhead,
    runs,
    historyCommands,
    tests,
    programs,
    pgoFits,
    assemblies,
  };
}
