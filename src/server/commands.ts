import path from 'node:path';
import type { CancellationToken, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { GoScanner } from '../go/scan.ts';
import { closestFile, locateFile, samePath } from '../go/sourcePaths.ts';
import {
  type ActiveCost,
  type OpenOutcome,
  type ProfileKind,
  type RunRequest,
  type SourcePosition,
  type SourceText,
  serverCommands,
} from '../protocol.ts';
import type { Problem } from '../result.ts';
import type { HistoryEntry } from './history/entries.ts';
import type { History } from './history/history.ts';
import type { KeptSessions } from './history/keptSessions.ts';
import { hotLines } from './hotLines.ts';
import { benchmarksOf } from './lenses.ts';
import { localSentence, type Messages } from './messages.ts';
import { openProfileFile } from './openProfile.ts';
import type { Runs } from './runs.ts';
import type { Session, SessionStore } from './sessions.ts';
import type { Settings } from './settings.ts';
import { currentText, filePath, fileUri } from './workspaceTexts.ts';

export interface CommandContext {
  readonly documents: TextDocuments<TextDocument>;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly runs: Runs;
  /** Once what was kept before the server started is read. */
  readonly history: () => Promise<History>;
  readonly keptSessions: KeptSessions;
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
    case serverCommands.openProfile:
      return open(context, readText(first, 'path'), property(first, 'sampleType'));
    case serverCommands.show:
      return context.sessions.show(first === null || first === undefined ? null : readActiveCost(first));
    case serverCommands.hotLines:
      return hotLines(context.sessions, context.documents);
    case serverCommands.benchmarks: {
      const file = filePath(readText(first, 'uri'));
      const text = file === null ? null : currentText(context.documents, file);
      return text === null ? [] : benchmarksOf(text, await context.scanner());
    }
    case serverCommands.resolveFrame:
      return resolveFrame(context, first);
    case serverCommands.frameText:
      return frameText(context, first);
    default:
      throw new Error(`Unknown command ${command}`);
  }
}

async function open(context: CommandContext, file: string, sampleType: unknown): Promise<OpenOutcome> {
  const kept = (await context.history()).ofProfile(file);
  if (kept !== undefined) return openKept(context, kept, file, sampleType);
  const { sessions, settings, messages, isTrusted, folder } = context;
  const opened = await openProfileFile(
    file,
    folder ?? path.dirname(file),
    await settings.general(),
    isTrusted(),
  );
  if (!opened.ok) {
    const problem = named(path.basename(file), opened.problem);
    messages.problem(problem, 'error');
    return { status: 'failed', message: localSentence(problem) };
  }
  const [session] = sessions.add([opened.value]);
  if (session === undefined) throw new Error('A session that was added is there');
  return showOpened(sessions, session, sampleType);
}

/** Opens all of a kept run and shows the profile asked for; where that is gone, another of the run. */
async function openKept(
  { keptSessions, messages, sessions }: CommandContext,
  kept: HistoryEntry,
  file: string,
  sampleType: unknown,
): Promise<OpenOutcome> {
  const opened = await keptSessions.open(kept);
  for (const problem of opened.problems) messages.problem(problem, 'warning');
  const asked = opened.sessions.find(({ profilePath }) => samePath(profilePath, file));
  if (asked !== undefined) return showOpened(sessions, asked, sampleType);
  const [other] = opened.sessions;
  if (other !== undefined) return showOpened(sessions, other, undefined);
  return { status: 'failed', message: opened.problems.map(localSentence).join(' ') };
}

function showOpened(sessions: SessionStore, session: Session, sampleType: unknown): OpenOutcome {
  const { id: sessionId, defaultSampleType } = session;
  const isShown = typeof sampleType === 'number' && sessions.show({ sessionId, sampleType });
  if (!isShown) sessions.show({ sessionId, sampleType: defaultSampleType });
  return { status: 'opened', sessionId };
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

function readActiveCost(value: unknown): ActiveCost {
  return { sessionId: readText(value, 'sessionId'), sampleType: readNumber(value, 'sampleType') };
}

const kindNames: readonly ProfileKind[] = ['cpu', 'mem', 'block', 'mutex'];

function readRunRequest(value: unknown): RunRequest {
  const kinds = property(value, 'kinds');
  const count = property(value, 'count');
  const benchtime = property(value, 'benchtime');
  const goCommand = property(value, 'goCommand');
  const benchmark = property(value, 'benchmark');
  return {
    uri: readText(value, 'uri'),
    benchmark: typeof benchmark === 'string' ? benchmark : null,
    ...(Array.isArray(kinds) ? { kinds: kindNames.filter((kind) => kinds.includes(kind)) } : {}),
    ...(typeof count === 'number' ? { count } : {}),
    ...(typeof benchtime === 'string' ? { benchtime } : {}),
    ...(typeof goCommand === 'string' ? { goCommand } : {}),
  };
}
