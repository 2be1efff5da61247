/** With what a change is compared, in clones as CI systems make them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { mergeBase } from '../../../src/go/git/mergeBase.ts';
import { testFolder } from '../../testFolder.ts';
import { gitEnvironment, goRepository } from './repository.ts';

test('a change is compared with where it began, by the names that a clone knows', async () => {
  const { directory, git, commit } = goRepository({});
  const root = git('rev-parse', 'HEAD').trim();
  const began = commit({ a: '1' });
  git('switch', '--quiet', '--create', 'change');
  const change = commit({ b: '1' });
  git('switch', '--quiet', 'main');
  const main = commit({ a: '2' });
  const baseOf = async (upstream: string, top = directory) => {
    const base = await mergeBase({ top, prefix: '', env: gitEnvironment }, upstream);
    return base.ok ? base.value : sentence(base.problem);
  };
  assert.equal(await baseOf('main'), began, 'nothing is newer than HEAD: its parent');
  assert.equal(await baseOf('change'), began);

  const clone = testFolder();
  const inClone = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: clone,
      env: gitEnvironment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  inClone('clone', '--quiet', `file://${directory}`, '.');
  inClone('switch', '--quiet', '--detach', change);
  inClone('branch', '--quiet', '--delete', '--force', 'main');
  assert.equal(await baseOf('main', clone), began);
  assert.match(await baseOf('none', clone), /^There is no branch, tag or commit none/);
  // What GitHub checks out of a pull request: its commit merged into the newest one of main.
  inClone('merge', '--quiet', '--no-edit', 'origin/main');
  assert.equal(await baseOf('main', clone), 'origin/main');
  assert.equal(await baseOf(main, clone), main);

  inClone('switch', '--quiet', '--detach', root);
  assert.match(await baseOf('main', clone), /^HEAD is the first commit here/);
  const shallow = testFolder();
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${directory}`, '.'], {
    cwd: shallow,
    env: gitEnvironment,
  });
  assert.match(await baseOf('change', shallow), /no commit in common\. If this clone is shallow/);
});
