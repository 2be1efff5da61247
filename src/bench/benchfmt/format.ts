/**
 * Reads files in the Go benchmark format (golang.org/design/14313-benchmark-format) exactly as benchstat does,
 * line by line, each line a whole record or nothing. For the output of a run, where a benchmark's own text
 * may stand between its name and its numbers, there is parse.ts.
 */

import { parseGoFloat, parseGoInteger } from '../../goText/numbers.ts';
import { goSpace } from '../../goText/text.ts';
import { tidyUnit } from './unit.ts';

/** One `key: value` in force. Keys from the file, or given with it as `.file` is. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  readonly isFromFile: boolean;
}

/** One measurement, in a unit without prefix. */
export interface FormatValue {
  readonly value: number;
  readonly unit: string;
  /** The unit as written, where tidying it changed the value. */
  readonly writtenUnit: string | null;
}

/** One result line. */
export interface FormatResult {
  /** As written, without `Benchmark`: `Encode/format=json-48`. */
  readonly name: string;
  readonly iterations: number;
  readonly values: readonly FormatValue[];
  /** In the order in which benchstat keeps them; new keys make table columns in this order. */
  readonly config: readonly ConfigEntry[];
}

/** A line that claims to be a record and is none. */
export interface FormatFault {
  /** 1-based. */
  readonly line: number;
  /** In benchstat's words: `missing units`. */
  readonly message: string;
}

/** `Unit` lines: metadata by tidied unit and then by key, such as `assume`. They hold for all files read together. */
export type UnitMetadata = Map<string, Map<string, string>>;

export interface FormatFile {
  readonly results: readonly FormatResult[];
  readonly faults: readonly FormatFault[];
}

const spaces = new RegExp(`[${goSpace}]+`, 'u');
const configLine = new RegExp(`^(\\p{Ll}[^${goSpace}\\p{Lu}:]*):(.*)$`, 'su');

/**
 * Reads one file.
 *
 * @param label the value of `.file`
 * @param units collects the file's unit metadata
 */
export function readBenchmarkFile(text: string, label: string, units: UnitMetadata): FormatFile {
  const results: FormatResult[] = [];
  const faults: FormatFault[] = [];
  let config: readonly ConfigEntry[] =
    label === '' ? [] : [{ key: '.file', value: label, isFromFile: false }];
  let number = 0;
  for (const rawLine of text.split('\n')) {
    number++;
    const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    if (line.startsWith('Benchmark')) {
      const result = readResult(line.slice('Benchmark'.length), config);
      if (typeof result === 'string') faults.push({ line: number, message: result });
      else if (result !== null) results.push(result);
      continue;
    }
    const fields = line.startsWith('Unit') ? fieldsOf(line) : [];
    if (fields[0] === 'Unit') {
      for (const message of readUnit(fields.slice(1), units)) faults.push({ line: number, message });
      continue;
    }
    config = readConfig(line, config);
  }
  return { results, faults };
}

/** Fields between white space; white space at the end makes none, at the start an empty first one. */
function fieldsOf(text: string): string[] {
  const fields = text.split(spaces);
  if (fields.length > 1 && fields.at(-1) === '') fields.pop();
  return fields;
}

/** A result; null for a bare name, as `go test -v` prints it before the benchmark; or what is wrong. */
function readResult(text: string, config: readonly ConfigEntry[]): FormatResult | string | null {
  const [name = '', iterationsText, ...pairs] = fieldsOf(text);
  if (name === text) return null;
  if (iterationsText === undefined) return 'missing iteration count';
  const iterations = parseGoInteger(iterationsText);
  if (typeof iterations === 'string') return `parsing iteration count: ${iterations}`;
  if (pairs.length === 0) return 'missing measurements';
  const values: FormatValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const value = parseGoFloat(pairs[i]!);
    if (typeof value === 'string') return `parsing measurement: ${value}`;
    const unit = pairs[i + 1];
    if (unit === undefined) return 'missing units';
    values.push(tidyValue(value, unit));
  }
  return { name, iterations, values, config };
}

/** A value that tidying leaves as it is keeps its unit, too: benchstat shows `0 ns/op` in a table of `ns/op`. */
function tidyValue(value: number, unit: string): FormatValue {
  const tidy = tidyUnit(unit);
  const tidied = value * tidy.factor;
  if (tidied === value) return { value, unit, writtenUnit: null };
  return { value: tidied, unit: tidy.unit, writtenUnit: unit };
}

/** Records `unit key=value...`; answers what is wrong with it. What is known about a unit stays. */
function readUnit([unit, ...pairs]: readonly string[], units: UnitMetadata): string[] {
  if (unit === undefined) return ['missing unit'];
  const tidied = tidyUnit(unit).unit;
  const known = units.get(tidied) ?? new Map<string, string>();
  units.set(tidied, known);
  const faults: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      faults.push('expected key=value');
      continue;
    }
    const key = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    const before = known.get(key);
    if (before === undefined) known.set(key, value);
    else if (before !== value) faults.push(`metadata ${key} of unit ${unit} already set to ${before}`);
  }
  return faults;
}

/** The configuration after a line; the same one if the line is not `key: value`. */
function readConfig(line: string, config: readonly ConfigEntry[]): readonly ConfigEntry[] {
  const match = configLine.exec(line);
  if (!match) return config;
  const key = match[1]!;
  const rest = match[2]!;
  if (rest !== '' && !/^[ \t]/.test(rest)) return config;
  const value = rest.replace(/^[ \t]+/, '');
  const index = config.findIndex((entry) => entry.key === key);
  if (value !== '') return withEntry(config, index, { key, value, isFromFile: true });
  return index === -1 ? config : withoutEntry(config, index);
}

function withEntry(config: readonly ConfigEntry[], index: number, entry: ConfigEntry): ConfigEntry[] {
  if (index === -1) return [...config, entry];
  return config.map((old, i) => (i === index ? entry : old));
}

/** The last entry takes the place of the removed one, as in benchstat; the order of table columns hangs on it. */
function withoutEntry(config: readonly ConfigEntry[], index: number): ConfigEntry[] {
  const kept = config.slice(0, -1);
  const last = config.at(-1);
  if (last !== undefined && index < kept.length) kept[index] = last;
  return kept;
}
