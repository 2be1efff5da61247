import type { FunctionTable, LocationTable, Profile, StringTable } from '../../pprof/profile.ts';
import { cleanPath } from '../names/filePaths.ts';

/**
 * Which lines there are: entries, dense and in order of file, then line. It follows from the locations and functions
 * alone, so that profiles with other samples of the same locations (filtered ones) share it.
 */
export interface LineLayout {
  readonly files: readonly string[];
  readonly fileIndexes: ReadonlyMap<string, number>;
  /** Line of each entry. */
  readonly entryLine: Float64Array;
  /** CSR: entries `fileStart[f]` to `fileStart[f + 1]` are those of file `f`. */
  readonly fileStart: Uint32Array;
  /** Entry of each row of the profile's line columns. */
  readonly entryOfRow: Uint32Array;
}

interface KnownLayout {
  readonly functions: FunctionTable;
  readonly strings: StringTable;
  readonly layout: LineLayout;
}

/** Layouts of tables that are still in use; tables never change. */
const known = new WeakMap<LocationTable, KnownLayout>();

/** The layout of a profile's lines: found, or made in one pass over its locations. */
export function lineLayout({ locations, functions, strings }: Profile): LineLayout {
  const found = known.get(locations);
  if (found !== undefined && found.functions === functions && found.strings === strings) return found.layout;
  const layout = layOut(locations, functions, strings);
  known.set(locations, { functions, strings, layout });
  return layout;
}

/**
 * Lines are sorted file by file, and those of a file that are equal become one entry:
 *
 *   rows     a:7  b:3  a:2  a:7
 *   by file  a: 7 2 7   b: 3
 *   entries  a: 2 7     b: 3
 */
function layOut(locations: LocationTable, functions: FunctionTable, strings: StringTable): LineLayout {
  const { files, fileIndexes, fileOfFunction } = indexFiles(functions, strings);
  const { lineFunction } = locations;
  const line = locations.lineNumber.approximate;
  const rows = lineFunction.length;
  const end = new Uint32Array(files.length + 1);
  for (let row = 0; row < rows; row++) end[fileOfFunction[lineFunction[row]!]! + 1]!++;
  for (let file = 0; file < files.length; file++) end[file + 1] = end[file + 1]! + end[file]!;
  const byFile = new Float64Array(rows);
  for (let row = 0; row < rows; row++) byFile[end[fileOfFunction[lineFunction[row]!]!]!++] = line[row]!;
  // Each file's end has moved to where it belongs: what was its start is the end of the file before.
  const fileStart = new Uint32Array(files.length + 1);
  let entry = 0;
  for (let file = 0; file < files.length; file++) {
    const first = file === 0 ? 0 : end[file - 1]!;
    entry = sortedOnce(byFile, first, end[file]!, entry);
    fileStart[file + 1] = entry;
  }
  const entryLine = byFile.slice(0, entry);
  const entryOfRow = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const file = fileOfFunction[lineFunction[row]!]!;
    entryOfRow[row] = placeOf(entryLine, line[row]!, fileStart[file]!, fileStart[file + 1]!);
  }
  return { files, fileIndexes, entryLine, fileStart, entryOfRow };
}

/** Sorts the lines from `first` to `end`, and moves each of them once to `at` and after; answers where they end. */
function sortedOnce(lines: Float64Array, first: number, end: number, at: number): number {
  lines.subarray(first, end).sort();
  let next = at;
  for (let i = first; i < end; i++) if (i === first || lines[i] !== lines[i - 1]) lines[next++] = lines[i]!;
  return next;
}

/** Where `line` stands, or would, among the sorted lines from `first` to `end`. */
export function placeOf(lines: Float64Array, line: number, first: number, end: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexFiles(functions: FunctionTable, strings: StringTable) {
  const files: string[] = [];
  const fileIndexes = new Map<string, number>();
  const byString = new Map<number, number>();
  const fileOfFunction = functions.filename.map((index) => {
    let file = byString.get(index);
    if (file === undefined) {
      const name = cleanPath(strings.get(index));
      file = fileIndexes.get(name) ?? files.push(name) - 1;
      fileIndexes.set(name, file);
      byString.set(index, file);
    }
    return file;
  });
  return { files, fileIndexes, fileOfFunction };
}
