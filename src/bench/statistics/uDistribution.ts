/** The distribution of the Mann-Whitney U statistic where two samples come from the same distribution. */

/**
 * P(U <= u) without ties, for u below the middle. By Mann and Whitney's recurrence (1947): the largest of all
 * n + m values is in the first sample, larger than the m of the second, or it is in the second:
 *
 *     p(n, m, U) = (n p(n-1, m, U-m) + m p(n, m-1, U)) / (n + m)
 *
 * and p(n, m) is p(m, n). Counting would be shorter; but benchstat adds up probabilities in this way, and with
 * their rounding 3 runs against 3 are not significant at a level of 0.1, where p is 2/20.
 */
export function lowerTail(u: number, n1: number, n2: number): number {
  const smaller = Math.min(n1, n2);
  const larger = Math.max(n1, n2);
  // byCount[n] is p(n, m) for the m being done, or still for m - 1.
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

/** One step of the recurrence. From the largest U down, as `to` may be the same array as `withoutSecond`. */
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
 * P(U <= u) where values share ranks, `ties[k]` of them the k-th, if every assignment of the ranks to the two
 * samples is equally likely. Ranks are handed out from the smallest up; `ways[taken][w]` counts how the ranks so
 * far can give the first sample `taken` values with U = w / 2. Of a rank shared by t values, i go to the first
 * sample in t-choose-i ways; each of the i is larger than all values of the second sample so far and equal to
 * t - i more.
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
