/** Files and variables that choose another toolchain of Go, or a program to build with: nothing is asked for, and nothing started. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { goToolIn } from '../../src/go/profiles/conversion.ts';
import { aloneEnvironment, findGo, offlineEnvironment } from '../../src/go/toolchain/toolchain.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { testFolder } from '../testFolder.ts';
import { succeeded, why } from '../why.ts';

const root = testFolder();
const owned = join(root, 'owned');
const evil = join(root, 'evil');
writeFileSync(evil, `#!/bin/sh\ntouch '${owned}'\nexec "$@"\n`, { mode: 0o755 });
const proxy = await strangeServer((_, response) => response.writeHead(404).end());

const mod = (more: string) => `module example.com/m\n\n${more}\n`;

/** Files of a folder, and of the folder above it. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a newer version': { 'go.mod': mod('go 1.99') },
  'a newer version in all digits': { 'go.mod': mod('go 1.99.7') },
  'a toolchain': { 'go.mod': mod('go 1.21\ntoolchain go1.99.0') },
  'a toolchain of somebody': { 'go.mod': mod('go 1.21\ntoolchain go1.99.0-evil') },
  'a toolchain above': { '../go.mod': mod('go 1.21\ntoolchain go1.99.0') },
  'a toolchain of a workspace': {
    'go.work': 'go 1.21\n\ntoolchain go1.99.0\n\nuse .\n',
    'go.mod': mod('go 1.21'),
  },
  'a toolchain of a workspace above': { '../go.work': 'go 1.99\n' },
  'a tool of somebody': {
    'go.mod': mod('go 1.24\ntool example.com/evil/nm\nrequire example.com/evil v1.0.0'),
  },
  'a release candidate': { 'go.mod': mod('go 1.99rc1') },
  'no module': { 'go.mod': '\0\0\0' },
  'a line without end': { 'go.mod': mod(`toolchain go1.${'9'.repeat(100_000)}`) },
  'settings of the runtime': { 'go.mod': mod('go 1.24\ngodebug toolchaintrace=1\ngodebug default=go1.99') },
};

/** Variables of the environment. */
const variables: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  'a toolchain': { GOTOOLCHAIN: 'go1.99.0' },
  'a toolchain, or a newer one': { GOTOOLCHAIN: 'go1.99.0+auto' },
  'the toolchain of a path': { GOTOOLCHAIN: 'go1.99.0+path' },
  'a program to build with': { GOFLAGS: `-toolexec=${evil}` },
  'another module file': { GOFLAGS: '-modfile=/evil/go.mod' },
  'flags that are none': { GOFLAGS: 'evil' },
  'a workspace': { GOWORK: '/evil/go.work' },
};

async function nothingHappens(act: () => Promise<unknown>): Promise<void> {
  const before = proxy.requests.length;
  await act();
  assert.equal(proxy.requests.length, before, 'the proxy was asked');
  assert.ok(!existsSync(owned), 'a program was started');
}

/** As open as users have it. */
const open = (): NodeJS.ProcessEnv => ({
  ...process.env,
  GOTOOLCHAIN: 'auto',
  GOPROXY: `http://${proxy.host}`,
  GONOSUMDB: '*',
});

let made = 0;
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(root, `${++made}`, 'inside');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('with an environment of users the proxy would be asked', async () => {
  await findGo({ env: open(), directory: folderWith(folders['a toolchain'] ?? {}) });
  assert.ok(proxy.requests.length > 0);
});

describe('a folder', () => {
  for (const [what, files] of Object.entries(folders)) {
    test(`with ${what}, where a tool of Go looks at a file`, async () => {
      await nothingHappens(async () => {
        const tool = await goToolIn(folderWith(files), { env: open() });
        assert.ok(tool.ok, why(tool));
        await tool.value(['tool', 'nm', evil], 2 ** 20, 'It failed.');
      });
    });
    test(`with ${what}, where Go is looked for`, async () => {
      await nothingHappens(() => findGo({ env: offlineEnvironment(open()), directory: folderWith(files) }));
    });
  }
});

describe('the environment', () => {
  for (const [what, env] of Object.entries(variables)) {
    test(`with ${what}`, async () => {
      await nothingHappens(async () => {
        const tool = succeeded(await goToolIn(folderWith({}), { env: { ...open(), ...env } }));
        const told = await tool(['env', 'GOTOOLCHAIN', 'GOWORK'], 2 ** 20, 'It failed.');
        assert.equal(told.ok && Buffer.from(told.value).toString(), 'local\noff\n');
      });
    });
  }

  test('leaves everything else as it is', () => {
    const { GOTOOLCHAIN, GOWORK, GOFLAGS, ...rest } = aloneEnvironment({ A: 'b', GOTOOLCHAIN: 'auto' });
    assert.deepEqual([GOTOOLCHAIN, GOWORK, GOFLAGS, rest], ['local', 'off', '', { A: 'b' }]);
  });
});
