/** How often intervals hold a truth that is known: counted exactly where that can be, otherwise in simulated profiles. */
import { growthOf } from '../../src/analysis/benchmark/growth.ts';
import {
  costInterval,
  estimateInterval,
  type Interval,
  sampleInterval,
} from '../../src/analysis/values/sampleIntervals.ts';
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../src/bench/statistics/median.ts';
import { speedVariation } from '../../src/bench/verdicts/passSpeed.ts';
import { summarize } from '../../src/bench/verdicts/summary.ts';
import type { Random } from '../fuzz/random.ts';
import { binomial, binomialProbabilities, normal, poisson } from './draws.ts';
import { type SimulatedBenchmark, sampledLines } from './simulatedProfiler.ts';

export const sampleCounts = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

function holds({ low, high }: Interval, truth: number): boolean {
  // A share of 1 must not be lost by rounding.
  return low <= truth * (1 + 1e-12) && truth <= high * (1 + 1e-12);
}

export interface ShareCoverage {
  /** Averaged over shares, evenly from 0 to 1. */
  readonly even: number;
  /** Averaged over shares of which there are as many between 0.5% and 1% as between 50% and 100%. */
  readonly byFactor: number;
  /** Of these, only the profiles in which the line was seen at all. */
  readonly seen: number;
  /** Of the share for which it is lowest. */
  readonly lowest: number;
  readonly lowestAt: number;
}

/** How often the interval of a share holds it, in profiles of so many samples: the sum over all profiles there can be. */
export function shareCoverage(samples: number): ShareCoverage {
  const intervals = Array.from({ length: samples + 1 }, (_, seen) => sampleInterval(seen, samples));
  const covered = (share: number) => {
    const probabilities = binomialProbabilities(samples, share);
    const held = probabilities.map((each, seen) => (holds(intervals[seen]!, share * samples) ? each : 0));
    return { all: sum(held), seen: (sum(held) - held[0]!) / (1 - probabilities[0]!) };
  };
  const points = 300;
  const evenly = Array.from({ length: points }, (_, i) => (i + 0.5) / points);
  const even = evenly.map((share) => covered(share).all);
  const byFactor = evenly.map((part) => covered(0.005 * 198 ** part));
  const lowest = Math.min(...even);
  return {
    even: sum(even) / points,
    byFactor: sum(byFactor.map(({ all }) => all)) / points,
    seen: sum(byFactor.map(({ seen }) => seen)) / points,
    lowest,
    lowestAt: evenly[even.indexOf(lowest)]!,
  };
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, each) => total + each, 0);
}

/** The same for lines of a benchmark that a profiler samples by its timers: for each line, the share of profiles. */
export function tickCoverage(
  random: Random,
  benchmark: SimulatedBenchmark,
  operations: number,
  profiles: number,
): number[] {
  const held = benchmark.shares.map(() => 0);
  for (let i = 0; i < profiles; i++) {
    const counts = sampledLines(random, benchmark, operations);
    const all = sum(counts);
    for (const [line, share] of benchmark.shares.entries()) {
      if (holds(sampleInterval(counts[line]!, all), share * all)) held[line]!++;
    }
  }
  return held.map((each) => each / profiles);
}

/** Measurements of a benchmark on a machine whose speed varies. */
export function measured(random: Random, variation: number, count: number): Measurement[] {
  return Array.from({ length: count }, () => ({
    iterations: 1,
    metrics: { 'ns/op': 1000 * Math.exp(variation * normal(random)) },
  }));
}

/**
 * How often the interval of a cost per operation holds the cost at the machine's usual speed. The profiled pass has a speed of
 * its own, and six measurements say how much speeds vary.
 */
export function costCoverage(
  random: Random,
  { samples, share, variation }: { samples: number; share: number; variation: number },
  profiles: number,
): number {
  let held = 0;
  for (let i = 0; i < profiles; i++) {
    const known = speedVariation([measured(random, variation, 6)], false);
    const time = samples * Math.exp(variation * normal(random));
    // The timer starts anywhere, so a part of a period gives one sample or none.
    const all = Math.floor(time) + binomial(random, 1, time % 1);
    const seen = binomial(random, all, share);
    if (holds(costInterval(seen, all, known), samples * share)) held++;
  }
  return held / profiles;
}

/** Of memory that a line allocated in objects of one size, so many of which are recorded on average, at Go's usual rate. */
export function allocationCoverage(
  random: Random,
  { recorded, bytes }: { recorded: number; bytes: number },
  profiles: number,
): number {
  const missed = Math.exp(-bytes / 2 ** 19);
  const objects = Math.max(1, Math.round(recorded / (1 - missed)));
  let held = 0;
  for (let i = 0; i < profiles; i++) {
    // Few of very many are Poisson's.
    const isRare = missed > 0.9;
    const found = isRare ? poisson(random, objects * (1 - missed)) : binomial(random, objects, 1 - missed);
    const estimate = found / (1 - missed);
    const variance = (estimate ** 2 * missed) / Math.max(1, found);
    const interval =
      found === 0
        ? { low: 0, high: sampleInterval(0).high / (1 - missed) }
        : estimateInterval(estimate, variance);
    if (holds(interval, objects)) held++;
  }
  return held / profiles;
}

/** How often the interval around the median of so many measurements holds the true one. */
export function medianCoverage(
  random: Random,
  count: number,
  draw: (random: Random) => number,
  truth: number,
  repeats: number,
): number {
  let held = 0;
  for (let i = 0; i < repeats; i++) {
    const values = Array.from({ length: count }, () => draw(random));
    if (holds(medianInterval(values), truth)) held++;
  }
  return held / repeats;
}

/** How often a lens's `±` holds the true time, by so many measurements. */
export function lensCoverage(random: Random, count: number, repeats: number): number {
  let held = 0;
  for (let i = 0; i < repeats; i++) {
    const summary = summarize(measured(random, 0.02, count), 'ns/op');
    if (summary?.spread != null && Math.abs(1000 / summary.median - 1) <= summary.spread) held++;
  }
  return held / repeats;
}

/** How often the interval of a line's exponent of growth holds the true one, among those that are called a power. */
export function growthCoverage(
  random: Random,
  { sizes, samples, variation }: { sizes: readonly number[]; samples: number; variation: number },
  repeats: number,
): { readonly held: number; readonly powers: number } {
  let held = 0;
  let powers = 0;
  for (let i = 0; i < repeats; i++) {
    const points = sizes.map((x) => {
      const seen = poisson(random, samples * Math.exp(variation * normal(random)));
      const error = speedVariation([measured(random, variation, 6)], false);
      return { x, y: (x * seen) / samples, samples: seen, error };
    });
    const growth = growthOf(points);
    if (growth?.shape !== 'power' || growth.interval === null) continue;
    powers++;
    if (holds(growth.interval, 1)) held++;
  }
  return { held: held / powers, powers: powers / repeats };
}
