import type { FunctionTable, StringTable } from '../../pprof/profile.ts';
import { cleanPath } from '../names/filePaths.ts';
import type { ProfiledCode } from './nodes.ts';

/**
 * The source lines of a profile: pairs of a file and a line number, dense, in order of file, then line number. They follow
 * from the locations and functions alone, so profiles with other samples of the same locations share them.
 */
export interface LineLayout {
  readonly files: readonly string[];
  readonly fileIndexes: ReadonlyMap<string, number>;
  /** By source line. */
  readonly lineNumber: Float64Array;
  /** CSR: source lines `fileStart[f]` to `fileStart[f + 1]` are those of file `f`. */
  readonly fileStart: Uint32Array;
  /** The source line of each row of the profile's line columns. */
  readonly sourceLineOfRow: Uint32Array;
}

/**
 * Finds the source lines, in one pass over the locations. Rows are sorted file by file; rows of a file with equal line
 * numbers become one source line:
 *
 *   rows          a:7  b:3  a:2  a:7
 *   by file       a: 7 2 7   b: 3
 *   source lines  a: 2 7     b: 3
 */
export function lineLayout({ locations, functions, strings }: ProfiledCode): LineLayout {
  const { files, fileIndexes, fileOfFunction } = indexFiles(functions, strings);
  const { lineFunction } = locations;
  const line = locations.lineNumber.approximate;
  const rows = lineFunction.length;
  const end = new Uint32Array(files.length + 1);
  for (let row = 0; row < rows; row++) end[fileOfFunction[lineFunction[row]!]! + 1]!++;
  for (let file = 0; file < files.length; file++) end[file + 1] = end[file + 1]! + end[file]!;
  const byFile = new Float64Array(rows);
  for (let row = 0; row < rows; row++) byFile[end[fileOfFunction[lineFunction[row]!]!]!++] = line[row]!;
  // `end[file]` was the start of each file's rows and has moved to their end, which is where the next file starts.
  const fileStart = new Uint32Array(files.length + 1);
  let count = 0;
  for (let file = 0; file < files.length; file++) {
    const first = file === 0 ? 0 : end[file - 1]!;
    count = sortedOnce(byFile, first, end[file]!, count);
    fileStart[file + 1] = count;
  }
  const lineNumber = byFile.slice(0, count);
  const sourceLineOfRow = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const file = fileOfFunction[lineFunction[row]!]!;
    sourceLineOfRow[row] = placeOf(lineNumber, line[row]!, fileStart[file]!, fileStart[file + 1]!);
  }
  return { files, fileIndexes, lineNumber, fileStart, sourceLineOfRow };
}

/** Sorts the lines from `first` to `end` and moves each different one to `at` and after it. Returns where they end. */
function sortedOnce(lines: Float64Array, first: number, end: number, at: number): number {
  lines.subarray(first, end).sort();
  let next = at;
  for (let i = first; i < end; i++) if (i === first || lines[i] !== lines[i - 1]) lines[next++] = lines[i]!;
  return next;
}

/** The index of `line` among the sorted lines from `first` to `end`, or where it would have to be inserted. */
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
