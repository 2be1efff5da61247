import path from 'node:path';
import { linesAbove, marksBelow } from '../../analysis/lines/linesAbove.ts';
import { type CodeUnit, unitsOf } from '../../go/scan/codeUnits.ts';
import type { Session } from '../sessions/session.ts';
import type { CodeChange } from './sourceChanges.ts';

/**
 * The lines of a profile whose costs are of code that has changed since. A line's cost is that of its own function and of
 * all that it calls, so it is old if one of these frames is:
 *
 *   of a function that has changed
 *   of a function that names something that has changed and has no samples of its own: a constant, a type, a function that
 *   took no time or was inlined without a trace
 *   of a file whose imports have changed; of any function, if go.mod has
 */
export class StaleLines {
  /** By mark, from 1. */
  readonly #names: readonly string[];
  readonly #markOfRow: Int32Array;
  readonly #above = new Map<number, Uint8Array>();

  /** @param units all declarations that were built */
  constructor(
    private readonly session: Session,
    changes: readonly CodeChange[],
    units: readonly CodeUnit[],
  ) {
    const marks = new Marks(changes, units);
    this.#markOfRow = marks.ofRows(session);
    this.#names = marks.names;
  }

  /**
   * Whether the cost of a line is old.
   *
   * @param file index in the session's lines
   * @param line of the profile, 1-based
   */
  has(sampleType: number, file: number, line: number): boolean {
    let above = this.#above.get(sampleType);
    if (above === undefined) {
      above = linesAbove(
        this.session.costs,
        Uint8Array.from(this.#markOfRow, (mark) => (mark === 0 ? 0 : 1)),
        sampleType,
      );
      this.#above.set(sampleType, above);
    }
    const sourceLine = this.session.lines.sourceLine(file, line);
    return sourceLine !== -1 && above[sourceLine] === 1;
  }

  /** What has changed below a line, that with the largest share of its cost first: `List.Add`, `go.mod`. */
  namesBelow(sampleType: number, file: number, line: number): string[] {
    const sourceLine = this.session.lines.sourceLine(file, line);
    if (sourceLine === -1) return [];
    const found = marksBelow(this.session.costs, this.#markOfRow, sampleType, sourceLine);
    return found.map(({ mark }) => this.#names[mark - 1] ?? '');
  }
}

/** How the user calls what has changed. */
export function changeName({ file, unit }: CodeChange): string {
  if (unit === null) return path.basename(file);
  if (unit.kind === 'import' || unit.kind === 'package') return `${unit.kind} ${path.basename(file)}`;
  return unit.receiver === '' ? unit.names.join(', ') : `${unit.receiver}.${unit.names[0] ?? ''}`;
}

class Marks {
  readonly names: string[] = [];

  constructor(
    private readonly changes: readonly CodeChange[],
    private readonly units: readonly CodeUnit[],
  ) {}

  #markOf(name: string): number {
    const known = this.names.indexOf(name);
    return known === -1 ? this.names.push(name) : known + 1;
  }

  ofRows(session: Session): Int32Array {
    const { sourceRows, snapshot, profile } = session;
    const { fileOfRow, files } = sourceRows;
    const codes = files.map((file) => snapshot.codeOf(file));
    const { lineNumber } = profile.locations;
    const markOfRow = new Int32Array(fileOfRow.length);
    const sampled = new Set<string>();
    const declarationOfRow = new Int32Array(fileOfRow.length).fill(-1);
    for (let row = 0; row < fileOfRow.length; row++) {
      const code = codes[fileOfRow[row]!];
      if (!code) continue;
      const index = code.declarationOfLine[lineNumber.approximate[row]! - 1] ?? -1;
      declarationOfRow[row] = index;
      const declaration = code.declarations[index];
      if (declaration !== undefined) sampled.add(`${files[fileOfRow[row]!]}\n${declaration.first}`);
    }
    const { ofDeclaration, ofName, ofFile, ofAll } = this.#collect(sampled);
    const byDeclaration = new Map<string, number>();
    for (let row = 0; row < fileOfRow.length; row++) {
      const code = codes[fileOfRow[row]!];
      const declaration = code?.declarations[declarationOfRow[row]!];
      if (!code || declaration === undefined) continue;
      const file = files[fileOfRow[row]!]!;
      const key = `${file}\n${declaration.first}`;
      let mark = byDeclaration.get(key);
      if (mark === undefined) {
        mark =
          ofDeclaration.get(key) ??
          markNamed(unitsOf(code, declaration), ofName) ??
          ofFile.get(file) ??
          ofAll;
        byDeclaration.set(key, mark);
      }
      markOfRow[row] = mark;
    }
    return markOfRow;
  }

  /** @param sampled the declarations with samples, as file and first line */
  #collect(sampled: ReadonlySet<string>) {
    const ofDeclaration = new Map<string, number>();
    /** By name; those of methods begin with a point. */
    const ofName = new Map<string, number>();
    const ofFile = new Map<string, number>();
    let ofAll = 0;
    for (const change of this.changes) {
      const { file, unit, isNew } = change;
      const mark = this.#markOf(changeName(change));
      if (unit === null) ofAll ||= mark;
      else if (unit.kind === 'import' || unit.kind === 'package') ofFile.set(file, mark);
      else if (!isNew && sampled.has(`${file}\n${unit.first}`))
        ofDeclaration.set(`${file}\n${unit.first}`, mark);
      else for (const name of unit.names) ofName.set(unit.receiver === '' ? name : `.${name}`, mark);
    }
    this.#spread(ofName);
    return { ofDeclaration, ofName, ofFile, ofAll };
  }

  /** A constant, type or variable that names something that has changed has changed with it. */
  #spread(ofName: Map<string, number>): void {
    const others = this.units.filter(({ kind }) => kind === 'type' || kind === 'const' || kind === 'var');
    for (let isSettled = ofName.size === 0; !isSettled; ) {
      isSettled = true;
      for (const unit of others) {
        const mark = markNamed([unit], ofName);
        if (mark === undefined) continue;
        for (const name of unit.names) {
          if (ofName.has(name)) continue;
          ofName.set(name, mark);
          isSettled = false;
        }
      }
    }
  }
}

function markNamed(units: readonly CodeUnit[], ofName: ReadonlyMap<string, number>): number | undefined {
  for (const [name, mark] of ofName) {
    const isMethod = name.startsWith('.');
    const plain = isMethod ? name.slice(1) : name;
    for (const { words, selectors } of units) {
      if (selectors.has(plain) || (!isMethod && words.has(plain))) return mark;
    }
  }
  return undefined;
}
