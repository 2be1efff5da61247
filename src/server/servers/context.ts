import type { Result } from '../../result.ts';
import type { Ask } from '../client/ask.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';

/** What running servers need of the rest of the language server. */
export interface ServersContext {
  readonly ask: Ask;
  readonly messages: Messages;
  readonly background: Background;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly isTrusted: () => boolean;
  /** Where the profiles are kept. */
  readonly folder: string;
  /** The file in which the servers are remembered. */
  readonly file: string;
  /** Reads a profile file, for a session. */
  open(file: string): Promise<Result<SessionSource>>;
  /** The list has changed. */
  changed(): void;
}
