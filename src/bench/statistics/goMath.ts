/**
 * Logarithm and exponential, to the bit as Go computes them on x86-64. JavaScript engines differ in the last of sixteen
 * digits, and benchstat prints a geometric mean with all of them in CSV, and if no prefix is large enough. On other
 * processors, Go differs from this in the last digit, too.
 */
import { binaryParts } from '../../goText/numbers.ts';

const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
/** Coefficients of R in the approximation of FreeBSD's e_log.c: log(1+f) = f - f*f/2 + s*(f*f/2 + R), s = f/(2+f). */
const evenTerms = [0.6666666666666735, 0.2857142874366239, 0.1818357216161805, 0.14798198605116586];
const oddTerms = [0.3999999999940942, 0.22222198432149784, 0.15313837699209373];

/** a0 + x (a1 + x (a2 + ...)). */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => coefficient + x * sum, 0);
}

/** Natural logarithm of a number above zero. */
export function goLog(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return x;
  const { mantissa, exponent } = binaryParts(x);
  const bits = mantissa.toString(2).length;
  let fraction = Number(mantissa) / 2 ** bits;
  let power = exponent + bits;
  if (fraction < Math.SQRT1_2) {
    fraction *= 2;
    power--;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const rest = s2 * polynomial(evenTerms, s4) + s4 * polynomial(oddTerms, s4);
  const half = 0.5 * f * f;
  return power * ln2High - (half - (s * (half + rest) + power * ln2Low) - f);
}

/** A double with its sign as `mantissa * 2 ** exponent`. */
function signedParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const { mantissa, exponent } = binaryParts(Math.abs(value));
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent };
}

/** a * b + c, rounded only once, as a fused instruction of a processor does it. For numbers of similar size, or 0. */
function fused(a: number, b: number, c: number): number {
  if (a === 0 || b === 0 || c === 0) return a * b + c;
  const left = signedParts(a);
  const right = signedParts(b);
  const added = signedParts(c);
  const exponent = left.exponent + right.exponent;
  const common = Math.min(exponent, added.exponent);
  const product = (left.mantissa * right.mantissa) << BigInt(exponent - common);
  return Number(product + (added.mantissa << BigInt(added.exponent - common))) * 2 ** common;
}

/** ln 2 in two parts. A whole multiple of the first part is exact. */
const upperLn2 = 0.693147180559663;
const lowerLn2 = 2.8235290563031577e-13;
/** Coefficients of the series of (exp(x) - 1) / x. */
const taylor = [1, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320];

function roundToEven(x: number): number {
  const rounded = Math.round(x);
  return rounded - x === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** e to the power of `x`. The result must not be too large or too small for a double. */
export function goExp(x: number): number {
  if (Math.abs(x) < 2 ** -60) return 1;
  const power = roundToEven(x * Math.LOG2E);
  const reduced = fused(-power, lowerLn2, fused(-power, upperLn2, x)) / 16;
  const series = taylor.reduceRight(
    (sum, coefficient) => (sum === 0 ? coefficient : fused(reduced, sum, coefficient)),
    0,
  );
  // exp(2x) - 1 is (exp(x) - 1) (exp(x) + 1). Four such steps undo the division by 16; the last one adds the 1.
  let less1 = reduced * series;
  for (let i = 0; i < 3; i++) less1 *= less1 + 2;
  return fused(less1 + 2, less1, 1) * 2 ** power;
}
