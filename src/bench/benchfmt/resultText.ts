/** Writes results as `go test -bench` prints them, for benchstat and similar tools. */
import type { UnitFacts } from './format.ts';
import type { Measurement } from './resultLine.ts';

export interface NamedResult {
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
  /** The configuration lines above the results, in this order. */
  readonly config: Readonly<Record<string, string>>;
  readonly measurements: readonly Measurement[];
  readonly units?: UnitFacts;
}

/** The text in Go's benchmark format (golang.org/design/14313-benchmark-format); values with all their digits. */
export function resultText(results: readonly NamedResult[]): string {
  let before = '';
  let text = [...new Set(results.flatMap(({ units = {} }) => unitLines(units)))].join('');
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

function unitLines(units: UnitFacts): string[] {
  return Object.entries(units).flatMap(([unit, facts]) =>
    Object.entries(facts).map(([key, value]) => `Unit ${unit} ${key}=${value}\n`),
  );
}

/** A number that Go can read: Go writes infinity as `Inf`. */
function valueText(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
