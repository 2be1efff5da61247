/** Other work on the machine, while something is measured: processes that compute for a while, stop, and compute again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';

/** A load that goes on until it is stopped. */
export interface CompetingLoad {
  /** Returns when none of its processes is left. */
  stop(): Promise<void>;
}

const busyLoop = 'for (;;) {}';

/** Busy loops, all the time. */
export function steadyLoad(processes: number): CompetingLoad {
  const running = Array.from({ length: processes }, () => spawn(process.execPath, ['-e', busyLoop]));
  return { stop: () => end(running) };
}

/** Busy loops for up to a few seconds, then none for up to a few seconds, and so on. */
export function changingLoad(random: Random, most = 3): CompetingLoad {
  const stopped = new AbortController();
  const seconds = () => 0.3 + 4 * (random.below(1000) / 1000);
  const going = (async () => {
    while (!stopped.signal.aborted) {
      const load = steadyLoad(random.below(most + 1));
      await pause(seconds(), stopped.signal);
      await load.stop();
      await pause(seconds(), stopped.signal);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await going;
    },
  };
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause, and that is no failure.
  await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
}

async function end(running: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    running.map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }),
  );
}
