/** What one process has of the machine's cores while it runs. Only Linux says it without a program of its own. */
import type { CoreUse } from '../../bench/benchfmt/resultLine.ts';
import { listFolder, readText } from './machineFiles.ts';

/** A thread's time since its start, in nanoseconds. */
export interface ThreadTimes {
  readonly running: number;
  /** It could have run, but all cores were taken. */
  readonly waiting: number;
}

interface Sample {
  /** Nanoseconds since the watch began. */
  readonly at: number;
  readonly threads: ReadonlyMap<string, ThreadTimes>;
}

/**
 * Milliseconds. The process may be gone when its last output is read, so we also look while it is timed. A look at a calm
 * benchmark takes 0.3 ms of processor time, most of it to wake up: 0.3% of a core. It knows nothing of shorter times anyway.
 */
const betweenLooks = 100;
/** From so many looks on, every second one is forgotten. */
const mostSamples = 1000;
/** Of a shorter time the kernel's numbers, which are some milliseconds old, say too little. In nanoseconds. */
const shortest = 100e6;
/** Threads that run for a smaller share only watch over the others. They wait, too, but nobody waits for them. */
const leastOfThread = 0.02;

export class CoreWatch {
  readonly #began = process.hrtime.bigint();
  #folder: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** In the order of time; the first one is that of the last call, or of the start. */
  #samples: Sample[] = [{ at: 0, threads: new Map() }];

  /** Until then nothing is known. */
  start(pid: number): void {
    if (process.platform !== 'linux') return;
    this.#folder = `/proc/${pid}/task`;
    this.#timer = setInterval(() => this.#look(), betweenLooks).unref();
  }

  /**
   * What it has had in these last nanoseconds, at most since the last call; `null` if that is not known: on other systems, of
   * less than 0.1 s, and if a thread has ended, whose times are gone with it.
   */
  lately(nanoseconds: number): CoreUse | null {
    const now = this.#look();
    const samples = this.#samples;
    const to = samples.at(-1)!;
    this.#samples = [to];
    const from = samples.filter(({ at }) => at <= now - nanoseconds).at(-1) ?? samples[0]!;
    return nanoseconds < shortest ? null : useBetween(from, to);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** @returns the time of the look */
  #look(): number {
    const at = Number(process.hrtime.bigint() - this.#began);
    if (this.#folder === null) return at;
    const threads = timesIn(this.#folder);
    const known = [...this.#samples.at(-1)!.threads.keys()];
    if (threads.size > 0 && known.every((thread) => threads.has(thread))) {
      this.#samples.push({ at, threads });
    }
    if (this.#samples.length > mostSamples) this.#samples = this.#samples.filter((_, i) => i % 2 === 0);
    return at;
  }
}

/** The threads of a process; none if the system does not say. */
export function threadTimes(pid: number): ReadonlyMap<string, ThreadTimes> {
  return process.platform === 'linux' ? timesIn(`/proc/${pid}/task`) : new Map();
}

function timesIn(folder: string): ReadonlyMap<string, ThreadTimes> {
  const threads = new Map<string, ThreadTimes>();
  for (const thread of listFolder(folder)) {
    const times = readSchedule(readText(`${folder}/${thread}/schedstat`));
    if (times !== null) threads.set(thread, times);
  }
  return threads;
}

function useBetween(from: Sample, to: Sample): CoreUse | null {
  const span = to.at - from.at;
  return span < shortest ? null : useOf(from.threads, to.threads, span);
}

/** What the threads had in this time, in nanoseconds. */
export function useOf(
  from: ReadonlyMap<string, ThreadTimes>,
  to: ReadonlyMap<string, ThreadTimes>,
  span: number,
): CoreUse {
  let [running, waiting] = [0, 0];
  for (const [thread, times] of to) {
    const before = from.get(thread) ?? { running: 0, waiting: 0 };
    const ran = (times.running - before.running) / span;
    running += ran;
    if (ran >= leastOfThread) waiting += (times.waiting - before.waiting) / span;
  }
  return { running, waiting };
}

/** Reads `/proc/PID/task/TID/schedstat`: nanoseconds on a core, nanoseconds of waiting for one, and how often it ran. */
export function readSchedule(text: string): ThreadTimes | null {
  const [, running, waiting] = /^(\d+) (\d+) \d+\s*$/.exec(text) ?? [];
  return running === undefined ? null : { running: Number(running), waiting: Number(waiting) };
}
