/** benchstat's summary of a sample and its comparison of two, by the assumption about their unit (golang.org/x/perf/benchmath). */
import { formatShortest } from '../../goText/numbers.ts';
import { mannWhitney } from './mannWhitney.ts';
import { medianInterval, valuesForInterval } from './median.ts';
import type { PairedEstimate } from './signedRank.ts';
import { choose } from './uDistribution.ts';

/** `exact`: every measurement gives the same value (the size of a binary). `nothing`: any distribution. */
export type Assumption = 'nothing' | 'exact';

/** A sample as one number with an interval, and warnings in benchstat's words. */
export interface SampleSummary extends PairedEstimate {
  readonly warnings: readonly string[];
}

/** Whether a sample differs from the base. */
export interface SampleComparison {
  /** The probability of such a difference by chance. */
  readonly p: number;
  readonly baseSize: number;
  readonly size: number;
  /** Whether `p` is small enough. benchstat prints `~` for what is not significant. */
  readonly significant: boolean;
  readonly warnings: readonly string[];
}

/** The values in ascending order, NaN first, as Go sorts them. */
export function sortedSample(values: readonly number[]): number[] {
  const rankOf = (value: number) => (Number.isNaN(value) ? 0 : 1);
  return [...values].sort((a, b) => rankOf(a) - rankOf(b) || (a === b || Number.isNaN(a) ? 0 : a - b));
}

/** Summarizes a sorted sample of at least one value. */
export function summarizeSample(
  sorted: readonly number[],
  assumption: Assumption,
  confidence: number,
): SampleSummary {
  if (assumption === 'exact') return summarizeExact(sorted);
  const { median, low, high } = medianInterval(sorted, confidence);
  const isInfinite =
    Math.abs(low) === Number.POSITIVE_INFINITY || Math.abs(high) === Number.POSITIVE_INFINITY;
  return { center: median, low, high, warnings: isInfinite ? [tooFewForInterval(confidence)] : [] };
}

function tooFewForInterval(confidence: number): string {
  const needed = valuesForInterval(confidence);
  const bound = needed === null ? '> 50' : `>= ${needed}`;
  return `need ${bound} samples for confidence interval at level ${formatShortest(confidence)}`;
}

/** The most frequent value; the smallest if there are several. */
function summarizeExact(sorted: readonly number[]): SampleSummary {
  const low = sorted[0]!;
  const high = sorted.at(-1)!;
  let mode = low;
  let most = 1;
  let count = 1;
  for (let i = 1; i < sorted.length; i++) {
    count = sorted[i] === sorted[i - 1] ? count + 1 : 1;
    if (count > most) {
      mode = sorted[i]!;
      most = count;
    }
  }
  const range = `${formatShortest(low)} to ${formatShortest(high)}`;
  const warnings =
    most === sorted.length ? [] : [`exact distribution expected, but values range from ${range}`];
  return { center: mode, low, high, warnings };
}

/** Compares sorted samples. */
export function compareSamples(
  base: readonly number[],
  sample: readonly number[],
  assumption: Assumption,
  alpha: number,
): SampleComparison {
  const sizes = { baseSize: base.length, size: sample.length };
  if (assumption === 'exact') return { p: 0, ...sizes, significant: true, warnings: [] };
  const test = mannWhitney(base, sample);
  if ('failure' in test) {
    const warning = test.failure === 'equal' ? 'all samples are equal' : 'some samples are not numbers';
    return { p: 1, ...sizes, significant: alpha >= 1, warnings: [warning] };
  }
  const significant = test.p <= alpha;
  const warnings = significant ? [] : tooFewToDiffer(base.length, sample.length, alpha);
  return { p: test.p, ...sizes, significant, warnings };
}

/** benchstat looks for the fewest values that can be significant up to this size. */
const mostNeeded = 9;

function tooFewToDiffer(baseSize: number, size: number, alpha: number): string[] {
  let needed = 1;
  // The p-value is smallest if the samples do not overlap: that are two of all possible orders.
  while (needed <= mostNeeded && 2 / choose(2 * needed, needed) > alpha) needed++;
  if (baseSize >= needed || size >= needed) return [];
  const bound = needed > mostNeeded ? '>' : '>=';
  return [`need ${bound} ${needed} samples to detect a difference at alpha level ${formatShortest(alpha)}`];
}
