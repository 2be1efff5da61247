/** Profiles of production, from stores such as Pyroscope and Parca. */

/**
 * What a user does with stores. `connect`: names a new one, and fetches from it; `fetch`: a profile; `compare`: the shown profile
 * of production with another time or version; `perRequest`: shows it with costs per request.
 */
export const storeActions = ['connect', 'fetch', 'compare', 'perRequest'] as const;

export type StoreAction = (typeof storeActions)[number];

export interface StoreRequest {
  readonly action: StoreAction;
}

/** A line whose function a benchmark is wanted for. */
export interface BenchmarkLine {
  readonly uri: string;
  /** 0-based. */
  readonly line: number;
}
