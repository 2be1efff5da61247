/** Profiles of production, from stores such as Pyroscope and Parca. */

import { number, object, oneOf, type Read, text } from '../base/outsideValues.ts';

/**
 * What a user does with stores. `connect`: names a new one, and fetches from it; `fetch`: a profile; `compare`: the shown profile
 * of production with another time or version; `perRequest`: shows it with costs per request.
 */
export const profileStoreArgs = object({ action: oneOf('connect', 'fetch', 'compare', 'perRequest') });

export type ProfileStoreArgs = Read<typeof profileStoreArgs>;

/** A line, 0-based, whose function a benchmark is wanted for. */
export const benchmarkLineArgs = object({ uri: text, line: number });

export type BenchmarkLine = Read<typeof benchmarkLineArgs>;
