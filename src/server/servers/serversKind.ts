/** How running servers become places of the Profiles view. What does the work is loaded when it is first needed. */
import path from 'node:path';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import type { Ask } from '../client/ask.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Storage } from '../client/storage.ts';
import { openProfileFile } from '../sessions/openProfile.ts';
import type { PprofCopies } from '../sessions/pprofCopies.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { type PlaceKind, placesFile } from './places.ts';

export interface PlacesParts {
  readonly ask: Ask;
  readonly messages: Messages;
  readonly background: Background;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly storage: Storage;
  readonly files: NamedFiles;
  readonly copies: PprofCopies;
  readonly isTrusted: () => boolean;
  /** The first workspace folder, if there is one. */
  readonly folder: string | null;
}

export function serversKind({
  storage,
  files,
  copies,
  isTrusted,
  folder: root,
  ...shared
}: PlacesParts): PlaceKind {
  const folder = path.join(storage.path, 'servers');
  const file = placesFile(storage.path, 'servers');
  const open = async (profile: string) => {
    const now = await shared.settings.general();
    const context = { folder: root ?? folder, settings: now, isTrusted: isTrusted(), files, copies };
    return openProfileFile(profile, context);
  };
  return {
    prefix: 'server/',
    file,
    async load(changed) {
      const { Servers } = await import('./servers.ts');
      return new Servers({ ...shared, isTrusted, folder, file, open, changed });
    },
  };
}
