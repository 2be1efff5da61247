import type { Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import type { Ask } from '../client/ask.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Storage } from '../client/storage.ts';
import type { WorkspaceFiles } from '../client/workspaceFiles.ts';
import type { DocumentTexts } from '../costs/documentText.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { PathMapping } from '../sessions/pathMapping.ts';
import type { PprofCopies } from '../sessions/pprofCopies.ts';
import type { SessionStore } from '../sessions/sessions.ts';

/** What most parts of the server work with. Each lives as long as the server; a part picks those that it needs. */
export interface Services {
  readonly connection: Connection;
  readonly background: Background;
  readonly documents: TextDocuments<TextDocument>;
  readonly texts: DocumentTexts;
  readonly files: NamedFiles;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly messages: Messages;
  readonly ask: Ask;
  readonly workspaceFiles: WorkspaceFiles;
  readonly mapping: PathMapping;
  readonly copies: PprofCopies;
  readonly scanner: () => Promise<GoScanner>;
  readonly isTrusted: () => boolean;
  /** The first workspace folder at the start. */
  readonly folder: string | null;
}
