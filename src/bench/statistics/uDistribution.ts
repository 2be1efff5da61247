/** The distribution of the Mann-Whitney U statistic if both samples come from the same distribution. */

/**
 * P(U <= u) without ties, for u below the middle, by Mann and Whitney's recurrence (1947). The largest of all n + m
 * values is either in the first sample, and larger than the m values of the second, or in the second:
 *
 *     p(n, m, U) = (n p(n-1, m, U-m) + m p(n, m-1, U)) / (n + m)
 *
 * and p(n, m) is p(m, n). Counting the orders would be shorter. But benchstat adds probabilities in this way, and
 * because of their rounding, 3 values against 3 are not significant at a level of 0.1, although p is 2/20.
 */
export function lowerTail(u: number, n1: number, n2: number): number {
  const smaller = Math.min(n1, n2);
  const larger = Math.max(n1, n2);
  // byCount[n] is p(n, m) for the current m; until it is computed, it is still that for m - 1.
  const byCount = Array.from({ length: smaller + 1 }, () => new Float64Array(u + 1));
  byCount[0]![0] = 1;
  for (let m = 1; m <= larger; m++) {
    for (let n = 1; n <= Math.min(smaller, m); n++) {
      const withoutFirst = byCount[n - 1]!;
      const withoutSecond = n < m ? byCount[n]! : withoutFirst;
      addLargest(byCount[n]!, withoutFirst, withoutSecond, n, m);
    }
  }
  return byCount[smaller]!.reduce((sum, p) => sum + p, 0);
}

/** One step of the recurrence. It goes from the largest U down, because `to` may be the same array as `withoutSecond`. */
function addLargest(
  to: Float64Array,
  withoutFirst: Float64Array,
  withoutSecond: Float64Array,
  n: number,
  m: number,
): void {
  for (let u = Math.min(n * m, to.length - 1); u >= 0; u--) {
    const first = u >= m ? n * withoutFirst[u - m]! : 0;
    to[u] = (first + m * withoutSecond[u]!) / (n + m);
  }
}

/**
 * P(U <= u) if values share ranks: `ties[k]` values have the k-th rank. Every assignment of the values to the two samples
 * is equally likely. The ranks are handled from the smallest up. `ways[taken][w]` is the number of ways in which the
 * first sample has `taken` values of the ranks so far, with U = w / 2. If t values share a rank, i of them go to the
 * first sample in t-choose-i ways. Each of the i values is larger than all earlier values of the second sample, and equal
 * to t - i of its values.
 */
export function tiedLowerTail(u: number, n1: number, n2: number, ties: readonly number[]): number {
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
 * The same for two ranks, with `low` and `high` values. If the first sample has i values of the higher rank, then
 * 2U = i (low + high) + n1 (low - n1). benchstat solves this for i and rounds towards zero. Therefore it still counts
 * i = 0 below the smallest possible U (for example with 1 value above 3 equal ones), and its p may be above 1.
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
