import { Uint32Builder } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { TextStrings } from '../../pprof/textStrings.ts';
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
  const { functions, strings: before } = profile;
  const trimmed = new Map<number, string>();
  for (const file of new Set(functions.filename)) {
    const path = before.get(file);
    const short = trimmedPath(path, trimPath, sourcePath);
    if (short !== path) trimmed.set(file, short);
  }
  if (trimmed.size === 0) return profile;
  const strings = new TextStrings();
  for (let index = 1; index < before.length; index++) strings.appendFrom(before, index);
  const filename = new Uint32Builder(functions.count + 1);
  for (const file of functions.filename) {
    const short = trimmed.get(file);
    filename.push(short === undefined ? file : strings.add(short));
  }
  return { ...profile, strings, functions: { ...functions, filename: filename.finish() } };
}
