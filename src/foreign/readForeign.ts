import { fail, type Result } from '../base/result.ts';
import type { Profile } from '../pprof/profile.ts';
import { readFirefox } from './firefox.ts';
import { isFolded, readFolded } from './folded.ts';
import { jsonFormat } from './json.ts';

export { otherFile } from './otherFile.ts';

import { readOtel } from './otel.ts';
import { isOtel } from './otelWire.ts';
import { isPerfScript, readPerfScript } from './perfScript.ts';
import { readSpeedscope } from './speedscope.ts';
import { readV8Cpu } from './v8Cpu.ts';
import { readV8Heap } from './v8Heap.ts';

const readers = {
  folded: readFolded,
  'perf-script': readPerfScript,
  'v8-cpu': readV8Cpu,
  'v8-heap': readV8Heap,
  speedscope: readSpeedscope,
  firefox: readFirefox,
  otel: readOtel,
} as const;

/** Texts of other profilers. No program is needed to read them. */
export type TextFormat = keyof typeof readers;

/** Recordings of other profilers, and of Go's tracer, that are known by their contents. The last two are read by programs. */
export type ForeignFormat = TextFormat | 'perf-data' | 'go-trace';

/** What a file is that is no pprof file; `null` if it is nothing that becomes a profile. */
export function foreignFormat(bytes: Uint8Array): ForeignFormat | null {
  if (startsWith(bytes, 'PERFILE2')) return 'perf-data';
  if (startsWith(bytes, 'go 1.') && startsWith(bytes.subarray(7), ' trace')) return 'go-trace';
  if (isOtel(bytes)) return 'otel';
  const json = jsonFormat(bytes);
  if (json !== null && isRead(json)) return json;
  if (isPerfScript(bytes)) return 'perf-script';
  return isFolded(bytes) ? 'folded' : null;
}

/** Reads a text of another profiler. Problems: `no-samples`, and those of its reader. */
export function readForeignText(bytes: Uint8Array, format: TextFormat): Result<Profile> {
  const read = readers[format](bytes);
  if (!read.ok || read.value.samples.count > 0) return read;
  return fail('no-samples', 'The recording has no samples: the program did nothing that was recorded.');
}

function isRead(format: string): format is TextFormat {
  return Object.hasOwn(readers, format);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
  return true;
}
