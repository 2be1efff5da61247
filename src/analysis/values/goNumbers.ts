/**
 * Numbers in text as Go's fmt prints them. JavaScript rounds exact halves away from zero where Go rounds
 * them to even; and 1152 B, which is 1.125 kB, is such a half.
 */

/** As `%.2f`. */
export function fixed2(x: number): string {
  const size = Math.abs(x);
  const sign = x < 0 || Object.is(x, -0) ? '-' : '';
  // toFixed switches to exponents here; there are no decimals left anyway.
  if (size >= 1e21) return `${sign}${Number.isFinite(size) ? BigInt(size) : 'Inf'}.00`;
  // Only an odd number of eighths lies exactly between two hundredths: 200 x is odd, and 25 does not divide 2^k.
  const isHalf = (size * 8) % 2 === 1;
  if (!isHalf) return sign + size.toFixed(2);
  const below = Math.floor(size * 100);
  return sign + ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
}

/** As `%.2g`, for shares below 1: two significant digits, no trailing zeros, exponents from 1e-05 down. */
export function general2(x: number): string {
  if (x === 0) return '0';
  const [mantissa = '', exponentText = '0'] = Math.abs(x).toExponential(50).split('e');
  const digits = mantissa.replace('.', '');
  const isHalf = /^50*$/.test(digits.slice(2));
  const rounded = Number(Math.abs(x).toPrecision(2));
  const [first = '0', second = '0'] = digits;
  const even = Number(second) % 2 === 0;
  const value = isHalf && even ? Number(`${first}.${second}e${exponentText}`) : rounded;
  const sign = x < 0 ? '-' : '';
  const exponent = Number(value.toExponential().split('e')[1]);
  if (exponent >= -4) return sign + String(Number(value.toPrecision(2)));
  const [short, power = ''] = value.toExponential().split('e');
  return `${sign}${short}e-${power.slice(1).padStart(2, '0')}`;
}
