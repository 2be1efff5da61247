/** Files in folders of ours, such as fetched profiles: which go when there are too many. Several windows use the same folders. */
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** What was used in this time stays: another window may show it. In milliseconds. */
const usedFor = 7 * 24 * 3600 * 1000;

/** Tells other windows that a file is in use. */
export function touchFile(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // It is gone. Its reader says so.
  }
}

/** In bytes; 0 if it is gone. */
export function sizeOfFile(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Deletes the files of a folder that were not used for the longest time, but none that any window uses.
 *
 * @param shown the files of this window's sessions
 */
export function pruneFiles(
  folder: string,
  shown: ReadonlySet<string>,
  { most, ending, beside }: { readonly most: number; readonly ending: string; readonly beside?: string },
): void {
  // Sessions are also of files of the user.
  for (const file of shown) if (path.dirname(file) === folder) touchFile(file);
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))
    // Another window may have deleted it since.
    .map((file) => ({ file, usedAt: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { file, usedAt } of found.slice(most)) {
    if (shown.has(file) || Date.now() - usedAt <= usedFor) continue;
    remove(beside === undefined ? [file] : [file, file.replace(ending, beside)]);
  }
}

/** What cannot be deleted now is deleted another time: the user loses nothing by it. */
function remove(files: readonly string[]): void {
  try {
    for (const file of files) rmSync(file, { force: true });
  } catch {
    // A folder, or one that we may not write to.
  }
}
