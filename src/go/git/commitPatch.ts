/** What a commit has changed, as text. */
import type { Result } from '../../base/result.ts';
import { git } from './git.ts';
import type { Repository } from './repository.ts';

/** Its message, the files that it changes, and how it changes them since its first parent. Problems: those of `git`. */
export function commitPatch({ top, env }: Repository, hash: string): Promise<Result<string>> {
  const how = ['--first-parent', '-m', '--stat', '--patch', '--no-ext-diff', '--no-textconv', '--no-color'];
  return git(top, ['log', '-1', '--format=fuller', ...how, hash], { env });
}
