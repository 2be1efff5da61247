import type { Profile } from '../pprof/profile.ts';
import { fail, type Result } from '../result.ts';
import { isFolded, readFolded } from './folded.ts';
import { isPerfScript, readPerfScript } from './perfScript.ts';

/** Recordings of other profilers, and of Go's tracer, that are known by their contents. The last two are read by programs. */
export type ForeignFormat = 'folded' | 'perf-script' | 'perf-data' | 'go-trace';

/** What a file is that is no pprof file; `null` if it is nothing that becomes a profile. */
export function foreignFormat(bytes: Uint8Array): ForeignFormat | null {
  if (startsWith(bytes, 'PERFILE2')) return 'perf-data';
  if (startsWith(bytes, 'go 1.') && startsWith(bytes.subarray(7), ' trace')) return 'go-trace';
  if (isPerfScript(bytes)) return 'perf-script';
  return isFolded(bytes) ? 'folded' : null;
}

/** Reads a text of another profiler. Problems: `no-samples`, and those of its reader. */
export function readForeignText(bytes: Uint8Array, format: 'folded' | 'perf-script'): Result<Profile> {
  const read = format === 'folded' ? readFolded(bytes) : readPerfScript(bytes);
  if (!read.ok || read.value.samples.count > 0) return read;
  return fail('no-samples', 'The recording has no samples: the program did nothing that was recorded.');
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
  return true;
}
