/** What may be run, and where. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fail, type Problem } from '../../../base/result.ts';
import { samePath } from '../../../go/sources/sourcePaths.ts';
import { isBelow } from '../../../go/sources/sourceRoots.ts';
import type { Services } from '../../services/services.ts';

interface OpenFiles {
  /** Paths of the workspace's folders. */
  readonly folders: readonly string[];
  /** Paths of the open documents. */
  readonly open: readonly string[];
}

/**
 * Whether the benchmarks of a package may be run. Running them runs code, and who asks can be a link: so they must be in a
 * folder of the workspace; where the editor has none, beside a file that the user has opened. Problem: `outside-workspace`.
 */
export function outsideProblem(directory: string, { folders, open }: OpenFiles): Problem | null {
  const paths = bothPaths(directory);
  const isAllowed =
    folders.length > 0
      ? folders.flatMap(bothPaths).some((folder) => paths.some((each) => isIn(each, folder)))
      : open.some((file) => samePath(path.dirname(file), path.resolve(directory)));
  if (isAllowed) return null;
  return fail(
    'outside-workspace',
    '{0} is outside the folders of this workspace, so its benchmarks are not run. Add the folder to the workspace to profile them.',
    [directory],
  ).problem;
}

/** Why code in these folders may not be run; `null` if it may. Problems: `untrusted`, with this sentence, and that of `outsideProblem`. */
export async function whyNotRun(
  { isTrusted, settings, texts }: Pick<Services, 'isTrusted' | 'settings' | 'texts'>,
  untrusted: string,
  directories: readonly string[],
): Promise<Problem | null> {
  if (!isTrusted()) return fail('untrusted', untrusted).problem;
  const opened = { folders: await settings.folders(), open: texts.openFiles };
  return directories.flatMap((directory) => outsideProblem(directory, opened) ?? [])[0] ?? null;
}

function isIn(directory: string, folder: string): boolean {
  return samePath(folder, directory) || isBelow(directory, folder);
}

/** A folder as it is named and, where it is there, without symbolic links. */
function bothPaths(folder: string): string[] {
  const named = path.resolve(folder);
  try {
    return [named, realpathSync.native(named)];
  } catch {
    return [named];
  }
}
