/**
 * Reads files in the Go benchmark format (golang.org/design/14313-benchmark-format) exactly as benchstat does: each
 * line is a whole record or nothing. The output of a run is read by parse.ts, because there a benchmark may print text
 * between its name and its numbers.
 */

import { parseGoFloat, parseGoInteger } from '../../goText/numbers.ts';
import { goSpace } from '../../goText/text.ts';
import { tidyUnit } from './unit.ts';

/** One `key: value` that applies to a result. The key is from the file, or belongs to the file as `.file` does. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  readonly isFromFile: boolean;
}

/** One value of a result, in a unit without a prefix. */
export interface FormatValue {
  readonly value: number;
  readonly unit: string;
  /** The unit as written, if the value was changed for a unit without a prefix; else `null`. */
  readonly writtenUnit: string | null;
}

/** One result line. */
export interface FormatResult {
  /** As written, without `Benchmark`: `Encode/format=json-48`. */
  readonly name: string;
  readonly iterations: number;
  readonly values: readonly FormatValue[];
  /** In benchstat's order. Keys become columns of tables in this order. */
  readonly config: readonly ConfigEntry[];
}

/** A line that begins like a record and is not one. */
export interface FormatFault {
  /** 1-based. */
  readonly line: number;
  /** In benchstat's words: `missing units`. */
  readonly message: string;
}

/** `Unit` lines: metadata by unit (without prefix), then by key such as `assume`. They apply to all files of a comparison. */
export type UnitMetadata = Map<string, Map<string, string>>;

/** Unit metadata as plain data. */
export type UnitFacts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function unitFacts(units: UnitMetadata): UnitFacts {
  return Object.fromEntries([...units].map(([unit, facts]) => [unit, Object.fromEntries(facts)]));
}

export interface FormatFile {
  readonly results: readonly FormatResult[];
  readonly faults: readonly FormatFault[];
  /** Reading stopped at `mostEntries`. */
  readonly isTooMuch: boolean;
}

/**
 * Every result has the whole configuration above it, so 10,000 keys above 10,000 results are 100 million entries. These
 * are more than 100 keys for each of 200,000 results.
 */
const mostEntries = 20_000_000;

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
  let entries = 0;
  for (const rawLine of text.split('\n')) {
    number++;
    const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    if (entries > mostEntries) return { results, faults, isTooMuch: true };
    if (line.startsWith('Benchmark')) {
      entries += config.length;
      const result = readResult(line.slice('Benchmark'.length), config);
      if (typeof result === 'string') faults.push({ line: number, message: result });
      else if (result !== null) results.push(result);
      continue;
    }
    const unitFaults = readUnitLine(line, units);
    if (unitFaults !== null) {
      for (const message of unitFaults) faults.push({ line: number, message });
      continue;
    }
    const changed = readConfig(line, config);
    if (changed !== config) entries += changed.length;
    config = changed;
  }
  return { results, faults, isTooMuch: false };
}

/** Fields between white space. White space at the end makes no field; at the start it makes an empty first field. */
function fieldsOf(text: string): string[] {
  const fields = text.split(spaces);
  if (fields.length > 1 && fields.at(-1) === '') fields.pop();
  return fields;
}

/** A result; `null` for a bare name, which `go test -v` prints before the benchmark; a text if the line is wrong. */
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

/** If the value stays the same, so does its unit: benchstat shows `0 ns/op` in a table of `ns/op`. */
function tidyValue(value: number, unit: string): FormatValue {
  const tidy = tidyUnit(unit);
  const tidied = value * tidy.factor;
  if (tidied === value) return { value, unit, writtenUnit: null };
  return { value: tidied, unit: tidy.unit, writtenUnit: unit };
}

/** Records a line `Unit unit key=value...`. Returns what is wrong with it; `null` for any other line. */
export function readUnitLine(line: string, units: UnitMetadata): string[] | null {
  const [word, ...fields] = line.startsWith('Unit') ? fieldsOf(line) : [];
  return word === 'Unit' ? readUnit(fields, units) : null;
}

/** Records `unit key=value...`. Returns what is wrong with it. A value that is known already is not replaced. */
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

/** The configuration after this line. It stays the same if the line is not `key: value`. */
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

/** The last entry takes the place of the removed one, as in benchstat. The order of table columns depends on it. */
function withoutEntry(config: readonly ConfigEntry[], index: number): ConfigEntry[] {
  const kept = config.slice(0, -1);
  const last = config.at(-1);
  if (last !== undefined && index < kept.length) kept[index] = last;
  return kept;
}
