/** Ends a program so that it can write its profiles. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longestTimer } from '../../base/timers.ts';
import type { RunningProcess } from '../toolchain/process.ts';
import { stopFile } from './recorder.ts';

/** Milliseconds that a program has after each signal. A server finishes its requests first. */
const patience = 5000;

/** SIGINT as from Ctrl+C, then SIGTERM, then SIGKILL. */
export class Stopper {
  readonly #timers: NodeJS.Timeout[] = [];
  #running: RunningProcess | null = null;
  #wasStopped = false;

  /** @param folder of the recorder */
  constructor(private readonly folder: string) {}

  get wasStopped(): boolean {
    return this.#wasStopped;
  }

  watch(running: RunningProcess): void {
    this.#running = running;
  }

  stopAfter(seconds: number): void {
    this.#timers.push(setTimeout(() => this.stop(), Math.min(seconds * 1000, longestTimer)));
  }

  /** The second time, it does nothing. */
  stop(): void {
    const running = this.#running;
    if (running === null || this.#wasStopped) return;
    this.#wasStopped = true;
    if (process.platform === 'win32') writeFileSync(join(this.folder, stopFile), '');
    running.send('SIGINT');
    this.#timers.push(setTimeout(() => running.send('SIGTERM'), patience));
    this.#timers.push(setTimeout(() => running.kill(), 2 * patience));
  }

  dispose(): void {
    this.#running = null;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
