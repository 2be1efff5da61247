import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Background } from '../client/background.ts';
import type { ClientAbilities } from '../client/initialize.ts';
import { filePath } from '../client/lspTerms.ts';
import type { CodeChanges } from './codeChanges.ts';

/** The files that a test binary can be built from. */
const watchers: FileSystemWatcher[] = ['**/*.go', '**/go.mod', '**/go.work', '**/*.{s,c,h,cc,cpp,hpp}'].map(
  (globPattern) => ({ globPattern }),
);

/**
 * Has the client say which files have changed on the disk: by other programs, by a checkout. With a client that cannot,
 * files are looked at when a document is opened, closed or saved, which also happens when a user comes back to the editor
 * to go on.
 */
export function watchSources(
  connection: Connection,
  background: Background,
  { watchesFiles }: Pick<ClientAbilities, 'watchesFiles'>,
  documents: TextDocuments<TextDocument>,
  changes: CodeChanges,
): void {
  if (watchesFiles) {
    connection.onDidChangeWatchedFiles(({ changes: events }) =>
      changes.filesChanged(events.flatMap(({ uri }) => filePath(uri) ?? [])),
    );
    background(() => connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    return;
  }
  documents.onDidSave(() => changes.anyFileChanged());
  documents.onDidOpen(() => changes.anyFileChanged());
  documents.onDidClose(() => changes.anyFileChanged());
}
