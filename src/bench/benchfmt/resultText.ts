/** Writes results as `go test -bench` prints them, for benchstat and similar tools. */
import type { Measurement } from './resultLine.ts';

export interface NamedResult {
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
  /** The configuration lines above the results, in this order. */
  readonly config: Readonly<Record<string, string>>;
  readonly measurements: readonly Measurement[];
}

/** The text in Go's benchmark format (golang.org/design/14313-benchmark-format); values with all their digits. */
export function resultText(results: readonly NamedResult[]): string {
  let before = '';
  let text = '';
  for (const { name, procs, config, measurements } of results) {
    const configText = Object.entries(config)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join('');
    if (configText !== before) text += configText;
    before = configText;
    const fullName = procs === 1 ? name : `${name}-${procs}`;
    for (const { iterations, metrics } of measurements) {
      const values = Object.entries(metrics).map(([unit, value]) => `\t${valueText(value)} ${unit}`);
      text += `${fullName}\t${iterations}${values.join('')}\n`;
    }
  }
  return text;
}

/** A number that Go can read: Go writes infinity as `Inf`. */
function valueText(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
