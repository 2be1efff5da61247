/**
 * The exact permutation test of a difference of means (Pitman 1937). If two samples come from one distribution, each way to
 * divide all values into two samples of these sizes is as likely as any other. The p-value is the share of those divisions whose
 * means are at least as far apart. It needs no assumption about the distribution, and with few values it finds more than the U test,
 * whose p-values are in large steps: of five values each, it uses 4.8 of the 5 % that are allowed, the U test 3.2.
 */

/** There are 184,756 ways to divide twenty values. Larger samples take too long, and gain nothing over the U test. */
const mostEach = 10;

/** Sums of the same values in another order differ in their last digits. */
const tolerance = 1e-9;

/** The two-sided p-value; `null` if the samples are too large or empty, or if a value is not finite. */
export function permutationP(first: readonly number[], second: readonly number[]): number | null {
  const all = [...first, ...second];
  const isSmall = Math.max(first.length, second.length) <= mostEach;
  if (!isSmall || first.length === 0 || second.length === 0 || !all.every(Number.isFinite)) return null;
  const center = sum(all) / all.length;
  // Distances from the mean of all: the sum of those that are drawn says how far apart the means of both parts are.
  const distances = all.map((value) => value - center);
  const seen = Math.abs(sum(distances.slice(0, first.length)));
  const least = seen - tolerance * sum(distances.map(Math.abs));
  let [asFar, divisions] = [0, 0];
  const draw = (from: number, left: number, drawn: number): void => {
    if (left === 0) {
      divisions++;
      if (Math.abs(drawn) >= least) asFar++;
      return;
    }
    for (let i = from; i <= distances.length - left; i++) draw(i + 1, left - 1, drawn + distances[i]!);
  };
  // Of equal sizes, each division has a mirror image that is as far apart: those that draw the first value are half of all.
  if (first.length === second.length) draw(1, first.length - 1, distances[0]!);
  else draw(0, first.length, 0);
  return asFar / divisions;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
