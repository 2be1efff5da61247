import type { Profile } from '../../pprof/profile.ts';
import { type LineLayout, placeOf } from '../costs/lineLayout.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { total } from '../values/total.ts';
import { isZero, type Value } from '../values/value.ts';
import { joinedAt } from '../values/weights.ts';

/** What one line of a file costs. */
export interface LineCost {
  /** 1-based; 0 where the profile does not know it. */
  readonly line: number;
  /** Of the samples whose leaf frame is on this line. */
  readonly flat: Value;
  /** Of the samples with this line anywhere on the stack, each counted once. */
  readonly cum: Value;
}

export interface LineFunction {
  readonly name: string;
  /** The compiler inlined it into its caller, everywhere that this line occurs. */
  readonly inlined: boolean;
}

/**
 * A profile's costs by file and line, inlined frames where their own source is. Built once; the costs of a
 * sample type are computed when first asked for, in one pass over the samples, and kept.
 */
export interface LineIndex {
  readonly profile: Profile;
  /** File names as the profile has them, cleaned lexically, each once. May hold the empty name. */
  readonly files: readonly string[];
  /** Index in `files` of a name as it stands there, or -1. */
  fileIndex(name: string): number;
  /** Lines of a file with a cost, ascending. */
  lines(file: number, sampleType: number): readonly LineCost[];
  /** What percentages are of. */
  total(sampleType: number): Value;
  /** Functions with frames on this line, innermost first. */
  functionsOn(file: number, line: number): readonly LineFunction[];
  /** Entry (file and line) of each row of the profile's line columns. Entries are dense, from 0. */
  readonly sourceLineOfRow: Uint32Array;
  /** The entry of a file and line, or -1. */
  sourceLine(file: number, line: number): number;
}

/** Indexes the lines of a profile, in one pass over its locations. */
export function indexLines(costs: ProfileCosts): LineIndex {
  return new Lines(costs);
}

class Lines implements LineIndex {
  readonly profile: Profile;
  readonly #costs: ProfileCosts;
  readonly #layout: LineLayout;
  readonly #totals = new Map<number, Value>();
  readonly #linesOfFile = new Map<string, readonly LineCost[]>();
  /** Rows by entry; made when functions are first asked for. */
  #rowsOfEntry: RowsOfEntry | null = null;

  constructor(costs: ProfileCosts) {
    this.profile = costs.profile;
    this.#costs = costs;
    this.#layout = costs.lines;
  }

  get files(): readonly string[] {
    return this.#layout.files;
  }

  get sourceLineOfRow(): Uint32Array {
    return this.#layout.sourceLineOfRow;
  }

  fileIndex(name: string): number {
    return this.#layout.fileIndexes.get(name) ?? -1;
  }

  lines(file: number, sampleType: number): readonly LineCost[] {
    const key = `${file} ${sampleType}`;
    let lines = this.#linesOfFile.get(key);
    if (lines === undefined) {
      lines = this.#costedLines(file, sampleType);
      this.#linesOfFile.set(key, lines);
    }
    return lines;
  }

  #costedLines(file: number, sampleType: number): LineCost[] {
    const { flat, cum } = this.#costs.lineSums(sampleType);
    const { fileStart, lineNumber } = this.#layout;
    const lines: LineCost[] = [];
    const end = fileStart[file + 1] ?? 0;
    for (let entry = fileStart[file] ?? 0; entry < end; entry++) {
      const cost = { line: lineNumber[entry]!, flat: joinedAt(flat, entry), cum: joinedAt(cum, entry) };
      if (!isZero(cost.flat) || !isZero(cost.cum)) lines.push(cost);
    }
    return lines;
  }

  total(sampleType: number): Value {
    let value = this.#totals.get(sampleType);
    if (value === undefined) {
      value = total(this.profile, sampleType);
      this.#totals.set(sampleType, value);
    }
    return value;
  }

  sourceLine(file: number, line: number): number {
    const { fileStart, lineNumber } = this.#layout;
    const end = fileStart[file + 1] ?? 0;
    const entry = placeOf(lineNumber, line, fileStart[file] ?? 0, end);
    return entry < end && lineNumber[entry] === line ? entry : -1;
  }

  functionsOn(file: number, line: number): readonly LineFunction[] {
    const entry = this.sourceLine(file, line);
    if (entry === -1) return [];
    this.#rowsOfEntry ??= indexRows(this.profile, this.sourceLineOfRow, this.#layout.lineNumber.length);
    return functionsOfRows(this.profile, this.#rowsOfEntry, entry);
  }
}

/** CSR from entries to rows of the line columns. */
interface RowsOfEntry {
  readonly start: Uint32Array;
  readonly rows: Uint32Array;
  /** 1 for rows that were inlined into the next: all but a location's last. */
  readonly isInlined: Uint8Array;
}

function indexRows({ locations }: Profile, entryOfRow: Uint32Array, entryCount: number): RowsOfEntry {
  const start = new Uint32Array(entryCount + 1);
  for (const entry of entryOfRow) start[entry + 1] = start[entry + 1]! + 1;
  for (let entry = 0; entry < entryCount; entry++) start[entry + 1] = start[entry + 1]! + start[entry]!;
  const next = start.slice(0, entryCount);
  const rows = new Uint32Array(entryOfRow.length);
  for (const [row, entry] of entryOfRow.entries()) {
    rows[next[entry]!] = row;
    next[entry] = next[entry]! + 1;
  }
  const isInlined = new Uint8Array(entryOfRow.length).fill(1);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    if (end > locations.lineStart[location]!) isInlined[end - 1] = 0;
  }
  return { start, rows, isInlined };
}

function functionsOfRows(
  { locations, functions, strings }: Profile,
  { start, rows, isInlined }: RowsOfEntry,
  entry: number,
): LineFunction[] {
  const inlinedByName = new Map<string, boolean>();
  for (let i = start[entry]!; i < start[entry + 1]!; i++) {
    const row = rows[i]!;
    const name = strings.get(functions.name[locations.lineFunction[row]!]!);
    inlinedByName.set(name, (inlinedByName.get(name) ?? true) && isInlined[row] === 1);
  }
  return [...inlinedByName]
    .map(([name, inlined]) => ({ name, inlined }))
    .sort((a, b) => Number(b.inlined) - Number(a.inlined) || (a.name < b.name ? -1 : 1));
}
