/** How long a pass may be without a result, and where it stood when that was over. */

import { fail, type Problem } from '../../base/result.ts';
import { longestTimer } from '../../base/timers.ts';
import type { RunningProcess } from '../toolchain/process.ts';

/** Milliseconds that a benchmark has for each of its measurements, unless the user says otherwise. */
const usualLimit = 10 * 60_000;
/** A measurement that is asked to take long may take this many times as long. */
const timesBenchtime = 5;
/** Milliseconds in which Go writes where all goroutines stand. */
const patienceForTrace = 5000;

/** @param benchtime in nanoseconds; 0 if it is a number of iterations */
export function limitFor(asked: number | undefined, benchtime: number): number {
  return asked ?? Math.max(usualLimit, (timesBenchtime * benchtime) / 1e6);
}

/** Ends a process that has had no result for too long. Before, Go says where its goroutines stand. */
export class PassLimit {
  #process: RunningProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReached = false;

  constructor(readonly milliseconds: number) {}

  get isReached(): boolean {
    return this.#isReached;
  }

  start(process: RunningProcess): void {
    this.#process = process;
    this.restart();
  }

  /** It has had a result. */
  restart(): void {
    if (this.#process === null || this.#isReached) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), Math.min(this.milliseconds, longestTimer));
  }

  /** Until the next restart there is nothing to wait for. */
  pause(): void {
    if (!this.#isReached) clearTimeout(this.#timer);
  }

  over(): void {
    clearTimeout(this.#timer);
    this.#process = null;
  }

  #end(): void {
    const process = this.#process;
    this.#isReached = true;
    process?.send('SIGQUIT');
    this.#timer = setTimeout(() => process?.kill(), patienceForTrace);
  }
}

/** @param trace what Go has written when it was told to quit */
export function timedOut(who: string, limit: number, trace: string, goroot: string): Problem {
  const goroutines = ownGoroutines(trace);
  const details = goroutines.join('\n\n');
  const time = timeText(limit);
  const place = whereItStands(goroutines, goroot);
  const code = 'benchmark-timed-out';
  if (place === null) {
    return fail(code, '{0} had no result after {1}, and was ended.', [who, time], details).problem;
  }
  const template = '{0} had no result after {1}, and was ended. It stood at {2}.';
  return fail(code, template, [who, time, place], details).problem;
}

/** In the units of Go's durations: `10m`, `90s`, `500ms`. */
function timeText(milliseconds: number): string {
  if (milliseconds % 60_000 === 0) return `${milliseconds / 60_000}m`;
  return milliseconds >= 1000 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}

/** Those that are not the runtime's, without addresses of the stack. */
function ownGoroutines(trace: string): string[] {
  return trace
    .split(/\n\n+/)
    .filter(
      (block) =>
        /^goroutine [1-9]/.test(block) &&
        /^(?!goroutine |created by |runtime\.)\S.*\($/m.test(callsOf(block)),
    )
    .map((block) => block.replace(/ (?:gp|m|fp|sp|pc)=\S+/g, ''));
}

/** The lines of a goroutine that name what is called, up to the arguments. */
function callsOf(block: string): string {
  return [...block.matchAll(/^(?!created by )\S.*?\(/gm)].join('\n');
}

/** `wait_test.go:12`: the innermost line outside of Go's own sources, in the goroutine of a benchmark. */
function whereItStands(goroutines: readonly string[], goroot: string): string | null {
  const goroutine = goroutines.find((block) => /\.Benchmark[^\s/]*\($/m.test(callsOf(block)));
  const places = [...(goroutine ?? '').matchAll(/^\t(\S.*):(\d+)(?: |$)/gm)];
  const [, file = '', line = ''] = places.find(([, each = '']) => !each.startsWith(goroot)) ?? [];
  return file === '' ? null : `${file.replace(/^.*[\\/]/, '')}:${line}`;
}
