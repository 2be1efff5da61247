/** A pull request, as a runner checks it out. */
import { execFileSync } from 'node:child_process';
import { gitEnvironment, goRepository } from '../../go/git/repository.ts';
import { testFolder } from '../../testFolder.ts';

/** What a runner has checked out of a pull request that changes these files; meanwhile `main` goes on. */
export function checkedOut(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
): string {
  const { directory, git, commit } = goRepository({
    'go.mod': 'module example.com/m\n\ngo 1.24\n',
    ...before,
  });
  git('switch', '--quiet', '--create', 'change');
  commit(change);
  git('switch', '--quiet', 'main');
  commit({ 'README.md': 'of somebody else' });
  git('switch', '--quiet', '--detach');
  git('merge', '--quiet', '--no-edit', 'change');
  git('update-ref', 'refs/pull/5/merge', 'HEAD');
  git('switch', '--quiet', 'main');
  const clone = testFolder();
  for (const args of [
    ['init', '--quiet'],
    ['remote', 'add', 'origin', `file://${directory}`],
    ['fetch', '--quiet', '--depth=1', 'origin', 'refs/pull/5/merge'],
    ['checkout', '--quiet', '--detach', 'FETCH_HEAD'],
  ])
    execFileSync('git', args, { cwd: clone, env: gitEnvironment });
  return clone;
}
