import type { Releases } from '../../compare/releases.ts';
import type { Services } from '../../services/services.ts';

/** What the places of one kind, running servers or stores, have to work with. */
export interface RemoteContext extends Services {
  /** The first workspace folder, or one of ours. */
  readonly folder: string;
  /** The file of the list of places. */
  readonly listFile: string;
  /** The folder of the fetched profiles. */
  readonly profiles: string;
  readonly releases: Pick<Releases, 'of'>;
  /** Aborted when the language server ends. */
  readonly ended: AbortSignal;
  changed(): void;
}
