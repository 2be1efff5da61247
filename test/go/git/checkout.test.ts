/** Checkouts in temporary folders: their files, and that they are removed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ok, sentence } from '../../../src/base/result.ts';
import { type Checkout, withCheckout } from '../../../src/go/git/checkout.ts';
import { sweepCheckouts } from '../../../src/go/git/checkoutFolders.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import { within } from '../../eventually.ts';
import { succeeded } from '../../why.ts';
import { assertNothingLeft, gitEnvironment, goRepository, type TestRepository } from './repository.ts';

async function checkedOut<T>(repository: TestRepository, use: (checkout: Checkout) => T): Promise<T> {
  const found = succeeded(await findRepository(repository.directory, gitEnvironment));
  const ref = succeeded(await resolveRef(found, 'main'));
  const request = { repository: found, ref, temporaryDirectory: repository.temporary };
  return succeeded(
    await withCheckout(request, new AbortController().signal, async (checkout) => ok(use(checkout))),
  );
}

test('a checkout has the files of the commit, and is removed even if its use throws', async () => {
  const repository = goRepository({ 'a.txt': 'committed' });
  repository.write({ 'a.txt': 'changed' });
  const text = await checkedOut(repository, ({ top }) => {
    assert.ok(top.startsWith(repository.temporary));
    writeFileSync(join(top, 'a.txt'), 'a benchmark may write'); // must not keep it from going
    return repository.git('-C', top, 'show', 'HEAD:a.txt');
  });
  assert.equal(text, 'committed');
  assertNothingLeft(repository);
  const before = repository.state();
  await assert.rejects(
    checkedOut(repository, () => {
      throw new Error('ours');
    }),
    /ours/,
  );
  assertNothingLeft(repository);
  assert.deepEqual(repository.state(), before);
});

test('the checkouts of a killed process are removed at the next start; those in use stay', async () => {
  const repository = goRepository({ 'a.txt': '' });
  const before = repository.state();
  const program = join(import.meta.dirname, 'holdCheckout.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, repository.directory, repository.temporary],
    { env: gitEnvironment, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said]: unknown[] = await within('the checkout', once(child.stdout, 'data'));
  const top = String(said);
  await sweepCheckouts(gitEnvironment, repository.temporary);
  assert.ok(existsSync(join(top, 'a.txt')), 'in use');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await within('the end of the program', exited);
  assert.ok(existsSync(join(top, 'a.txt')), 'left behind');
  const others = join(repository.temporary, 'pprof-lens-ref-of-somebody');
  mkdirSync(others);
  await sweepCheckouts(gitEnvironment, repository.temporary);
  assert.equal(existsSync(top), false);
  assert.ok(existsSync(others), 'a folder that does not say whose it is');
  assert.deepEqual(repository.state(), before);
});

test('a link among the checkouts is not followed: another user can make one', {
  skip: process.platform === 'win32' && 'links need a privilege there',
}, async () => {
  const repository = goRepository({});
  const home = join(repository.directory, '..', 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'owner.json'), '{"pid": 999999999, "worktrees": []}', { mode: 0o600 });
  symlinkSync(home, join(repository.temporary, 'pprof-lens-ref-link'));
  await sweepCheckouts(gitEnvironment, repository.temporary);
  assert.ok(existsSync(join(home, 'owner.json')));
});

test('a file of Git LFS that is only a pointer is reported', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
  const repository = goRepository({ 'data.bin': pointer, '.gitattributes': '*.bin filter=lfs\n' });
  assert.deepEqual(await checkedOut(repository, ({ problems }) => problems), [], 'nor has the user more');
  repository.write({ 'data.bin': 'the data.' });
  assert.deepEqual(
    await checkedOut(repository, ({ problems, top }) => {
      assert.equal(readFileSync(join(top, 'data.bin'), 'utf8'), pointer);
      return problems.map(sentence);
    }),
    ['data.bin is kept by Git LFS, and at this commit only its pointer is there.'],
  );
});

test('a commit has the name that the user has given', async () => {
  const repository = goRepository({});
  const hash = repository.git('rev-parse', 'HEAD').trim();
  const found = succeeded(await findRepository(repository.directory, gitEnvironment));
  const short = hash.slice(0, 7);
  repository.git('tag', 'v1');
  for (const [ref, title] of [
    ['HEAD', `HEAD (${short})`],
    ['v1', `v1 (${short})`],
    ['main~0', `main~0 (${short})`],
    [hash, short],
    [hash.slice(0, 10), short],
  ] as const) {
    assert.deepEqual(await resolveRef(found, ref), ok({ hash, title }));
  }
});
