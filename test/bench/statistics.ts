/** The middle of the values, of which there must be some; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)]!;
  return sorted.length % 2 === 1 ? upper : (sorted[sorted.length / 2 - 1]! + upper) / 2;
}
