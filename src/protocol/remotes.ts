/** Where profiles come from besides benchmarks and files: running servers and stores, as the Profiles view lists them. */

import { filledText, number, object, oneOf, type Read, text, validItems } from '../base/outsideValues.ts';
import type { WatchReport } from '../base/watched.ts';

/** Server -> client notification, after every change: the places that are remembered, those used last first. */
export const remotesMethod = 'pprofLens/servers';

export interface RemotesParams {
  readonly items: readonly RemoteItem[];
}

/** A place that profiles are fetched from. All texts are for the user, and have no secrets. */
export interface RemoteItem {
  /** For commands. It stays the same as long as the place is remembered. */
  readonly id: string;
  readonly kind: 'server' | 'store';
  /** `localhost:6060`. */
  readonly label: string;
  /** What was fetched last, or what is going on: `CPU ▂▃▅▇ 42% busy`. */
  readonly description: string;
  /** More of it, in some lines. */
  readonly tooltip: string;
  readonly state: 'idle' | 'busy' | 'watching';
  /** Of a server that is watched, or was. */
  readonly watch?: WatchReport;
}

/**
 * What can be done with a place. `fetch`: one profile; `watch`: one every few seconds until `stop`; `load`: one, while requests
 * are sent to the server; `edit`: its address, password and certificates; `forget`: it, and its secrets and profiles; `show`: what it
 * did while it was watched.
 */
export const profileServerArgs = object(
  { action: oneOf('fetch', 'watch', 'load', 'stop', 'edit', 'forget', 'show') },
  {
    /** The item; if missing, the user is asked for a running server. */
    id: filledText,
    /** For `show`: two moments that are compared, or one; if missing, the newest and those that come. */
    moments: validItems(text),
  },
);

export type ProfileServerArgs = Read<typeof profileServerArgs>;

/**
 * What a user does with stores. `connect`: names a new one, and fetches from it; `fetch`: a profile; `compare`: the shown profile
 * of production with another time or version; `perRequest`: shows it with costs per request.
 */
export const profileStoreArgs = object({ action: oneOf('connect', 'fetch', 'compare', 'perRequest') });

export type ProfileStoreArgs = Read<typeof profileStoreArgs>;

export const benchmarkLineArgs = object({ uri: text, line: number });

export type BenchmarkLine = Read<typeof benchmarkLineArgs>;
