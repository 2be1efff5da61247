import type { TimedFile } from '../../analysis/benchmark/timedRegion.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { GoScanner } from '../scan/scan.ts';
import { locateFile, type SourceRoots } from './sourcePaths.ts';
import { isBelow } from './sourceRoots.ts';

/**
 * The files with timed loops among those a benchmark's profile names, as they were when it was taken: the test's own,
 * and those of helpers that are handed its `*testing.B`. Only in code that is the user's to edit.
 *
 * @param textOf what a file said when the profile was taken; `null` where that is not known
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
    // Whoever has a `*testing.B` imports package testing: most files need no parsing.
    if (text === null || !/["`]testing["`]/.test(text)) continue;
    const code = scanner.timedCode(text);
    if (code.loops.length > 0) found.push({ file, ...code });
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
