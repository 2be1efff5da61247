/** Simulated benchmarks whose true change is known. They are made from seeds, so that every run of a test is the same. */
import type { Random } from '../fuzz/random.ts';

/** A standard normal number, by Box and Muller. */
export function normal(random: Random): number {
  const uniform = () => (random.next() + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Times of a benchmark with this median. As with real ones, most are close to it, and a few are much longer. */
export function times(random: Random, count: number, median: number, spread = 0.02): number[] {
  return Array.from({ length: count }, () => {
    const slowdown = random.oneIn(10) ? 5 : 1;
    return median * Math.exp(slowdown * spread * normal(random));
  });
}
