/** Counts the wake-ups of processes that have nothing to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The last action may still have effects for so long. */
const settlingSeconds = 5;
export const watchedSeconds = 10;

/** By how much each counter grows in `watchedSeconds`, after the last action has ended. */
export async function growthWhileIdle(counters: readonly (() => Promise<number>)[]): Promise<number[]> {
  const all = () => Promise.all(counters.map((count) => count()));
  await sleep(settlingSeconds * 1000);
  const before = await all();
  await sleep(watchedSeconds * 1000);
  const after = await all();
  return after.map((count, i) => count - before[i]!);
}

/**
 * How often the threads of a process have begun to wait. Every wake-up ends in this way; see proc_pid_status(5). `null` if
 * the system has no such number.
 */
export function waits(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const status = readFileSync(`${tasks}/${task}/status`, 'utf8');
    return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1]);
  }, 0);
}
