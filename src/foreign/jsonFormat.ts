import { BadRecording } from './badRecording.ts';
import { JsonReader } from './jsonReader.ts';

/** What a JSON file can be. The last four are of no use to a profile. */
export type JsonFormat =
  | 'v8-cpu'
  | 'v8-heap'
  | 'speedscope'
  | 'heap-snapshot'
  | 'chrome-trace'
  | 'firefox'
  | 'dhat';

/** By a key of the outermost object. The first one in the file decides. */
const byKey: Readonly<Record<string, JsonFormat>> = {
  nodes: 'v8-cpu',
  head: 'v8-heap',
  shared: 'speedscope',
  profiles: 'speedscope',
  snapshot: 'heap-snapshot',
  traceEvents: 'chrome-trace',
  meta: 'firefox',
  dhatFileVersion: 'dhat',
};

/** What a JSON file is, judged by the keys of its outermost object; `null` if it is something else. */
export function jsonFormat(bytes: Uint8Array): JsonFormat | null {
  const json = new JsonReader(bytes);
  try {
    if (json.beginArray()) return isTrace(json) ? 'chrome-trace' : null;
    if (!json.beginObject()) return null;
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === '$schema' && json.text().includes('speedscope')) return 'speedscope';
      if (Object.hasOwn(byKey, key)) return byKey[key] ?? null;
    }
    return null;
  } catch (error) {
    if (error instanceof BadRecording) return null;
    throw error;
  }
}

/** Whether the first item of an array is an event of Chrome's tracer: it has a phase, and a process. */
function isTrace(json: JsonReader): boolean {
  if (!json.nextItem() || !json.beginObject()) return false;
  const keys = new Set<string>();
  for (let key = json.nextKey(); key !== null && keys.size < 100; key = json.nextKey()) keys.add(key);
  return keys.has('ph') && keys.has('pid');
}
