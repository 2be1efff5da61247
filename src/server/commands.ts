import path from 'node:path';
import type { CancellationToken, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { GoScanner } from '../go/scan/scan.ts';
import { closestFile, locateFile } from '../go/sources/sourcePaths.ts';
import { profileKinds } from '../model.ts';
import {
  type ActiveCost,
  type AssemblyRequest,
  type KeptRunChange,
  type OpenOutcome,
  type OpenRequest,
  type RunRequest,
  type SourcePosition,
  type SourceText,
  serverCommands,
} from '../protocol.ts';
import type { Problem } from '../result.ts';
import type { Assemblies } from './assembly/assemblies.ts';
import { currentText, filePath, fileUri } from './client/lspTerms.ts';
import { localSentence, type Messages } from './client/messages.ts';
import type { Settings } from './client/settings.ts';
import { hotLines } from './costs/hotLines.ts';
import { lineFunctions } from './costs/lineFunctions.ts';
import type { GrowthTables } from './editor/growth.ts';
import { benchmarksOf } from './editor/lenses.ts';
import type { History } from './history/history.ts';
import { type HistoryCommands, showOpened } from './history/historyCommands.ts';
import type { Runs } from './run/runs.ts';
import { saveDefaultPgo } from './run/savePgo.ts';
import { openProfileFile } from './sessions/openProfile.ts';
import type { Session, SessionStore } from './sessions/sessions.ts';

export interface CommandContext {
  readonly documents: TextDocuments<TextDocument>;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly runs: Runs;
  readonly growth: GrowthTables;
  readonly assemblies: Assemblies;
  /** Once what was kept before the server started is read. */
  readonly history: () => Promise<History>;
  readonly historyCommands: HistoryCommands;
  readonly scanner: () => Promise<GoScanner>;
  readonly isTrusted: () => boolean;
  /** The first workspace folder, where there is one. */
  readonly folder: string | null;
}

/** Executes one of `serverCommands`. Arguments come from outside and are checked; wrong ones are an error. */
export async function execute(
  context: CommandContext,
  command: string,
  args: readonly unknown[],
  token: CancellationToken,
): Promise<unknown> {
  const [first] = args;
  switch (command) {
    case serverCommands.run:
      return context.runs.run(readRunRequest(first), token);
    case serverCommands.refs:
      return context.runs.refs(readText(first, 'uri'));
    case serverCommands.mainPackages:
      return context.runs.mainPackages(readText(first, 'uri'));
    case serverCommands.savePgo:
      return saveDefaultPgo(context, readTexts(first, 'profilePaths'), readText(first, 'folder'));
    case serverCommands.openProfile:
      return open(context, readOpenRequest(first));
    case serverCommands.changeRun:
      return context.historyCommands.change(readRunChange(first));
    case serverCommands.deleteRuns:
      return context.historyCommands.remove(readTexts(first, 'runIds'));
    case serverCommands.exportRun:
      return context.historyCommands.export(readText(first, 'runId'), readText(first, 'folder'));
    case serverCommands.compareRuns:
      return context.historyCommands.compare(readText(first, 'runId'), readText(first, 'baseId'));
    case serverCommands.show:
      return context.sessions.show(first === null || first === undefined ? null : readActiveCost(first));
    case serverCommands.hotLines:
      return hotLines(context.sessions, context.documents);
    case serverCommands.benchmarks: {
      const file = filePath(readText(first, 'uri'));
      const text = file === null ? null : currentText(context.documents, file);
      return text === null ? [] : benchmarksOf(text, await context.scanner());
    }
    case serverCommands.growth:
      return context.growth.of(readText(first, 'sessionId'));
    case serverCommands.resolveFrame:
      return resolveFrame(context, first);
    case serverCommands.frameText:
      return frameText(context, first);
    case serverCommands.assembly:
      return context.assemblies.of(readAssemblyRequest(first));
    case serverCommands.lineFunctions: {
      const file = filePath(readText(first, 'uri'));
      const text = file === null ? null : currentText(context.documents, file);
      if (file === null || text === null) return null;
      return lineFunctions(context.sessions, file, text, readNumber(first, 'line'));
    }
    default:
      throw new Error(`Unknown command ${command}`);
  }
}

async function open(context: CommandContext, request: OpenRequest): Promise<OpenOutcome> {
  const { path: file, basePath, forPage } = request;
  const history = await context.history();
  const kept = history.ofProfile(file);
  if (kept !== undefined) {
    const base = basePath === undefined ? undefined : history.ofProfile(basePath);
    return context.historyCommands.open(kept, base, request);
  }
  const { sessions, settings, messages, isTrusted, folder } = context;
  const opened = await openProfileFile(
    file,
    folder ?? path.dirname(file),
    await settings.general(),
    isTrusted(),
  );
  if (!opened.ok) {
    const problem = named(path.basename(file), opened.problem);
    if (forPage) messages.logProblem(problem);
    else messages.problem(problem, 'error');
    const hasDetails = problem.details !== undefined;
    return { status: 'failed', message: localSentence(forPage ? opened.problem : problem), hasDetails };
  }
  return showOpened(sessions, sessions.addFile(opened.value), request);
}

/** The problem with the file it is about: a notification may be read long after the click. */
function named(file: string, problem: Problem): Problem {
  return { ...problem, template: '{0}: {1}', args: [file, localSentence(problem)] };
}

function resolveFrame(context: CommandContext, source: unknown): SourcePosition | null {
  const line = Math.max(0, readNumber(source, 'line') - 1);
  const located = locateFrame(context, source);
  return located === null ? null : { uri: fileUri(located.path), line, character: 0 };
}

function frameText(context: CommandContext, source: unknown): SourceText {
  const located = locateFrame(context, source);
  if (located === null) return { missing: 'absent' };
  const text = located.session.snapshot.textOf(located.path);
  return text === null ? { missing: 'changed' } : { text };
}

function locateFrame(
  { sessions, documents }: CommandContext,
  source: unknown,
): { session: Session; path: string } | null {
  const session = sessions.get(readText(source, 'sessionId'));
  const file = readText(source, 'file');
  if (session === undefined || file === '') return null;
  const opened = documents.all().flatMap(({ uri }) => filePath(uri) ?? []);
  const path = locateFile(file, session.roots) ?? closestFile(file, opened);
  return path === null ? null : { session, path };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readText(value: unknown, name: string): string {
  const text = property(value, name);
  if (typeof text !== 'string') throw new Error(`The command's argument has no text "${name}"`);
  return text;
}

function readNumber(value: unknown, name: string): number {
  const number = property(value, name);
  if (typeof number !== 'number') throw new Error(`The command's argument has no number "${name}"`);
  return number;
}

function readTexts(value: unknown, name: string): string[] {
  const list = property(value, name);
  if (!Array.isArray(list)) throw new Error(`The command's argument has no list "${name}"`);
  return list.filter((item) => typeof item === 'string');
}

function readRunChange(value: unknown): KeptRunChange {
  const label = property(value, 'label');
  const pinned = property(value, 'pinned');
  return {
    runId: readText(value, 'runId'),
    ...(typeof label === 'string' || label === null ? { label } : {}),
    ...(typeof pinned === 'boolean' ? { pinned } : {}),
  };
}

function readOpenRequest(value: unknown): OpenRequest {
  const basePath = property(value, 'basePath');
  const sampleType = property(value, 'sampleType');
  return {
    path: readText(value, 'path'),
    forPage: property(value, 'forPage') === true,
    ...(typeof basePath === 'string' ? { basePath } : {}),
    ...(typeof sampleType === 'number' ? { sampleType } : {}),
  };
}

function readAssemblyRequest(value: unknown): AssemblyRequest {
  const goCommand = property(value, 'goCommand');
  return {
    sessionId: readText(value, 'sessionId'),
    functionName: readText(value, 'functionName'),
    ...(typeof goCommand === 'string' ? { goCommand } : {}),
  };
}

function readActiveCost(value: unknown): ActiveCost {
  return { sessionId: readText(value, 'sessionId'), sampleType: readNumber(value, 'sampleType') };
}

function readRunRequest(value: unknown): RunRequest {
  const kinds = property(value, 'kinds');
  const count = property(value, 'count');
  const benchtime = property(value, 'benchtime');
  const goCommand = property(value, 'goCommand');
  const benchmark = property(value, 'benchmark');
  const against = property(value, 'against');
  const pgo = property(value, 'pgo');
  return {
    uri: readText(value, 'uri'),
    benchmark: typeof benchmark === 'string' ? benchmark : null,
    ...(Array.isArray(kinds) ? { kinds: profileKinds.filter((kind) => kinds.includes(kind)) } : {}),
    ...(typeof count === 'number' ? { count } : {}),
    ...(typeof benchtime === 'string' ? { benchtime } : {}),
    ...(typeof goCommand === 'string' ? { goCommand } : {}),
    ...(typeof against === 'string' && against !== '' ? { against } : {}),
    ...(typeof pgo === 'string' && pgo !== '' ? { pgo } : {}),
  };
}
