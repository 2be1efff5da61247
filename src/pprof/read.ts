import { mostProfileBytes } from '../base/model.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { decode } from './decode.ts';
import { gunzip } from './gzip.ts';
import { type Gunzip, isGzip, tooLarge } from './inflate.ts';
import { legacyProblem } from './legacy.ts';
import { otherFormat } from './otherFormats.ts';
import type { Profile } from './profile.ts';

export interface ReadOptions {
  /** Largest inflated size accepted; 2 GiB if not given. */
  readonly maxBytes?: number;
  /** The platform's own, faster way to inflate; its result is the same. */
  readonly gunzip?: Gunzip;
}

/**
 * Reads a pprof file: inflates it if it is gzipped, decodes and checks it.
 *
 * Failures are sentences for the user. Their codes: `empty`, `too-large`, `out-of-memory`, `gzip-*` (see `Gunzip`),
 * `not-a-profile`, `legacy-format`, `concatenated`, `truncated`, `no-sample-type`, and one for each rule of the format
 * that a file can break.
 */
export function readProfile(bytes: Uint8Array, options: ReadOptions = {}): Result<Profile> {
  try {
    const inflated = inflateIfNeeded(bytes, options);
    return inflated.ok ? readInflated(inflated.value) : inflated;
  } catch (error) {
    if (isOutOfMemory(error)) return outOfMemory();
    throw error;
  }
}

function inflateIfNeeded(bytes: Uint8Array, options: ReadOptions): Result<Uint8Array> {
  const maxBytes = options.maxBytes ?? mostProfileBytes;
  if (isGzip(bytes)) return (options.gunzip ?? gunzip)(bytes, maxBytes);
  if (bytes.length > maxBytes) return { ok: false, problem: tooLarge(maxBytes) };
  return ok(bytes);
}

function readInflated(bytes: Uint8Array): Result<Profile> {
  if (bytes.length === 0) {
    return fail('empty', 'The profile is empty. Record it again; the program must end or stop profiling.');
  }
  return judged(decode(bytes), bytes);
}

/**
 * What was decoded, as a result for users: refused if no report can be made of it, and if the bytes are no profile at all,
 * the problem says what they are instead.
 */
export function judged(decoded: Result<Profile>, bytes: Uint8Array): Result<Profile> {
  if (decoded.ok) return decoded.value.sampleTypes.length > 0 ? decoded : measuresNothing();
  if (decoded.problem.code === 'concatenated') return decoded;
  const legacy = legacyProblem(bytes);
  if (legacy !== null) return { ok: false, problem: legacy };
  const other = otherFormat(bytes);
  return other === null ? decoded : { ok: false, problem: other };
}

/** pprof's parser accepts such a profile, but no report can be made of it. */
function measuresNothing(): Result<Profile> {
  return fail('no-sample-type', 'The profile does not say what it measures: it has no sample types.');
}

/** An array that does not fit into memory, or is longer than the engine allows, is reported as a `RangeError`. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /alloc|array|length|size/i.test(error.message);
}

function outOfMemory(): Result<Profile> {
  return fail('out-of-memory', 'The profile does not fit into memory. Open it on a machine with more of it.');
}
