/** Numbers drawn from distributions, by a seed. */
import type { Random } from '../fuzz/random.ts';

/** Above 0, below 1. */
export function uniform(random: Random): number {
  return (random.next() + 0.5) / 2 ** 32;
}

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
}

export function poisson(random: Random, mean: number): number {
  // In parts, because e to the power of a large mean is no number.
  if (mean > 500) return poisson(random, 500) + poisson(random, mean - 500);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(random); product > limit; product *= uniform(random)) count++;
  return count;
}

export function binomial(random: Random, trials: number, probability: number): number {
  let count = 0;
  for (let i = 0; i < trials; i++) if (uniform(random) < probability) count++;
  return count;
}

/** How so many samples divide between lines with these shares, which add up to 1 or less. */
export function divided(random: Random, samples: number, shares: readonly number[]): number[] {
  let left = samples;
  let rest = 1;
  return shares.map((share) => {
    const count = binomial(random, left, Math.min(1, share / rest));
    left -= count;
    rest -= share;
    return count;
  });
}

/** The probabilities of 0, 1, ... `trials` successes. */
export function binomialProbabilities(trials: number, probability: number): Float64Array {
  const found = new Float64Array(trials + 1);
  const odds = Math.log(probability / (1 - probability));
  let log = trials * Math.log1p(-probability);
  for (let count = 0; count <= trials; count++) {
    found[count] = Math.exp(log);
    log += Math.log((trials - count) / (count + 1)) + odds;
  }
  return found;
}

/** Times of a benchmark with this median. As with real ones, most are close to it, and a few are much longer. */
export function times(random: Random, count: number, median: number, spread = 0.02): number[] {
  return Array.from({ length: count }, () => {
    const slowdown = random.oneIn(10) ? 5 : 1;
    return median * Math.exp(slowdown * spread * normal(random));
  });
}
