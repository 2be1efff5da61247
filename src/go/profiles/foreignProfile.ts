/** Recordings of other profilers and of Go's tracer as profiles. */

import type { Result } from '../../base/result.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import type { ForeignOptions } from './conversion.ts';
import { isZstd, nodeGunzip, unzstd } from './inflate.ts';
import { readPerfData } from './perfData.ts';
import { readTrace } from './traceProfile.ts';

/**
 * Reads what is no pprof file: folded stacks, the output of `perf script`, `perf.data`, execution traces of Go, profiles of V8,
 * files of speedscope, Firefox Profiler and OpenTelemetry; gzipped and zstd-compressed ones too, and pprof files that zstd has compressed. `null` for other files,
 * unless they are of another profiler: the problem `not-a-profile` then says what to do with them. Fails with the codes of
 * `readForeignText`, `readPerfData`, `readTrace` and `unzstd`.
 *
 * @param inflated what is in a gzipped file; `null` for others, and for damaged ones
 */
export async function readForeign(
  bytes: Uint8Array,
  inflated: Uint8Array | null,
  options: ForeignOptions,
): Promise<Result<Profile> | null> {
  const { maxBytes } = options;
  if (inflated !== null) return readUnpacked(inflated, { ...options, path: undefined });
  if (isGzip(bytes)) return null;
  if (isZstd(bytes)) {
    const unpacked = unzstd(bytes, maxBytes);
    if (!unpacked.ok) return unpacked;
    const read = readProfile(unpacked.value, { maxBytes, gunzip: nodeGunzip });
    if (read.ok || read.problem.code !== 'not-a-profile') return read;
    return (await readUnpacked(unpacked.value, { ...options, path: undefined })) ?? read;
  }
  return readUnpacked(bytes, options);
}

async function readUnpacked(bytes: Uint8Array, options: ForeignOptions): Promise<Result<Profile> | null> {
  // Most profiles are pprof files, and need none of it.
  const { foreignFormat, otherFile, readForeignText } = await import('../../foreign/readForeign.ts');
  const format = foreignFormat(bytes);
  if (format === null) {
    const problem = otherFile(bytes);
    return problem === null ? null : { ok: false, problem };
  }
  if (format === 'perf-data')
    return readPerfData(bytes, options, (text) => readForeignText(text, 'perf-script'));
  if (format === 'go-trace') return readTrace(bytes, options);
  return readForeignText(bytes, format);
}
