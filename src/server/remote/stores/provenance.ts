/** What profiles of production are of. */
import { list, nullable, number, object, type Read, text, time } from '../../../base/outsideValues.ts';
import type { Profile } from '../../../pprof/profile.ts';

/** What a profile from a store is of. No secret is in it. */
export const readProvenance = object(
  {
    /** For the user: `shop · CPU · last hour`. */
    title: text,
    /** What the user calls the service: `shop`. */
    service: text,
    storeId: text,
    selector: text,
    /** The name of the profile: `process_cpu`. */
    type: text,
    start: time,
    end: time,
    /** The label that says versions; `null` if none does. */
    versionLabel: nullable(text),
    /** The versions that the profile is of: one, if the user has chosen one. Empty where it is not known. */
    versions: list(text),
  },
  {
    /** The end of the title, which tells it from others of the service: `last hour`, `1a2b3c4`. Older files lack it. */
    short: text,
    /** The program that ran, on this machine, where the user has named it. */
    program: text,
    /** How many requests were answered, where the user has said it. */
    requests: number,
    /** When the version first ran, where it was compared with an older one. */
    began: time,
  },
);

export type Provenance = Read<typeof readProvenance>;

/** What costs of a profile are those of: of requests where the user knows them, of seconds where the store does. */
export function rateOf(
  { requests }: Provenance,
  { durationNanos }: Profile,
): { readonly operations: number | null; readonly perUnit?: 'request' | 'second' } {
  if (requests !== undefined && requests > 0) return { operations: requests, perUnit: 'request' };
  const seconds = Number(durationNanos) / 1e9;
  return seconds <= 0 ? { operations: null } : { operations: seconds, perUnit: 'second' };
}
