/**
 * What Go's CPU profiler sees of a benchmark whose lines have known shares. On Linux each thread has a timer on its own CPU
 * time: it fires every 10 ms, for the first time after a random part of that, and the kernel looks at it only in its ticks
 * (250 in a second). So a sample falls on the first tick after 10, 20, 30... ms:
 *
 *     CPU time   0    4    8    12   16   20   24   28   32
 *     timer      .      10         20         30
 *     sample                  12        20             32
 */
import type { Random } from '../fuzz/random.ts';
import { normal, uniform } from './draws.ts';

const period = 10;
const tick = 4;

export interface SimulatedBenchmark {
  /** Of the lines of an operation, in their order; they add up to 1. */
  readonly shares: readonly number[];
  /** Of an operation, in milliseconds. */
  readonly operation: number;
  /** How much operations differ: standard deviation of the logarithm of their length. */
  readonly jitter: number;
  readonly threads: number;
}

/** The samples on each line in a profile of so many operations on each thread. */
export function sampledLines(
  random: Random,
  { shares, operation, jitter, threads }: SimulatedBenchmark,
  operations: number,
): number[] {
  const counts = shares.map(() => 0);
  for (let thread = 0; thread < threads; thread++) {
    const firstTick = tick * uniform(random);
    let timer = period * uniform(random);
    let end = 0;
    for (let done = 0; done < operations; done++) {
      const start = end;
      end += operation * Math.exp(jitter * normal(random));
      for (;;) {
        const at = firstTick + tick * Math.ceil((timer - firstTick) / tick);
        if (at >= end) break;
        const line = lineAt(shares, (at - start) / (end - start));
        counts[line] = counts[line]! + 1;
        timer += period;
      }
    }
  }
  return counts;
}

function lineAt(shares: readonly number[], position: number): number {
  let passed = 0;
  const found = shares.findIndex((share) => {
    passed += share;
    return position < passed;
  });
  return found === -1 ? shares.length - 1 : found;
}
