/** Writes results as `go test -bench` prints them, for benchstat and similar tools. */
import { goSpace } from '../../goText/text.ts';
import type { UnitFacts } from './format.ts';
import type { Measurement } from './resultLine.ts';

export interface NamedResult {
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
  /** The configuration lines above the results, in this order: `goos`, `goarch`, `cpu`. Empty without measurements. */
  readonly config: Readonly<Record<string, string>>;
  readonly measurements: readonly Measurement[];
  /** What `Unit` lines say of its units; missing if there are none. */
  readonly units?: UnitFacts;
}

/** The text in Go's benchmark format (golang.org/design/14313-benchmark-format); values with all their digits. */
export function resultText(results: readonly NamedResult[]): string {
  let before = '';
  let text = [...new Set(results.flatMap(({ units = {} }) => unitLines(units)))].join('');
  for (const { name, procs, config, measurements } of results) {
    const configText = Object.entries(config)
      .map(([key, value]) => `${word(key)}: ${value.replace(/[\r\n]+/g, ' ')}\n`)
      .join('');
    if (configText !== before) text += configText;
    before = configText;
    const fullName = word(procs === 1 ? name : `${name}-${procs}`);
    for (const { iterations, metrics } of measurements) {
      const values = Object.entries(metrics).map(([unit, value]) => `\t${valueText(value)} ${word(unit)}`);
      text += `${fullName}\t${iterations}${values.join('')}\n`;
    }
  }
  return text;
}

function unitLines(units: UnitFacts): string[] {
  return Object.entries(units).flatMap(([unit, facts]) =>
    Object.entries(facts).map(([key, value]) => `Unit ${word(unit)} ${word(key)}=${word(value)}\n`),
  );
}

const spaces = new RegExp(`[${goSpace}]+`, 'gu');

/** One field of a line. `go test` writes `_` for white space in names; runs are also read from files, where all is possible. */
function word(text: string): string {
  return text.replace(spaces, '_');
}

/** A number that Go can read: Go writes infinity as `Inf`. */
function valueText(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
