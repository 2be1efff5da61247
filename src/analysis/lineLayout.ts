import type { FunctionTable, LocationTable, Profile, StringTable } from '../pprof/profile.ts';
import { cleanPath } from './filePaths.ts';

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

function layOut(locations: LocationTable, functions: FunctionTable, strings: StringTable): LineLayout {
  const { files, fileIndexes, fileOfFunction } = indexFiles(functions, strings);
  const entriesOfFile: Map<number, number>[] = files.map(() => new Map());
  const entriesOf = (row: number) => entriesOfFile[fileOfFunction[locations.lineFunction[row]!]!]!;
  const line = locations.lineNumber.approximate;
  const rows = locations.lineFunction.length;
  for (let row = 0; row < rows; row++) entriesOf(row).set(line[row]!, 0);
  const fileStart = new Uint32Array(files.length + 1);
  const entryLine = new Float64Array(entriesOfFile.reduce((count, { size }) => count + size, 0));
  let entry = 0;
  for (const [file, entries] of entriesOfFile.entries()) {
    for (const ofFile of Float64Array.from(entries.keys()).sort()) {
      entries.set(ofFile, entry);
      entryLine[entry++] = ofFile;
    }
    fileStart[file + 1] = entry;
  }
  const entryOfRow = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) entryOfRow[row] = entriesOf(row).get(line[row]!)!;
  return { files, fileIndexes, entryLine, fileStart, entryOfRow };
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
