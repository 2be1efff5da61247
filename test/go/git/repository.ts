/** Real git repositories in a temporary folder, for tests that compare versions of Go code. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder, writeFiles } from '../../testFolder.ts';

/** The environment of this process, without the git settings of this machine's user. */
export const gitEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

export interface TestRepository {
  /** The working tree. */
  readonly directory: string;
  /** An empty folder for temporary files, and one for results, both outside the working tree. */
  readonly temporary: string;
  readonly output: string;
  git(...args: string[]): string;
  write(files: Readonly<Record<string, string>>): void;
  /** Writes files, commits everything, and returns the hash. */
  commit(files: Readonly<Record<string, string>>): string;
  /** Everything that must not change for the user: status, index, branches, stash, worktrees. */
  state(): Readonly<Record<string, string>>;
}

/** A repository with one commit of a module `example.com/m`, unless `go.mod` is among the files. */
export function goRepository(files: Readonly<Record<string, string>>, inside = 'work/m'): TestRepository {
  const root = testFolder();
  const directory = join(root, inside);
  const temporary = join(root, 'tmp');
  mkdirSync(directory, { recursive: true });
  mkdirSync(temporary);
  const registered = join(directory, '.git', 'worktrees');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, env: gitEnvironment, encoding: 'utf8' });
  const write = (written: Readonly<Record<string, string>>) => writeFiles(directory, written);
  const commit = (written: Readonly<Record<string, string>>) => {
    write(written);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'commit');
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  commit({ 'go.mod': 'module example.com/m\n\ngo 1.24\n', ...files });
  return {
    directory,
    temporary,
    output: join(root, 'storage', 'run'),
    git,
    write,
    commit,
    state: () => ({
      status: git('status', '--porcelain=v2', '--branch', '--untracked-files=all'),
      index: readFileSync(join(directory, '.git', 'index')).toString('base64'),
      staged: git('diff', '--cached'),
      refs: git('for-each-ref'),
      stash: git('stash', 'list'),
      worktrees: git('worktree', 'list'),
      registered: existsSync(registered) ? readdirSync(registered).join(' ') : '',
    }),
  };
}

/** Checks that a run has left nothing in the folder for temporary files. */
export function assertNothingLeft({ temporary }: TestRepository): void {
  assert.deepEqual(readdirSync(temporary), []);
}
