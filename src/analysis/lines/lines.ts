import { madeOnce } from '../../base/maps.ts';
import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type LineLayout, placeOf } from '../costs/lineLayout.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { total } from '../values/total.ts';
import { isZero, type Value } from '../values/value.ts';
import { joinedAt } from '../values/weights.ts';
import { type Bill, billOfLine } from './bill.ts';

/** What one line of a file costs. */
export interface LineCost {
  /** 1-based; 0 if the profile does not have it. */
  readonly line: number;
  /** Of the samples whose leaf frame is on this line. */
  readonly flat: Value;
  /** Of the samples with this line anywhere on the stack, each counted once. */
  readonly cum: Value;
}

export interface LineFunction {
  readonly name: string;
  /** The compiler inlined it into its caller, in every location with this line. */
  readonly inlined: boolean;
}

/**
 * A profile's costs by file and line; inlined frames cost at their own source line. The costs of a sample type are
 * computed when first asked for, in one pass over the samples, and kept.
 */
export interface LineIndex {
  readonly profile: Profile;
  /** File names as the profile has them, cleaned lexically, each once. May contain the empty name. */
  readonly files: readonly string[];
  /** Index of a name in `files`, or -1. */
  fileIndex(name: string): number;
  /** Lines of a file with a cost, ascending. */
  lines(file: number, sampleType: number): readonly LineCost[];
  /** The total that percentages refer to. */
  total(sampleType: number): Value;
  /** What the line is charged with, by cause: nothing if it is not of the user's own code. */
  bill(file: number, line: number, sampleType: number): Bill;
  /** Functions with frames on this line, innermost first. */
  functionsOn(file: number, line: number): readonly LineFunction[];
  /** The source line (file and line) of each row of the profile's line columns. Source lines are dense, from 0. */
  readonly sourceLineOfRow: Uint32Array;
  /** The source line of a file and line number, or -1. */
  sourceLine(file: number, line: number): number;
}

/** Finds the lines of a profile. */
export function indexLines(costs: ProfileCosts): LineIndex {
  return new Lines(costs);
}

class Lines implements LineIndex {
  readonly profile: Profile;
  readonly #layout: LineLayout;
  readonly #totals = new Map<number, Value>();
  readonly #linesOfFile = new Map<string, readonly LineCost[]>();
  /** Made when functions are first asked for. */
  #rowsOfLine: RowsOfLine | null = null;

  constructor(private readonly costs: ProfileCosts) {
    this.profile = costs.profile;
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
    return madeOnce(this.#linesOfFile, key, () => this.#costedLines(file, sampleType));
  }

  #costedLines(file: number, sampleType: number): LineCost[] {
    const { flat, cum } = this.costs.lineSums(sampleType);
    const { fileStart, lineNumber } = this.#layout;
    const lines: LineCost[] = [];
    const end = fileStart[file + 1] ?? 0;
    for (let at = fileStart[file] ?? 0; at < end; at++) {
      const cost = { line: lineNumber[at]!, flat: joinedAt(flat, at), cum: joinedAt(cum, at) };
      if (!isZero(cost.flat) || !isZero(cost.cum)) lines.push(cost);
    }
    return lines;
  }

  total(sampleType: number): Value {
    return madeOnce(this.#totals, sampleType, () => total(this.profile, sampleType));
  }

  sourceLine(file: number, line: number): number {
    const { fileStart, lineNumber } = this.#layout;
    const end = fileStart[file + 1] ?? 0;
    const sourceLine = placeOf(lineNumber, line, fileStart[file] ?? 0, end);
    return sourceLine < end && lineNumber[sourceLine] === line ? sourceLine : -1;
  }

  bill(file: number, line: number, sampleType: number): Bill {
    return billOfLine(this.costs, this.sourceLine(file, line), sampleType);
  }

  functionsOn(file: number, line: number): readonly LineFunction[] {
    const sourceLine = this.sourceLine(file, line);
    if (sourceLine === -1) return [];
    this.#rowsOfLine ??= indexRows(this.profile, this.#layout);
    const { start, rows, location } = this.#rowsOfLine;
    return functionsOfRows(this.profile, rows.subarray(start[sourceLine], start[sourceLine + 1]), location);
  }
}

/** CSR from source lines to the rows of the line columns. */
interface RowsOfLine {
  readonly start: Uint32Array;
  /** Those of one source line ascending, so those of one location from the innermost frame. */
  readonly rows: Uint32Array;
  /** By row. */
  readonly location: Uint32Array;
}

function indexRows({ locations }: Profile, { sourceLineOfRow, lineNumber }: LineLayout): RowsOfLine {
  const count = lineNumber.length;
  const start = new Uint32Array(count + 1);
  for (const line of sourceLineOfRow) start[line + 1] = start[line + 1]! + 1;
  for (let line = 0; line < count; line++) start[line + 1] = start[line + 1]! + start[line]!;
  const next = start.slice(0, count);
  const rows = new Uint32Array(sourceLineOfRow.length);
  for (const [row, line] of sourceLineOfRow.entries()) {
    rows[next[line]!] = row;
    next[line] = next[line]! + 1;
  }
  const location = new Uint32Array(sourceLineOfRow.length);
  for (let at = 0; at < locations.count; at++) {
    location.fill(at, locations.lineStart[at], locations.lineStart[at + 1]);
  }
  return { start, rows, location };
}

/**
 * The functions of some rows of one source line, innermost first. A function is further out than another if some location
 * has a frame of it there after one of the other:
 *
 *   location 1   F.func1 < F       (both on this line: F.func1 was inlined into F)
 *   location 2   F.func1
 *   functions    F.func1, F
 *
 * Functions without such an order: those that are always inlined first, then by name.
 */
function functionsOfRows(profile: Profile, rows: Uint32Array, location: Uint32Array): LineFunction[] {
  const { functions, locations, strings } = profile;
  const nameOf = (row: number) => strings.get(functions.name[locations.lineFunction[row]!]!);
  const byName = new Map<string, LineFunction & { inlined: boolean; depth: number }>();
  const found = Array.from(rows, (row) => {
    const name = nameOf(row);
    const known = byName.get(name) ?? { name, inlined: true, depth: 0 };
    byName.set(name, known);
    // A frame is inlined unless it is the last of its location.
    if (row + 1 === locations.lineStart[location[row]! + 1]) known.inlined = false;
    return known;
  });
  // Each round moves functions out by one at least, if any. Circles, which only recursion makes, end with the rounds.
  for (let round = 1, isSettled = false; round < byName.size && !isSettled; round++) {
    isSettled = true;
    for (let i = 1; i < found.length; i++) {
      const [inner, outer] = [found[i - 1]!, found[i]!];
      if (location[rows[i - 1]!] !== location[rows[i]!] || inner === outer) continue;
      if (outer.depth > inner.depth) continue;
      outer.depth = inner.depth + 1;
      isSettled = false;
    }
  }
  return [...byName.values()]
    .sort((a, b) => a.depth - b.depth || Number(b.inlined) - Number(a.inlined) || compareText(a.name, b.name))
    .map(({ name, inlined }) => ({ name, inlined }));
}
