/** Where the source file of a frame is on this machine, and its text when the profile was taken. */
import * as l10n from '@vscode/l10n';
import type { TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { candidatePaths, closestFile, locateFile } from '../../go/sources/sourcePaths.ts';
import type { FrameProblem, FrameSource, SourcePosition, SourceText } from '../../protocol.ts';
import { filePath, fileUri } from '../client/lspTerms.ts';
import { localSentence } from '../client/messages.ts';
import type { PathMapping } from './pathMapping.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './sessions.ts';

interface FrameContext {
  readonly sessions: SessionStore;
  /** A file that is not found by its path is looked for among the open documents. */
  readonly documents: TextDocuments<TextDocument>;
  readonly files: Pick<NamedFiles, 'refusal'>;
  readonly mapping: Pick<PathMapping, 'isPossible'>;
}

/** Where to show a frame's source, or a sentence that says why it is not shown. */
export function resolveFrame(context: FrameContext, frame: FrameSource): SourcePosition | FrameProblem {
  const located = locateFrame(context, frame);
  if (located !== null) {
    return { uri: fileUri(located.path), line: Math.max(0, frame.line - 1), character: 0 };
  }
  const { file } = frame;
  if (file === '') {
    const problem = l10n.t('The profile does not say where the source of this frame is.');
    return { problem, canMap: false };
  }
  const refused = refusal(context, frame);
  if (refused !== null) return { problem: refused, canMap: false };
  const problem = isUnclear(context, frame)
    ? l10n.t('Several files here can be {0}, the source of this frame.', file)
    : l10n.t('The source of this frame, {0}, is not on this machine.', file);
  return { problem, canMap: context.mapping.isPossible };
}

export function frameText(context: FrameContext, frame: FrameSource): SourceText {
  const located = locateFrame(context, frame);
  if (located === null) {
    const refused = refusal(context, frame);
    if (refused !== null) return { refused };
    const missing = isUnclear(context, frame) ? 'unclear' : 'absent';
    return { missing, ...(context.mapping.isPossible ? { canMap: true } : {}) };
  }
  const text = located.session.snapshot.textOf(located.path);
  return text === null ? { missing: 'changed' } : { text };
}

function locateFrame(
  { sessions, documents }: FrameContext,
  { sessionId, file }: FrameSource,
): { session: Session; path: string } | null {
  const session = sessions.get(sessionId);
  if (session === undefined || file === '') return null;
  const opened = documents.all().flatMap(({ uri }) => filePath(uri) ?? []);
  const path =
    locateFile(file, session.roots) ?? (session.roots.found?.has(file) ? null : closestFile(file, opened));
  return path === null ? null : { session, path };
}

/** Several files of the workspace fit equally well. */
function isUnclear({ sessions }: FrameContext, { sessionId, file }: FrameSource): boolean {
  return (sessions.get(sessionId)?.roots.found?.get(file)?.length ?? 0) > 1;
}

/** Why the file of a frame is not read although it is on this machine; `null` where it is not. */
function refusal({ sessions, files }: FrameContext, { sessionId, file }: FrameSource): string | null {
  const session = sessions.get(sessionId);
  if (session === undefined) return null;
  for (const candidate of candidatePaths(file, session.roots)) {
    const problem = files.refusal(candidate);
    if (problem !== null) return localSentence(problem);
  }
  return null;
}
