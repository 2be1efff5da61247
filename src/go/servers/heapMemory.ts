/** What the machine sees of a running server's memory: Go writes it at the end of `heap?debug=1`. */
import { mean } from '../../base/lists.ts';
import type { ProcessMemory } from '../../base/processMemory.ts';
import type { ProfileAddress } from '../profiles/fetchAddress.ts';
import { type FetchOptions, fetchBytes } from '../profiles/fetchBytes.ts';

/** Since the program began. On Linux its peak is at least that of the process that has started it. */
export interface HeapMemory extends ProcessMemory {
  /** Nanoseconds of its last collections, the newest first; Go keeps 256. */
  readonly lastPauses: readonly number[];
}

/** Seconds and bytes: longer answers would disturb what is measured beside them. */
const limits = { maxTime: 1, maxBytes: 4_000_000 };

/** Asks the server; `null` where it does not say it, or not at once. @param heap the address of `heap?debug=1` */
export async function askMemory(
  heap: ProfileAddress | null,
  options: Pick<FetchOptions, 'access' | 'signal'>,
): Promise<HeapMemory | null> {
  const answer = heap === null ? null : await fetchBytes(heap, { ...options, ...limits });
  return answer?.ok === true ? readHeapMemory(new TextDecoder().decode(answer.value.bytes)) : null;
}

/** `null` for another text. */
export function readHeapMemory(text: string): HeapMemory | null {
  const numbers = (name: string) =>
    (new RegExp(`^# ${name} = \\[?([\\d ]{1,6000})`, 'm').exec(text)?.[1] ?? '').match(/\d+/g)?.map(Number) ??
    [];
  const [[collections], [heapGoal], [stacks], [peak = 0]] = [
    numbers('NumGC'),
    numbers('NextGC'),
    numbers('Stack'),
    numbers('MaxRSS'),
  ];
  if (collections === undefined || heapGoal === undefined || stacks === undefined) return null;
  const ring = numbers('PauseNs');
  const newest = ring.map((_, i) => ring[(collections + ring.length - 1 - i) % ring.length] ?? 0);
  const lastPauses = newest.slice(0, collections);
  return { collections, pauses: pausesOf(lastPauses, collections), heapGoal, stacks, peak, lastPauses };
}

/** Of more collections than Go has kept, the last ones stand for all. */
function pausesOf(last: readonly number[], collections: number): number {
  return last.length === 0 ? 0 : mean(last) * collections;
}

/** What has come between two answers; `null` if one is missing, or is that of another process. */
export function memoryBetween(before: HeapMemory | null, after: HeapMemory | null): ProcessMemory | null {
  const collections = (after?.collections ?? 0) - (before?.collections ?? 0);
  if (before === null || after === null || collections < 0) return null;
  const { lastPauses, ...now } = after;
  return { ...now, collections, pauses: pausesOf(lastPauses.slice(0, collections), collections) };
}

/** Where the server of a profile says it; `null` where that is not known. */
export function heapAddress(profile: ProfileAddress): ProfileAddress | null {
  return /\/debug\/pprof\/[^/]+$/.test(profile.path)
    ? profile.redirectedTo(profile.path.replace(/[^/]+$/, 'heap?debug=1'))
    : null;
}
