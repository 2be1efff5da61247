import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` finds something (not undefined, not false), and returns it. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  milliseconds = 60_000,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(100)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`After ${milliseconds / 1000} s still not: ${what}`);
  }
}
