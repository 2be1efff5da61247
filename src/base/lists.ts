/** Lists of any length: what is spread into a call (`push(...items)`, `Math.max(...values)`) lies on the stack and overflows it. */

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The largest of the values and `least`, as `Math.max` says it: NaN if one is NaN. */
export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of the values; `Infinity` if there are none. */
export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** NaN of no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
