import { type Result, sentence } from '../../src/base/result.ts';
import { nodeGunzip } from '../../src/go/profiles/inflate.ts';
import { gunzip } from '../../src/pprof/gzip.ts';
import { isGzip } from '../../src/pprof/inflate.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { holdsTooMuch } from './held.ts';
import { brokenRule } from './invariants.ts';

/** The largest inflated size while fuzzing. It is small, so that a bomb exceeds it quickly. */
const maxBytes = 4 * 2 ** 20;

/** The outcome of an input. */
export interface Examined {
  readonly read: Result<Profile>;
  /** The fault that the input shows, in words; `null` if there is none. */
  readonly wrong: string | null;
}

/**
 * Reads an input, and asks questions if it was accepted. An exception is a fault, so this never throws.
 *
 * @param part which questions; see `brokenRule`
 */
export function examine(bytes: Uint8Array, part: number | 'all' = 'all'): Examined {
  try {
    let inflatedBytes = bytes.length;
    const read = readProfile(bytes, {
      maxBytes,
      gunzip: (zipped, most) => {
        const inflated = gunzip(zipped, most);
        if (inflated.ok) inflatedBytes = inflated.value.length;
        return inflated;
      },
    });
    const wrong =
      wrongRefusal(read) ??
      wrongInflater(bytes, read) ??
      (read.ok ? (holdsTooMuch(read.value, inflatedBytes) ?? brokenRule(read.value, part)) : null);
    return { read, wrong };
  } catch (error) {
    return { read: noProfile, wrong: thrown(error) };
  }
}

/** The outcome of an input that is not meant to become a profile. */
export const noProfile: Result<Profile> = {
  ok: false,
  problem: { code: 'not-a-profile', template: '', args: [] },
};

/** What is wrong if an examination throws. */
export function thrown(error: unknown): string {
  return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** What is wrong with a sentence for users; `null` if it is one. */
export function wrongSentence(said: string): string | null {
  return /^[A-Z].*\.$/s.test(said) ? null : `not a sentence: ${said}`;
}

/** A refusal must be a sentence, and an input this small must not need too much memory. */
function wrongRefusal(read: Result<Profile>): string | null {
  if (read.ok) return null;
  if (read.problem.code === 'out-of-memory') return 'ran out of memory';
  return wrongSentence(sentence(read.problem));
}

/** Both inflaters must have the same outcome. */
function wrongInflater(bytes: Uint8Array, read: Result<Profile>): string | null {
  if (!isGzip(bytes)) return null;
  const other = readProfile(bytes, { maxBytes, gunzip: nodeGunzip });
  const [ours, theirs] = [read, other].map((result) => (result.ok ? 'accepted' : result.problem.code));
  return ours === theirs ? null : `pako says ${ours}, zlib ${theirs}`;
}
