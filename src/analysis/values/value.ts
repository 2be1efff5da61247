/**
 * A sum of sample values, which are int64s. Most sums are exact as doubles and are numbers; the others are bigints, so
 * that every digit is right.
 */
export type Value = number | bigint;

/** The value as a number if that is exact. */
export function toValue(exact: bigint): Value {
  const approximate = Number(exact);
  return Number.isSafeInteger(approximate) ? approximate : exact;
}

export function isZero(value: Value): boolean {
  // -0 === 0, so -0 is zero too.
  return value === 0 || value === 0n;
}

export function absolute(value: Value): Value {
  return value < 0 ? negate(value) : value;
}

function negate(value: Value): Value {
  return typeof value === 'bigint' ? toValue(-value) : 0 - value;
}

/** For `sort`: orders by absolute value, largest first. */
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
