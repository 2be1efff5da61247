import type { Connection } from 'vscode-languageserver';
import type { GoScanner } from '../../../go/scan/scan.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import type { Ask } from '../../client/ask.ts';
import type { Background } from '../../client/background.ts';
import type { ClientAbilities } from '../../client/initialize.ts';
import type { Messages } from '../../client/messages.ts';
import type { Settings } from '../../client/settings.ts';
import type { Storage } from '../../client/storage.ts';
import type { DocumentTexts } from '../../costs/documentText.ts';
import type { SessionStore } from '../../sessions/sessions.ts';
import type { BuildDiagnostics } from '../queue/buildDiagnostics.ts';
import type { RunQueue } from '../queue/runQueue.ts';

/** What profiling a program works with. All of it lives longer than the program. */
export interface ProgramsContext {
  readonly connection: Connection;
  readonly background: Background;
  readonly options: Pick<ClientAbilities['options'], 'terminals'>;
  readonly texts: DocumentTexts;
  readonly files: Pick<NamedFiles, 'exists' | 'read'>;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly messages: Messages;
  readonly ask: Ask;
  readonly scanner: () => Promise<GoScanner>;
  readonly diagnostics: BuildDiagnostics;
  readonly isTrusted: () => boolean;
  /** Shared with the benchmarks: a program that runs beside them would disturb them. */
  readonly queue: RunQueue;
  /** The lenses should be asked for again. */
  readonly changed: () => void;
}
