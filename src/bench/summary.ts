/** One measurement: the iterations it ran and its values by unit. */
export interface Measurement {
  readonly iterations: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/**
 * The lens's result line: `1.42µs/op ±2% · 480 B/op · 3 allocs/op`. Medians over `runs`, three
 * significant digits; the spread is left out for a single run. Empty without runs.
 */
export function resultLine(runs: readonly Measurement[]): string {
  void runs;
  return '';
}
