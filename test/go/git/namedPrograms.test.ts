/** A repository's settings, its hooks and the variables of git name programs. None of them is run, whatever we ask git. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ok } from '../../../src/base/result.ts';
import { withCheckout } from '../../../src/go/git/checkout.ts';
import { findCommit } from '../../../src/go/git/commit.ts';
import { gitEnvironment as environmentForGit } from '../../../src/go/git/git.ts';
import { listRefs } from '../../../src/go/git/listRefs.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import { succeeded } from '../../why.ts';
import { gitEnvironment, goRepository, type TestRepository } from './repository.ts';

const onPosix = { skip: process.platform === 'win32' && 'needs a POSIX shell' };

/** A repository that is full of programs, each of which would leave a file in `marks`. */
function trap(): { repository: TestRepository; marks: string; program(name: string): string } {
  const repository = goRepository({ 'a.txt': 'one' });
  const marks = join(dirname(repository.temporary), 'marks');
  mkdirSync(marks);
  const program = (name: string, file = join(repository.directory, '.git', name)) => {
    writeFileSync(file, `#!/bin/sh\ntouch ${join(marks, name)}\n`, { mode: 0o755 });
    return file;
  };
  repository.git('tag', 'v1');
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    program(hook, join(repository.directory, '.git', 'hooks', hook));
  const settings =
    'core.fsmonitor core.pager pager.log core.sshCommand core.askPass core.editor diff.external gpg.program';
  for (const setting of `${settings} core.alternateRefsCommand credential.helper`.split(' '))
    repository.git('config', setting, program(setting));
  repository.git('config', 'log.showSignature', 'true');
  repository.write({ 'a.txt': 'two' });
  return { repository, marks, program };
}

test('git runs no program that the repository or the environment names', onPosix, async () => {
  const { repository, marks, program } = trap();
  const { directory, temporary } = repository;
  const env = {
    ...gitEnvironment,
    GIT_EXTERNAL_DIFF: program('GIT_EXTERNAL_DIFF'),
    GIT_SSH_COMMAND: program('GIT_SSH_COMMAND'),
    GIT_PAGER: program('GIT_PAGER'),
    GIT_ASKPASS: program('GIT_ASKPASS'),
    SSH_ASKPASS: program('SSH_ASKPASS'),
    GIT_TRACE: join(marks, 'trace'),
    GIT_TRACE2_EVENT: join(marks, 'trace2'),
    GIT_DIR: '/nowhere',
    GIT_INDEX_FILE: join(marks, 'index'),
    GIT_EXEC_PATH: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: join(directory, '.git', 'hooks'),
  };
  const found = succeeded(await findRepository(directory, env));
  const commit = await findCommit(directory, env);
  assert.equal(commit?.dirty, true);
  const refs = await listRefs(found);
  assert.deepEqual(refs.ok && refs.value.slice(0, 3).map(({ name }) => name), ['HEAD', 'main', 'v1']);
  const ref = succeeded(await resolveRef(found, 'v1'));
  const request = { repository: found, ref, temporaryDirectory: temporary };
  const used = await withCheckout(request, new AbortController().signal, async ({ top }) =>
    ok(existsSync(join(top, 'a.txt'))),
  );
  assert.deepEqual(used, ok(true));
  assert.deepEqual(readdirSync(marks), []);
});

test('a ref that looks like an option is a ref that does not exist', onPosix, async () => {
  const { repository, marks } = trap();
  const found = succeeded(await findRepository(repository.directory, gitEnvironment));
  const options = ['--help', '-h', `--output=${join(marks, 'written')}`, '--all', '--show-toplevel', '-'];
  for (const name of options) {
    const ref = await resolveRef(found, name);
    assert.equal(ref.ok ? ref.value.title : ref.problem.code, 'no-such-ref', name);
  }
  assert.deepEqual(readdirSync(marks), []);
});

test('variables of git that name a place or a program are left out; those of the user stay', () => {
  const env = environmentForGit({
    HOME: '/home/u',
    PATH: '/bin',
    GIT_CONFIG_GLOBAL: '/home/u/gitconfig',
    GIT_DIR: '/elsewhere',
    GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='x'",
    GIT_PROXY_COMMAND: 'x',
    GIT_SEQUENCE_EDITOR: 'x',
    SSH_ASKPASS: 'x',
    SSH_ASKPASS_REQUIRE: 'force',
    SSH_AUTH_SOCK: '/run/agent',
  });
  assert.deepEqual(env, {
    HOME: '/home/u',
    PATH: '/bin',
    GIT_CONFIG_GLOBAL: '/home/u/gitconfig',
    SSH_AUTH_SOCK: '/run/agent',
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_OPTIONAL_LOCKS: '0',
  });
});
