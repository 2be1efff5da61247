// Which go command is used. Here the commands are small scripts that print what `go env -json` prints.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { type FindGoOptions, findGo, readGoEnv } from '../../../src/go/toolchain/toolchain.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';

const folder = testFolder();
before(() => {
  for (const name of ['setting', 'extension', 'alternate', 'goroot', 'environment', 'path']) makeGo(name);
});

/** A Go installation `folder/NAME`, whose `go env` prints its own path. */
function makeGo(name: string, script = `echo '{"GOROOT": "${name}", "GOVERSION": "go1.25.0"}'`): string {
  const bin = join(folder, name, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = join(bin, 'go');
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return command;
}

const at = (name: string) => join(folder, name, 'bin', 'go');

async function found(options: Partial<FindGoOptions>): Promise<string> {
  const result = await findGo({ env: { PATH: `${join(folder, 'path', 'bin')}:/bin:/usr/bin` }, ...options });
  return result.ok ? result.value.goroot : `${result.problem.code}: ${sentence(result.problem)}`;
}

describe('the first go command that works', { skip: process.platform === 'win32' }, () => {
  const env = () => ({
    GOROOT: join(folder, 'environment'),
    PATH: `${join(folder, 'path', 'bin')}:/bin:/usr/bin`,
  });
  const all = () => ({
    setting: at('setting'),
    goCommand: at('extension'),
    alternateTools: { go: at('alternate') },
    goroot: join(folder, 'goroot'),
    env: env(),
  });

  test('our setting, the Go extension, alternateTools, go.goroot, GOROOT, PATH: in this order', async () => {
    assert.equal(await found(all()), 'setting');
    assert.equal(await found({ ...all(), setting: '' }), 'extension');
    assert.equal(await found({ ...all(), setting: '', goCommand: undefined }), 'alternate');
    assert.equal(await found({ goroot: join(folder, 'goroot'), env: env() }), 'goroot');
    assert.equal(await found({ env: env() }), 'environment');
    assert.equal(await found({}), 'path');
  });

  test('a command that is missing or does not work is skipped', async () => {
    makeGo('broken', 'echo cannot >&2; exit 1');
    makeGo('silent', 'true');
    assert.equal(await found({ goCommand: at('nowhere') }), 'path');
    assert.equal(await found({ goCommand: at('broken'), goroot: join(folder, 'silent') }), 'path');
  });

  test('a name without a folder is looked up in PATH', async () => {
    makeGo('named');
    const env = { PATH: `${join(folder, 'named', 'bin')}:/bin` };
    assert.equal(await found({ alternateTools: { go: 'go' }, env }), 'named');
  });

  test('the command in our setting is never skipped: the problem has its name and its output', async () => {
    makeGo('broken', 'echo cannot read >&2; exit 1');
    const said = await found({ setting: at('broken') });
    assert.match(said, /^wrong-go-path: .*broken\/bin\/go does not answer "go env": cannot read\. /);
    assert.match(
      await found({ setting: at('nowhere') }),
      /^wrong-go-path: .*nowhere\/bin\/go could not be started/,
    );
  });
});

test('the installed Go is found', async () => {
  const result = succeeded(await findGo({ env: process.env }));
  assert.match(result.version, /go1\.\d+/);
  assert.notEqual(result.gomodcache, '');
});

test('output that is not that of go env is refused', () => {
  for (const json of ['', 'go version go1.25', '[]', '{"GOROOT": 3}', 'null'])
    assert.equal(readGoEnv(json), null);
});
