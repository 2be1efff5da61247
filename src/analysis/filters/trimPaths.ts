import { withFiles } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { baseName } from '../names/filePaths.ts';

/** Prefixes that build systems write into paths, and that exist on no disk. */
const alwaysTrimmed = ['/proc/self/cwd/./', '/proc/self/cwd/'];

/**
 * A file name without the prefix to trim, as pprof's `trim_path` and `source_path` have it: the first of
 * `trimPath`'s folders that it starts with; without `trimPath`, everything up to a folder with the name of one of
 * `sourcePath`'s. Both are lists separated by colons.
 */
export function trimmedPath(path: string, trimPath: string, sourcePath: string): string {
  if (trimPath === '') {
    for (const folder of pathList(sourcePath)) {
      const wanted = `/${baseName(folder)}/`;
      const at = path.indexOf(wanted);
      if (at !== -1) return path.slice(at + wanted.length);
    }
  }
  for (const prefix of [...pathList(trimPath), ...alwaysTrimmed]) {
    const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
    if (path.startsWith(folder)) return path.slice(folder.length);
  }
  return path;
}

export function pathList(list: string): string[] {
  return list === '' ? [] : list.split(':');
}

/** The profile with its functions' file names trimmed; the same profile if none changes. */
export function trimPaths(profile: Profile, trimPath: string, sourcePath: string): Profile {
  const { functions, strings } = profile;
  const trimmed = new Map<number, string>();
  for (const [row, file] of functions.filename.entries()) {
    const path = strings.get(file);
    const short = trimmedPath(path, trimPath, sourcePath);
    if (short !== path) trimmed.set(row, short);
  }
  return withFiles(profile, trimmed);
}
