/**
 * Sums of sample values. A sample value is an int64; most sums fit a double exactly and are numbers, the
 * others are bigints, so that no digit is ever made up.
 */
export type Value = number | bigint;

/** The value as a number where that loses nothing. */
export function toValue(exact: bigint): Value {
  const approximate = Number(exact);
  return Number.isSafeInteger(approximate) ? approximate : exact;
}

export function isZero(value: Value): boolean {
  // `==` compares a bigint with a number by what they stand for; -0 is zero too.
  return value === 0 || value === 0n;
}

export function absolute(value: Value): Value {
  return value < 0 ? negate(value) : value;
}

export function negate(value: Value): Value {
  return typeof value === 'bigint' ? toValue(-value) : 0 - value;
}

/** Orders by size, largest first, whatever the sign: negative, zero or positive as `sort` wants it. */
export function bySizeDescending(a: Value, b: Value): number {
  const [left, right] = [absolute(a), absolute(b)];
  return left > right ? -1 : left < right ? 1 : 0;
}

export function add(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return toValue(BigInt(a) + BigInt(b));
}
