/** Where the source file of a frame is on this machine, and its text when the profile was taken. */
import type { TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { closestFile, locateFile } from '../../go/sources/sourcePaths.ts';
import type { FrameSource, SourcePosition, SourceText } from '../../protocol.ts';
import { filePath, fileUri } from '../client/lspTerms.ts';
import type { Session, SessionStore } from './sessions.ts';

interface FrameContext {
  readonly sessions: SessionStore;
  /** A file that is not found by its path is looked for among the open documents. */
  readonly documents: TextDocuments<TextDocument>;
}

/** `null` where the file is not on this machine. */
export function resolveFrame(context: FrameContext, frame: FrameSource): SourcePosition | null {
  const located = locateFrame(context, frame);
  if (located === null) return null;
  return { uri: fileUri(located.path), line: Math.max(0, frame.line - 1), character: 0 };
}

export function frameText(context: FrameContext, frame: FrameSource): SourceText {
  const located = locateFrame(context, frame);
  if (located === null) return { missing: 'absent' };
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
  const path = locateFile(file, session.roots) ?? closestFile(file, opened);
  return path === null ? null : { session, path };
}
