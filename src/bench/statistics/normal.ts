/** The standard normal distribution, to the precision of a double. */

/** From here on, the series needs too many terms, and the continued fraction needs few enough. */
const seriesEnd = 2;
const fractionTerms = 150;

/** erf for 0 <= x < 2. All terms are positive, so no digits are lost. */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return ((2 * sum) / Math.sqrt(Math.PI)) * Math.exp(-x * x);
}

/** erfc for x >= 2, because 1 - erf would lose its digits there: 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...)))). */
function erfcFraction(x: number): number {
  let rest = x;
  for (let n = fractionTerms; n > 0; n--) rest = x + n / 2 / rest;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / rest;
}

function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  return x < seriesEnd ? 1 - erfSeries(x) : erfcFraction(x);
}

/** The probability of a value that is at most `z`. */
export function normalCdf(z: number): number {
  return erfc(-z / Math.SQRT2) / 2;
}

/** The value z for which `normalCdf(z)` is `p`. `p` is above 0 and at most one half. */
export function normalQuantile(p: number): number {
  let low = -40;
  let high = 0;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
}
