/**
 * Numbers in text as Go reads and prints them. JavaScript differs: it rounds exact halves up where Go rounds them to
 * even (1152 B are 1.125 kB, which is such a half), and it reads neither `+Inf` nor `1_000` nor `0x1p-2`.
 */

/** What is wrong with a number's text, in the words of Go's strconv. */
export type NumberFault = 'invalid syntax' | 'value out of range';

const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const hexNumber = /^([+-]?)0x(?:([\da-f]+)(?:\.([\da-f]*))?|\.([\da-f]+))p([+-]?\d+)$/i;
/** An underscore must be between two digits, or between `0x` and a digit. */
const misplacedUnderscore = /(?:^|[^\da-f]|\.)_|_(?:$|[^\da-f])/i;
const decimalMisplacedUnderscore = /(?:^|\D)_|_(?:$|\D)/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

/** Reads a floating-point number as Go's `strconv.ParseFloat` does. */
export function parseGoFloat(text: string): number | NumberFault {
  const special = infinity.exec(text);
  if (special) return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^nan$/i.test(text)) return Number.NaN;
  const isHex = /^[+-]?0x/i.test(text);
  const misplaced = isHex ? misplacedUnderscore : decimalMisplacedUnderscore;
  if (misplaced.test(isHex ? text.replace(/^([+-]?0x)_/i, '$1') : text)) return 'invalid syntax';
  const plain = text.replaceAll('_', '');
  const value = isHex ? parseHex(plain) : decimalNumber.test(plain) ? Number(plain) : null;
  if (value === null) return 'invalid syntax';
  return Number.isFinite(value) ? value : 'value out of range';
}

function parseHex(text: string): number | null {
  const match = hexNumber.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', onlyFraction = '', exponent = '0'] = match;
  const digits = whole + fraction + onlyFraction;
  const decimals = fraction.length + onlyFraction.length;
  const size = Number(BigInt(`0x${digits}`)) * 2 ** (Number(exponent) - 4 * decimals);
  return sign === '-' ? -size : size;
}

const largestInteger = 2n ** 63n - 1n;

/** Reads a decimal integer as Go's `strconv.Atoi` does on a 64-bit machine. */
export function parseGoInteger(text: string): number | NumberFault {
  if (!/^[+-]?\d+$/.test(text)) return 'invalid syntax';
  const value = BigInt(text.replace('+', ''));
  return value > largestInteger || value < -largestInteger - 1n ? 'value out of range' : Number(value);
}

/** One double, and its bits. Made once: a comparison of many benchmarks asks a million times. */
const double = new Float64Array(1);
const doubleBits = new BigUint64Array(double.buffer);

/** The value of a finite double, zero or above, as `mantissa * 2 ** exponent`. */
function binaryParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  double[0] = value;
  const bits = doubleBits[0]!;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const biased = Number((bits >> 52n) & 0x7ffn);
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

/** As Go's `%.Nf`: the exact value rounded to `decimals`, halves to even; `NaN`, `+Inf`, `-Inf`. */
export function formatFixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  // An exact half of the last decimal is an odd multiple of 1 / 2^(decimals + 1); the factor 5^decimals stays odd.
  const isHalf = (size * 2 ** (decimals + 1)) % 2 === 1;
  // From 1e21 on, toFixed writes an exponent.
  return sign + (isHalf || size >= 1e21 ? exactlyFixed(size, decimals) : size.toFixed(decimals));
}

function exactlyFixed(size: number, decimals: number): string {
  const { mantissa, exponent } = binaryParts(size);
  const digits = roundedShift(mantissa * 10n ** BigInt(decimals), exponent)
    .toString()
    .padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** `value * 2 ** exponent` rounded to an integer, halves to even. */
function roundedShift(value: bigint, exponent: number): bigint {
  if (exponent >= 0) return value << BigInt(exponent);
  const shift = BigInt(-exponent);
  const whole = value >> shift;
  const twiceRest = (value - (whole << shift)) * 2n;
  const one = 1n << shift;
  const isUp = twiceRest > one || (twiceRest === one && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

/** As Go's `%+.Nf`: with a sign always. */
export function formatSigned(value: number, decimals: number): string {
  const text = formatFixed(value, decimals);
  return /^[+-]/.test(text) ? text : `+${text}`;
}

/** As Go's `%v`: the fewest digits that mean this value, an exponent below 1e-4 and from 1e+06 on. */
export function formatShortest(value: number): string {
  if (!Number.isFinite(value)) return formatFixed(value, 0);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return fixedNotation(digits, exponent);
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits}e${exponent < 0 ? '-' : '+'}${size}`;
}

/** `1.5` and 3 make `1500`. */
function fixedNotation(digits: string, exponent: number): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const plain = digits.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${plain}`;
  const whole = plain.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = plain.slice(exponent + 1);
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** Two digits, then exactly half of the second. */
const half = /^(\d)\.(\d)50*e(.*)$/;

/** As Go's `%.2g`, for values below 1: two significant digits, no trailing zeros, an exponent below 1e-4. */
export function formatTwoDigits(x: number): string {
  if (x === 0) return '0';
  const size = Math.abs(x);
  // 17 digits show whether the value can be a half. Only all its digits show that it is one, and they take much longer.
  const exact = half.test(size.toExponential(16)) ? half.exec(size.toExponential(50)) : null;
  const [, first, second, power] = exact ?? [];
  const isDown = exact !== null && Number(second) % 2 === 0;
  const value = isDown ? Number(`${first}.${second}e${power}`) : Number(size.toPrecision(2));
  const sign = x < 0 ? '-' : '';
  const exponent = Number(value.toExponential().split('e')[1]);
  if (exponent >= -4) return sign + String(Number(value.toPrecision(2)));
  const [short, small = ''] = value.toExponential().split('e');
  return `${sign}${short}e-${small.slice(1).padStart(2, '0')}`;
}
