/** Recordings of other profilers and of Go's tracer as profiles. */
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { ok, type Result } from '../../result.ts';
import { nodeGunzip } from './inflate.ts';
import { readPerfData } from './perfData.ts';
import type { ForeignOptions } from './recordingFile.ts';
import { readTrace } from './traceProfile.ts';

/**
 * Reads folded stacks, the output of `perf script`, `perf.data` and execution traces of Go; gzipped ones too. `null` for
 * other files. Fails with the codes of `readForeignText`, `readPerfData` and `readTrace`.
 */
export async function readForeign(
  bytes: Uint8Array,
  options: ForeignOptions,
): Promise<Result<Profile> | null> {
  const isPacked = isGzip(bytes);
  const unpacked = isPacked ? nodeGunzip(bytes, options.maxBytes) : ok(bytes);
  if (!unpacked.ok) return null;
  // Most profiles are pprof files, and need none of it.
  const { foreignFormat, readForeignText } = await import('../../foreign/readForeign.ts');
  const format = foreignFormat(unpacked.value);
  if (format === null) return null;
  const asFile = isPacked ? { ...options, path: undefined } : options;
  if (format === 'perf-data')
    return readPerfData(unpacked.value, asFile, (text) => readForeignText(text, 'perf-script'));
  if (format === 'go-trace') return readTrace(unpacked.value, asFile);
  return readForeignText(unpacked.value, format);
}
