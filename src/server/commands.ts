import type { CancellationToken } from 'vscode-languageserver';
import { evidenceOf, noResults } from '../go/results/evidence.ts';
import type { BenchmarkLine, RunOutcome } from '../protocol.ts';
import type { CommandHandlers } from './client/execute.ts';
import { filePath } from './client/lspTerms.ts';
import { timesOfSession } from './compare/timesOfSession.ts';
import { lineFunctions } from './costs/documentCosts.ts';
import type { DocumentText, DocumentTexts } from './costs/documentText.ts';
import { hotLines, hotPathLines } from './costs/hotLines.ts';
import { writeBenchmark } from './editor/writeBenchmark.ts';
import { resultsOfSession, showResult } from './history/showResult.ts';
import { growthReport } from './hovers/growth.ts';
import { benchmarkMenu } from './lenses/benchmarkMenu.ts';
import { benchmarksOf } from './lenses/lenses.ts';
import type { Parts } from './parts.ts';
import { countingNeeds } from './runs/benchmarks/countingNeeds.ts';
import { programFolders, saveDefaultPgo } from './runs/benchmarks/pgo.ts';
import { refChoices } from './runs/benchmarks/refs.ts';
import { frameText, resolveFrame } from './sessions/frameSources.ts';

/** What each command does. */
export function commandHandlers(context: Parts): CommandHandlers {
  const { texts, sessions, historyCommands, scanner } = context;
  return {
    run: (request, token) => context.runs.run(request, token),
    measureInTurns: (request, token) => context.runs.measureInTurns(request, token),
    bisect: (request, token) => context.runs.bisect(request, token),
    openArtifacts: ({ runId }) => historyCommands.openArtifacts(runId),
    explainFailure: (benchmark) => context.runs.explainFailure(benchmark),
    cancelRun: (end) => context.runs.cancel(end),
    openProfile: (request) => context.opener.open(request),
    changeRun: (change) => historyCommands.change(change),
    deleteRuns: ({ runIds }) => historyCommands.remove(runIds),
    deleteOldRuns: ({ count }) => historyCommands.removeOld(count),
    exportRun: ({ runId, folder }) => historyCommands.export(runId, folder),
    compareRuns: (runs) => historyCommands.compare(runs),
    show: (cost) => sessions.show(cost),
    profileServer: (request, token) => context.remotes.act(request, token),
    benchmarkLine: (at, token) => benchmarkLine(context, at, token),
    profileStore: (request, token) => context.remotes.actOnStores(request, token),
    hotLines: async () => hotLines(sessions, texts, (await context.settings.general()).lens.threshold),
    hotPath: async () => hotPathLines(sessions, texts, (await context.settings.general()).lens.threshold),
    refs: ({ uri }) => refChoices(context, uri),
    countingNeeds: ({ uri }) => countingNeeds(context, uri),
    mainPackages: ({ uri }) => programFolders(context, uri),
    savePgo: ({ profilePaths, folder }) => saveDefaultPgo(context, profilePaths, folder),
    benchmarks: async ({ uri }) => {
      const document = documentAt(texts, uri);
      return document === null ? [] : benchmarksOf(document.text, await scanner());
    },
    benchmarkMenu: async (target) => {
      const document = documentAt(texts, target.uri);
      if (document === null) return null;
      await context.history();
      return benchmarkMenu(document, target, await scanner(), context.lensSources(), context.lensOptions);
    },
    timedSamples: ({ sessionId }) => {
      const session = sessions.get(sessionId);
      const pair = session === undefined ? null : context.comparisons.pairOf(session);
      return { ...sessions.timedSamples(sessionId), evidence: evidenceOf(pair ?? noResults) };
    },
    growth: ({ sessionId }) => {
      const table = context.growth.of(sessionId);
      return table === null ? null : growthReport(table);
    },
    times: ({ sessionId }) => timesOfSession(context, sessionId),
    results: ({ sessionId }) => resultsOfSession(context, sessionId),
    showResult: (choice) => showResult(context, choice),
    resolveFrame: (frame) => resolveFrame(context, frame),
    mapPath: (asked) => context.mapping.map(asked),
    frameText: (frame) => frameText(context, frame),
    assembly: (request) => context.assemblies.of(request),
    lineFunctions: ({ uri, line }) => {
      const document = documentAt(texts, uri);
      return document === null ? null : lineFunctions(sessions, document, line);
    },
    writeBenchmark: (at) => writeBenchmark(context, at),
    profileProgram: (request, token) => context.programs.profile(request, token),
    endProgram: (end) => context.programs.end(end),
    profileTests: (request, token) => context.tests.profile(request, token),
    cancelTests: (request) => context.tests.cancel(request),
    listTests: () => context.tests.list(),
  };
}

/** Runs a benchmark that reaches the line, if the user chooses one. */
async function benchmarkLine(
  { texts, sessions, remotes, runs }: Parts,
  { uri, line }: BenchmarkLine,
  token: CancellationToken,
): Promise<RunOutcome | null> {
  const document = texts.get(uri);
  const functions = document === null ? null : lineFunctions(sessions, document, line);
  if (document === null || functions === null) return null;
  const { functionNames } = functions;
  const target = await remotes.chooseBenchmark({ functionNames, file: document.path });
  return target === null ? null : runs.run(target, token);
}

function documentAt(texts: DocumentTexts, uri: string): DocumentText | null {
  const file = filePath(uri);
  return file === null ? null : texts.at(file);
}
