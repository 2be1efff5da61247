/** The gamma and beta functions behind the tails of the binomial distribution. */

/** Coefficients of Stirling's series: B(2k) / (2k (2k-1)). */
const stirling = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188];
/** From this argument on, five terms of the series give all digits of a double. */
const stirlingFrom = 12;
/** The most terms that are summed. Counts of samples need far fewer. */
const mostTerms = 100_000;
const precision = 1e-15;
/** Takes the place of zero, by which Lentz's method would divide. */
const tiny = 1e-300;

/** ln of the gamma function of x > 0. */
export function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  for (; shifted < stirlingFrom; shifted++) product *= shifted;
  const inverse = 1 / shifted;
  let series = 0;
  for (let k = stirling.length - 1; k >= 0; k--) series = series * inverse * inverse + stirling[k]!;
  const half = Math.log(2 * Math.PI) / 2;
  return (shifted - 0.5) * Math.log(shifted) - shifted + half + series * inverse - Math.log(product);
}

/** P(X >= successes) for a binomial distribution: the regularized incomplete beta function. */
export function binomialAtLeast(successes: number, trials: number, probability: number): number {
  if (successes <= 0) return 1;
  if (successes > trials) return 0;
  return regularizedBeta(probability, successes, trials - successes + 1);
}

/** I_x(a, b) for a, b > 0. */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // Below the mean this fraction converges fast. Above the mean that of the other tail does.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return Math.min(1, (scale * continuedFraction((n) => numerator(n, x, a, b))) / a);
}

function numerator(n: number, x: number, a: number, b: number): number {
  if (n === 1) return 1;
  const m = Math.floor((n - 1) / 2);
  return n % 2 === 1
    ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
}

/** a(1) / (1 + a(2) / (1 + ...)), by Lentz's method as Thompson and Barnett (1986) changed it. */
function continuedFraction(a: (n: number) => number): number {
  let value = tiny;
  let c = value;
  let d = 0;
  for (let n = 1; n < mostTerms; n++) {
    const term = a(n);
    d = 1 / (1 + term * d || tiny);
    c = 1 + term / c || tiny;
    value *= c * d;
    if (Math.abs(c * d - 1) < precision) break;
  }
  return value;
}
