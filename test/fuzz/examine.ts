import { nodeGunzip } from '../../src/go/profiles/inflate.ts';
import { isGzip } from '../../src/pprof/inflate.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { type Result, sentence } from '../../src/result.ts';
import { brokenRule } from './invariants.ts';

/** Largest inflated size that is accepted while fuzzing: a bomb is over it, and quick. */
export const maxBytes = 4 * 2 ** 20;

/** What came of an input. */
export interface Examined {
  readonly read: Result<Profile>;
  /** What is wrong with us, in words; `null` if nothing is. */
  readonly wrong: string | null;
}

/** Reads an input and puts every question to what was accepted. Never throws: that would be wrong with us. */
export function examine(bytes: Uint8Array): Examined {
  try {
    const read = readProfile(bytes, { maxBytes });
    return {
      read,
      wrong: wrongRefusal(read) ?? wrongInflater(bytes, read) ?? (read.ok ? brokenRule(read.value) : null),
    };
  } catch (error) {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      read: { ok: false, problem: { code: 'thrown', template: '', args: [] } },
      wrong: `threw ${thrown}`,
    };
  }
}

/** A refusal is a sentence; and nothing so small needs more memory than there is. */
function wrongRefusal(read: Result<Profile>): string | null {
  if (read.ok) return null;
  if (read.problem.code === 'out-of-memory') return 'ran out of memory';
  const said = sentence(read.problem);
  return /^[A-Z].*\.$/s.test(said) ? null : `not a sentence: ${said}`;
}

/** Users must not see which of the two inflaters ran. */
function wrongInflater(bytes: Uint8Array, read: Result<Profile>): string | null {
  if (!isGzip(bytes)) return null;
  const other = readProfile(bytes, { maxBytes, gunzip: nodeGunzip });
  const [ours, theirs] = [read, other].map((result) => (result.ok ? 'accepted' : result.problem.code));
  return ours === theirs ? null : `pako says ${ours}, zlib ${theirs}`;
}
