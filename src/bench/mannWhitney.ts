/**
 * The Mann-Whitney U test: do two samples come from the same distribution? As github.com/aclements/go-moremath
 * computes it for benchstat: exact for small samples, by the normal approximation for large ones.
 */
import { normalCdf } from './normal.ts';

/** Largest samples for the exact distribution. With ties it costs more. */
const largestExact = 50;
const largestExactWithTies = 25;

/** The p-value (two-sided), or why there is none. */
export type UTest = { readonly p: number } | { readonly failure: 'equal' | 'not-a-number' };

interface Ranking {
  /** Pairs in which the first sample's value is the larger one; equal ones count half. */
  readonly u: number;
  /** How many values share each rank, in order. */
  readonly ties: readonly number[];
}

/** Tests two samples of at least one value each; order does not matter. */
export function mannWhitney(first: readonly number[], second: readonly number[]): UTest {
  if (first.some(Number.isNaN) || second.some(Number.isNaN)) return { failure: 'not-a-number' };
  const n1 = first.length;
  const n2 = second.length;
  const { u, ties } = rank(first, second);
  if (ties.length === 1) return { failure: 'equal' };
  const hasTies = ties.length < n1 + n2;
  const limit = hasTies ? largestExactWithTies : largestExact;
  if (n1 > limit || n2 > limit) return approximate(u, n1, n2, ties);
  const mirrored = n1 * n2 - u;
  // At the centre both tails hold the same middle: together they are everything.
  if (u === mirrored) return { p: 1 };
  // With ties the distribution may lean to a side; benchstat doubles the first sample's tail all the same.
  return { p: 2 * lowerTail(Math.min(u, mirrored), n1, n2, ties) };
}

function rank(first: readonly number[], second: readonly number[]): Ranking {
  const merged = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => (a.value === b.value ? 0 : a.value - b.value));
  const ties: number[] = [];
  let rankSum = 0;
  for (let start = 0, end = 0; start < merged.length; start = end) {
    let ofFirst = 0;
    for (; end < merged.length && merged[end]!.value === merged[start]!.value; end++) {
      if (merged[end]!.isFirst) ofFirst++;
    }
    rankSum += (ofFirst * (start + 1 + end)) / 2;
    ties.push(end - start);
  }
  return { u: rankSum - (first.length * (first.length + 1)) / 2, ties };
}

/**
 * P(U <= u) if every assignment of the ranks to the two samples is equally likely. Ranks are handed out from
 * the smallest up; `ways[taken][w]` counts how the ranks so far can give the first sample `taken` values with
 * U = w / 2. Of a rank shared by t values, i go to the first sample in t-choose-i ways; each of the i is larger
 * than all values of the second sample so far and equal to t - i more.
 */
function lowerTail(u: number, n1: number, n2: number, ties: readonly number[]): number {
  const [low = 0, high] = ties;
  if (high !== undefined && ties.length === 2) return tailOfTwoRanks(u, n1, low, high);
  const last = Math.round(2 * u);
  let ways = [new Float64Array(last + 1)];
  ways[0]![0] = 1;
  let ranked = 0;
  for (const tie of ties) {
    const next = Array.from({ length: Math.min(n1, ranked + tie) + 1 }, () => new Float64Array(last + 1));
    for (let taken = Math.max(0, ranked - n2); taken < ways.length; taken++) {
      const from = ways[taken]!;
      for (let i = 0; i <= tie && taken + i <= n1; i++) {
        const step = 2 * i * (ranked - taken) + i * (tie - i);
        addShifted(next[taken + i]!, from, step, choose(tie, i));
      }
    }
    ways = next;
    ranked += tie;
  }
  let sum = 0;
  for (const count of ways[n1] ?? []) sum += count;
  return sum / choose(n1 + n2, n1);
}

/**
 * The same for two ranks, shared by `low` and by `high` values, of which the first sample gets i of the higher
 * rank: 2U = i (low + high) + n1 (low - n1). benchstat solves this for i and rounds towards zero, so that below
 * the smallest U there is (say, 1 value above 3 equal ones) it still counts i = 0 and gets a p above 1.
 */
function tailOfTwoRanks(u: number, n1: number, low: number, high: number): number {
  const last = Math.trunc((2 * u - n1 * (low - n1)) / (low + high));
  let sum = 0;
  for (let i = Math.max(0, n1 - low); i <= Math.min(last, high, n1); i++) {
    sum += choose(low, n1 - i) * choose(high, i);
  }
  return sum / choose(low + high, n1);
}

function addShifted(to: Float64Array, from: Float64Array, step: number, factor: number): void {
  for (let w = step; w < to.length; w++) to[w]! += factor * from[w - step]!;
}

/** n! / (k! (n-k)!). */
export function choose(n: number, k: number): number {
  let ways = 1;
  const fewer = Math.min(k, n - k);
  for (let i = 1; i <= fewer; i++) ways = (ways * (n - fewer + i)) / i;
  return ways;
}

/** Normal approximation, corrected for ties and for U being discrete. */
function approximate(u: number, n1: number, n2: number, ties: readonly number[]): UTest {
  const n = n1 + n2;
  const correction = ties.reduce((sum, t) => sum + (t ** 3 - t), 0);
  const deviation = Math.sqrt((n1 * n2 * (n + 1 - correction / (n * (n - 1)))) / 12);
  const distance = u - (n1 * n2) / 2;
  const z = (distance - Math.sign(distance) * 0.5) / deviation;
  // The upper tail as 1 - P: where that is exactly 0, so it is for benchstat, which then prints no p.
  return { p: 2 * Math.min(normalCdf(z), 1 - normalCdf(z)) };
}
