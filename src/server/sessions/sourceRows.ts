import path from 'node:path';
import { baseName } from '../../analysis/names/filePaths.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { SourceSnapshot } from './sourceSnapshot.ts';

/** The rows of a profile's line columns that are in files of the run's sources. */
export interface SourceRows {
  /** By row: the index in `files` of the file that it is in; -1 for files whose sources are not known. */
  readonly fileOfRow: Int32Array;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** What is profiled, and where its sources are. */
export interface ProfiledSources {
  readonly profile: Profile;
  readonly snapshot: SourceSnapshot;
  readonly roots: SourceRoots;
}

export function sourceRows({ profile, snapshot, roots }: ProfiledSources): SourceRows {
  const { functions, locations, strings } = profile;
  const files: string[] = [];
  const indexes = new Map<string, number>();
  const byName = new Map<number, number>();
  // Most files of a profile are Go's own: no need to look for these on the disk.
  const baseNames = new Set(snapshot.files.map((file) => path.basename(file)));
  const fileOf = (name: number): number => {
    const text = strings.get(name);
    const located = baseNames.has(baseName(text)) ? locateFile(text, roots) : null;
    if (located === null || !snapshot.has(located)) return -1;
    const index = indexes.get(located) ?? files.push(located) - 1;
    indexes.set(located, index);
    return index;
  };
  const fileOfRow = new Int32Array(locations.lineFunction.length);
  for (let row = 0; row < fileOfRow.length; row++) {
    const name = functions.filename[locations.lineFunction[row]!]!;
    let file = byName.get(name);
    if (file === undefined) {
      file = fileOf(name);
      byName.set(name, file);
    }
    fileOfRow[row] = file;
  }
  return { fileOfRow, files };
}

/** Declarations: by absolute path, their first lines. */
export type Declarations = ReadonlyMap<string, ReadonlySet<number>>;

/** The declarations with code in a profile. */
export function sampledIn(session: ProfiledSources & { readonly sourceRows: SourceRows }): Declarations {
  const found = new Map<string, Set<number>>();
  const { fileOfRow, files } = session.sourceRows;
  const { lineNumber } = session.profile.locations;
  const codes = files.map((file) => session.snapshot.codeOf(file));
  for (let row = 0; row < fileOfRow.length; row++) {
    const code = codes[fileOfRow[row]!];
    if (!code) continue;
    const index = code.declarationOfLine[lineNumber.approximate[row]! - 1] ?? -1;
    const declaration = code.declarations[index];
    const file = files[fileOfRow[row]!]!;
    if (declaration === undefined) continue;
    const lines = found.get(file);
    if (lines === undefined) found.set(file, new Set([declaration.first]));
    else lines.add(declaration.first);
  }
  return found;
}

/** The declarations with code in one of these profiles at least. */
export function sampledDeclarations(sessions: readonly { readonly sampled: Declarations }[]): Declarations {
  const found = new Map<string, Set<number>>();
  for (const { sampled } of sessions) {
    for (const [file, lines] of sampled) found.set(file, new Set([...(found.get(file) ?? []), ...lines]));
  }
  return found;
}
