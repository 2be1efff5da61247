/** Which files the bundled server opens because a profile names them, over JSON-RPC. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { URI } from 'vscode-uri';
import { trustGrantedMethod } from '../../src/protocol.ts';
import { profileBytes } from '../pprof/builder.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { type Ending, startedServer } from './client.ts';

const folder = testFolder();
const workspace = path.join(folder, 'workspace');
mkdirSync(workspace);

const source = 'package shop\n\nfunc Total() int {\n\treturn 1\n}\n';

function file(name: string, text = source): string {
  const at = path.join(folder, name);
  writeFiles(folder, { [name]: text });
  utimesSync(at, 1e9, 1e9);
  return at;
}

/** A profile whose function `Total` is in these files, called by the one in the first. */
function profile(files: readonly string[], time = BigInt(Date.now() - 1000) * 1_000_000n): string {
  const samples = files.map((each) => ({
    values: [1],
    stack: [`shop.Total ${each}:4`, `shop.Total ${files[0]}:4`],
  }));
  const at = path.join(workspace, 'shop.pprof');
  writeFileSync(at, profileBytes({ samples, startLine: 3, timeNanos: time }));
  return at;
}

const serverFor = (t: Ending, trusted: boolean) =>
  startedServer(t, { folder: workspace, initializationOptions: { trusted } });

const onUnix = { skip: process.platform === 'win32' };

test(
  'nothing waits for a pipe or reads a device that a profile names, and the page hears why',
  onUnix,
  async (t) => {
    const pipe = path.join(workspace, 'pipe.go');
    execFileSync('mkfifo', [pipe]);
    const zero = path.join(workspace, 'zero.go');
    symlinkSync('/dev/zero', zero);
    const secret = file('id_rsa', 'secret');
    const key = path.join(workspace, 'key.go');
    symlinkSync(secret, key);
    const shop = file('workspace/shop.go');
    const client = await serverFor(t, true);
    const sessionId = await client.openProfile(
      profile([shop, pipe, zero, '/proc/self/environ', secret, key]),
    );
    const answer = (named: string) => client.execute('frameText', { sessionId, file: named, line: 4 });
    assert.deepEqual(await answer(shop), { text: source });
    for (const named of [pipe, zero]) {
      assert.deepEqual(await answer(named), {
        refused: `${named} is a folder, a device or a pipe, so it is not read.`,
      });
    }
    assert.deepEqual(await answer('/proc/self/environ'), {
      refused: '/proc/self/environ is a device or belongs to the system, so it is not opened.',
    });
    for (const named of [secret, key]) {
      const refused = `${named} is no source file. A profile cannot have other files opened.`;
      assert.deepEqual(await answer(named), { refused });
      assert.deepEqual(await client.execute('resolveFrame', { sessionId, file: named, line: 4 }), {
        problem: refused,
        canMap: false,
      });
    }
    assert.deepEqual(await answer('/nowhere/shop.go'), { missing: 'absent' });
  },
);

test('a profile that is a pipe or a device is not read', onUnix, async (t) => {
  const pipe = path.join(workspace, 'pipe.pprof');
  execFileSync('mkfifo', [pipe]);
  const zero = path.join(workspace, 'zero.pprof');
  symlinkSync('/dev/zero', zero);
  const client = await serverFor(t, true);
  for (const each of [pipe, zero]) {
    const outcome = await client.execute('openProfile', { path: each, forPage: true });
    assert.equal(outcome.status, 'failed');
    assert.match(outcome.message, /is a folder, a device or a pipe, so it is not read\.$/);
  }
});

test('without trust, only files of the workspace and open ones are read; trust changes that', async (t) => {
  const inside = file('workspace/inside.go');
  const outside = file('elsewhere/outside.go');
  const other = file('elsewhere/other.go');
  const client = await serverFor(t, false);
  const sessionId = await client.openProfile(profile([inside, outside, other]));
  const answer = (named: string) => client.execute('frameText', { sessionId, file: named, line: 4 });
  const refused = `${outside} is outside this workspace, which is not trusted. Open the file or trust the workspace to see it.`;
  assert.deepEqual(await answer(inside), { text: source });
  assert.deepEqual(await answer(outside), { refused });
  assert.deepEqual(await client.execute('resolveFrame', { sessionId, file: outside, line: 4 }), {
    problem: refused,
    canMap: false,
  });
  await client.open(other);
  assert.deepEqual(await answer(other), { text: source });
  await client.connection.sendNotification(trustGrantedMethod);
  assert.deepEqual(await answer(outside), { text: source });
});

test('a hover has a link to a file only if the file may be read', async (t) => {
  const inside = file('workspace/calls.go');
  const outside = file('elsewhere/called.go');
  for (const trusted of [true, false]) {
    const client = await serverFor(t, trusted);
    await client.openProfile(profile([inside, outside]));
    const uri = await client.open(inside);
    const text = await client.hover(uri, 3, 2);
    assert.ok(text.includes('`shop.Total`'), text);
    assert.equal(text.includes(URI.file(outside).toString()), trusted, text);
  }
});

test('a profile from the future proves nothing about the age of a source', async (t) => {
  const moved = file('workspace/moved.go', `\n${source}`);
  const unmoved = file('workspace/unmoved.go');
  const client = await serverFor(t, true);
  for (const time of [BigInt(Date.now() + 86_400_000) * 1_000_000n, 0n]) {
    const sessionId = await client.openProfile(profile([moved, unmoved], time));
    const answer = (named: string) => client.execute('frameText', { sessionId, file: named, line: 4 });
    assert.deepEqual(await answer(moved), { missing: 'changed' });
    assert.deepEqual(await answer(unmoved), { text: source });
  }
});
