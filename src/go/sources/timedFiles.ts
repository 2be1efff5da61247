import type { TimedFile } from '../../analysis/benchmark/timedRegion.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { GoScanner } from '../scan/scan.ts';
import { locateFile, type SourceRoots } from './sourcePaths.ts';
import { isBelow } from './sourceRoots.ts';

/**
 * The files of a benchmark's profile that have timed loops, as they were when the profile was taken: the test file, and
 * files with functions that get its `*testing.B`. Not files of the standard library or the module cache.
 *
 * @param textOf the text of a file when the profile was taken; `null` if it is not known
 */
export function findTimedFiles(
  profile: Profile,
  roots: SourceRoots,
  textOf: (file: string) => string | null,
  scanner: GoScanner,
): TimedFile[] {
  const found: TimedFile[] = [];
  for (const file of fileNames(profile)) {
    const located = isBelow(file, roots.goroot) ? null : locateFile(file, roots);
    if (located === null || isBelow(located, roots.goroot) || isBelow(located, roots.moduleCache)) continue;
    const text = textOf(located);
    // A file that uses `*testing.B` imports package testing. The others, which are most, need not be parsed.
    if (text === null || !/["`]testing["`]/.test(text)) continue;
    const code = scanner.timedCode(text);
    if (code.loops.length > 0 || code.paused !== undefined) found.push({ file, ...code });
  }
  return found;
}

function fileNames({ functions, strings }: Profile): Set<string> {
  const names = new Set<string>();
  for (const index of new Set(functions.filename)) {
    const name = strings.get(index);
    if (name.endsWith('.go')) names.add(name);
  }
  return names;
}
