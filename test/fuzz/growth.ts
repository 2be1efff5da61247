/** The oracles of size: reading and asking take time in proportion to the input's bytes, and memory of at most ten times. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Amplified } from './amplify.ts';
import type { Gauged } from './gauge.ts';

/** The size of a large input, and how much smaller the other one is that it is compared with. */
const largeBytes = 6 * 2 ** 20;
const smaller = 4;
/**
 * For `smaller` times the bytes, so many times the time is growth. Linear code takes up to 8 times as long, where the
 * larger tables no longer fit into the processor's caches; quadratic code takes 16 times as long.
 */
const mostTimesSlower = 11;
/** Less CPU time than this says nothing. */
const leastMilliseconds = 300;
/** No input takes more CPU time for each byte, growth or not. */
const mostMicrosecondsPerByte = 6;
/** Reading takes at most this many times the bytes of memory, and what the engine itself takes. */
const mostTimesMemory = 10;
const engineBytes = 48 * 2 ** 20;
/** As often a suspicion is measured again: the least time counts, because a busy machine only adds to it. */
const repetitions = 3;
/** An input that takes longer hangs. */
const longestMilliseconds = 120_000;

/** Measures inputs in a process of its own, which is replaced when it dies. */
export class Gauge {
  #process: ChildProcess | null = null;

  /** What is wrong with how much an input takes, and its bytes; `null` if nothing is. */
  async wrong(amplified: Amplified): Promise<{ readonly wrong: string; readonly input: Uint8Array } | null> {
    const input = amplified.bytes(largeBytes);
    const small = amplified.bytes(largeBytes / smaller);
    for (let again = 0; ; again++) {
      const wrong = await this.#compared(input, small);
      if (wrong === null) return null;
      if (again === repetitions) return { wrong, input };
      // Memory is measured from its highest point, so a process measures a suspicion only once.
      this.close();
    }
  }

  async #compared(input: Uint8Array, small: Uint8Array): Promise<string | null> {
    const less = await this.#gauged(small);
    if (less === null) return 'takes too long, or all memory';
    const more = await this.#gauged(input);
    if (more === null) return 'takes too long, or all memory';
    const factor = input.length / Math.max(1, small.length);
    const mega = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    if (more.readMemory > mostTimesMemory * input.length + engineBytes)
      return `memory: ${mega(more.readMemory)} MB to read ${mega(input.length)} MB`;
    for (const part of ['read', 'asked'] as const) {
      const time = more[part];
      const grows =
        factor > smaller / 2 && time > Math.max(less[part], 10) * mostTimesSlower * (factor / smaller);
      if (time > leastMilliseconds && (grows || time * 1000 > mostMicrosecondsPerByte * input.length)) {
        return `time: ${part} in ${less[part].toFixed(0)} ms for ${mega(small.length)} MB, ${time.toFixed(0)} ms for ${mega(input.length)} MB`;
      }
    }
    return null;
  }

  #gauged(input: Uint8Array): Promise<Gauged | null> {
    const child = this.#process ?? start();
    this.#process = child;
    return new Promise((resolve) => {
      const finish = (gauged: Gauged | null) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (gauged === null) this.close();
        resolve(gauged);
      };
      const timer = setTimeout(() => finish(null), longestMilliseconds);
      // Only gauge.ts answers.
      child.once('message', (message) => finish(message as Gauged));
      child.once('exit', () => finish(null));
      child.once('error', () => finish(null));
      child.send(input, (error) => {
        if (error !== null) finish(null);
      });
    });
  }

  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }
}

function start(): ChildProcess {
  return fork(join(import.meta.dirname, 'gauge.ts'), {
    execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=2048'],
    serialization: 'advanced',
  });
}
