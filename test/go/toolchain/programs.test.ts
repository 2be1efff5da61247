// Where programs are looked up, on each system. The rules are functions of the environment, so they are tested on any.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runProcess } from '../../../src/go/toolchain/process.ts';
import {
  childEnvironment,
  findProgram,
  isWholePath,
  pathFolders,
  programFiles,
  windowsProgram,
} from '../../../src/go/toolchain/programs.ts';
import { findGo } from '../../../src/go/toolchain/toolchain.ts';
import { testFolder } from '../../testFolder.ts';
import { why } from '../../why.ts';

const folder = testFolder();

const onPosix = { skip: process.platform === 'win32' && 'needs a POSIX shell' };

/** A folder with a program that only leaves a mark; `go env` of it answers. */
function folderWith(name: string, program: string): { directory: string; mark: string } {
  const directory = join(folder, name);
  const mark = join(folder, `${name}.mark`);
  mkdirSync(directory);
  writeFileSync(join(directory, program), `#!/bin/sh\ntouch ${mark}\necho '{"GOROOT": "x"}'\n`, {
    mode: 0o755,
  });
  return { directory, mark };
}

test('entries of PATH that depend on the current folder are left out', () => {
  const posix = { PATH: ':.:bin:./x:..:/usr/bin::/opt/go/bin:' };
  assert.deepEqual(pathFolders(posix, 'linux'), ['/usr/bin', '/opt/go/bin']);
  assert.deepEqual(programFiles('git', posix, 'darwin'), ['/usr/bin/git', '/opt/go/bin/git']);
  const windows = {
    Path: '.;;tools;C:;C:tools;\\tools;"C:\\Program Files\\Git\\cmd";D:/go/bin;\\\\server\\share\\bin; C:\\x ',
  };
  assert.deepEqual(pathFolders(windows, 'win32'), [
    'C:\\Program Files\\Git\\cmd',
    'D:/go/bin',
    '\\\\server\\share\\bin',
    'C:\\x',
  ]);
  assert.deepEqual(pathFolders({}, 'linux'), []);
});

test('on Windows a name gets the extensions of PATHEXT that need no shell', () => {
  const env = { PATH: 'C:\\b', PATHEXT: '.BAT;.EXE;.CMD; .com;.PS1;.JS' };
  assert.deepEqual(programFiles('git', env, 'win32'), ['C:\\b\\git.exe', 'C:\\b\\git.com']);
  assert.deepEqual(programFiles('go.exe', env, 'win32'), ['C:\\b\\go.exe']);
  assert.deepEqual(programFiles('git', { PATH: 'C:\\b', pathext: '.bat' }, 'win32'), [
    'C:\\b\\git.com',
    'C:\\b\\git.exe',
  ]);
  assert.equal(windowsProgram('taskkill.exe', { SystemRoot: 'D:\\W' }), 'D:\\W\\System32\\taskkill.exe');
  assert.equal(windowsProgram('taskkill.exe', {}), 'C:\\Windows\\System32\\taskkill.exe');
});

test('a name with a folder in it is not looked up', () => {
  for (const name of ['./git', '../git', 'x/git', 'x\\git', 'C:git', ''])
    for (const platform of ['linux', 'win32'] as const)
      assert.deepEqual(programFiles(name, { PATH: '/bin' }, platform), [], name);
  assert.equal(isWholePath('C:\\go', 'linux'), false);
  assert.equal(isWholePath('/go', 'win32'), false);
});

test('children get a PATH without such entries, and on Windows the word not to look in the current folder', () => {
  assert.deepEqual(childEnvironment({ PATH: '.:/bin:', HOME: '/h' }, 'linux'), { PATH: '/bin', HOME: '/h' });
  // An empty PATH would mean the current folder.
  assert.deepEqual(childEnvironment({ PATH: '.' }, 'darwin'), {});
  assert.deepEqual(childEnvironment({ Path: '.;C:\\b', PATH: 'D:\\b' }, 'win32'), {
    Path: 'C:\\b',
    PATH: 'D:\\b',
    NoDefaultCurrentDirectoryInExePath: '1',
  });
});

test('a file that cannot be executed, and a folder, are no programs', onPosix, () => {
  const here = join(folder, 'path');
  const next = join(folder, 'next');
  mkdirSync(join(here, 'tool'), { recursive: true });
  mkdirSync(next);
  writeFileSync(join(next, 'tool'), '');
  assert.equal(findProgram('tool', { PATH: `${here}:${next}` }), null);
  chmodSync(join(next, 'tool'), 0o755);
  assert.equal(findProgram('tool', { PATH: `${here}:${next}` }), join(next, 'tool'));
});

test('only whole paths are started', onPosix, async () => {
  const { directory, mark } = folderWith('current', 'tool');
  for (const command of ['tool', './tool', 'current/tool']) {
    const started = await runProcess({ command, args: [], directory, env: { PATH: '.' } });
    assert.equal(started.ok ? 'started' : started.problem.code, 'cannot-start', command);
  }
  assert.equal(findProgram(mark, { PATH: '/' }), null);
});

test('no go command is found in the folder of the code', onPosix, async () => {
  const { directory } = folderWith('code', 'go');
  const before = process.cwd();
  process.chdir(directory);
  try {
    for (const options of [
      { env: { PATH: '.:' } },
      { env: { PATH: '.', GOROOT: '..' } },
      { env: {}, goroot: '.' },
      { env: {}, alternateTools: { go: './go' } },
      { env: {}, goCommand: './go' },
      { env: { PATH: '.' }, setting: 'go' },
      { env: {}, setting: './go' },
    ]) {
      const found = await findGo({ ...options, directory });
      assert.notEqual(found.ok && found.value.goroot, 'x', JSON.stringify(options));
    }
  } finally {
    process.chdir(before);
  }
});

test('a child finds nothing in the folder it runs in', onPosix, async () => {
  const { directory, mark } = folderWith('cwd', 'helper');
  let said = '';
  const end = await runProcess({
    command: '/bin/sh',
    args: ['-c', 'helper'],
    directory,
    env: { PATH: '.:/bin' },
    onStderr: (text) => {
      said += text;
    },
  });
  assert.ok(end.ok, why(end));
  assert.match(said, /not found/);
  assert.equal(findProgram('cwd.mark', { PATH: folder }), null, mark);
});
