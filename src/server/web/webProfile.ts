import { fail, ok, type Result } from '../../base/result.ts';
import { foreignFormat, otherFile, readForeignText } from '../../foreign/readForeign.ts';
import { gunzip } from '../../pprof/gzip.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';

export interface WebProfile {
  readonly profile: Profile;
  /** It is a pprof file. */
  readonly isAsFile: boolean;
}

/**
 * Reads what is read without programs: pprof files, and texts of other profilers. Fails with the codes of `readProfile`, of
 * `readForeignText`, and with `needs-programs`.
 */
export function readWebProfile(bytes: Uint8Array, maxBytes: number): Result<WebProfile> {
  const inflated = isGzip(bytes) ? gunzip(bytes, maxBytes) : ok(bytes);
  if (!inflated.ok) return inflated;
  const read = readProfile(inflated.value, { maxBytes });
  if (read.ok) return ok({ profile: read.value, isAsFile: true });
  if (/^(?:too-large|out-of-memory|empty|legacy-format)$/.test(read.problem.code)) return read;
  const format = isZstd(bytes) ? 'zstd' : foreignFormat(inflated.value);
  if (format === null) {
    const problem = otherFile(inflated.value);
    return problem === null ? read : { ok: false, problem };
  }
  if (format === 'perf-data' || format === 'go-trace' || format === 'zstd') {
    return fail(
      'needs-programs',
      'Programs on a computer are needed to read this file, and VS Code for the Web runs none. Open it in VS Code on your computer, or convert it with `pprof-lens proto`.',
    );
  }
  const foreign = readForeignText(inflated.value, format);
  return foreign.ok ? ok({ profile: foreign.value, isAsFile: false }) : foreign;
}

function isZstd(bytes: Uint8Array): boolean {
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => bytes[i] === byte);
}
