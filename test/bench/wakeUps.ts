/** Watching what has nothing to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the last act has set off may still be under way. */
const settlingSeconds = 5;
export const watchedSeconds = 10;

/** How much each counter grows in `watchedSeconds`, once all has settled. */
export async function growthWhileIdle(counters: readonly (() => Promise<number>)[]): Promise<number[]> {
  const all = () => Promise.all(counters.map((count) => count()));
  await sleep(settlingSeconds * 1000);
  const before = await all();
  await sleep(watchedSeconds * 1000);
  const after = await all();
  return after.map((count, i) => count - before[i]!);
}

/**
 * How often the threads of a process have begun to wait, which every wake-up ends with; proc_pid_status(5). `null`
 * where the system does not tell.
 */
export function waits(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const status = readFileSync(`${tasks}/${task}/status`, 'utf8');
    return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1]);
  }, 0);
}
