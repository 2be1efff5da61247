// The server's memory over JSON-RPC, with large profiles.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { largeShape, syntheticProfile } from '../../bench/syntheticProfile.ts';
import { eventually } from '../../eventually.ts';
import { testFolder } from '../../testFolder.ts';
import { Client } from '../client.ts';

const count = 4;

describe('profiles that nobody looks at', { skip: process.platform === 'win32' && 'has no signals' }, () => {
  const folder = testFolder();
  let client: Client;
  const files: string[] = [];
  let uri = '';

  before(async () => {
    const bytes = syntheticProfile({ ...largeShape, stacks: 40_000 });
    for (let i = 0; i < count; i++) {
      files.push(path.join(folder, `p${i}.pprof`));
      writeFileSync(files[i]!, bytes);
    }
    client = await Client.start({
      folder,
      initializationOptions: { decorations: true, storagePath: path.join(folder, 'storage') },
      settings: { threshold: 0 },
      preload: path.resolve('test/server/sessions/gcOnSignal.cjs'),
      env: { ...process.env, TEST_HELD: path.join(folder, 'held') },
    });
    const source = path.join(folder, 'pkg0', 'file0.go');
    mkdirSync(path.dirname(source));
    writeFileSync(source, 'x()\n'.repeat(3000));
    // Older than the profile.
    utimesSync(source, 1, 1);
    uri = await client.open(source);
  });
  after(() => client.stop());

  /** @param signal SIGWINCH: after a while in which nobody does anything */
  async function heldBytes(signal: 'SIGUSR2' | 'SIGWINCH' = 'SIGUSR2'): Promise<number> {
    const file = path.join(folder, 'held');
    rmSync(file, { force: true });
    client.process.kill(signal);
    const said = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    return Number(await eventually('how much the server holds', () => said() !== '' && said()));
  }

  const costs = () => client.costs(uri);

  /** What stands beside the lines of the open file. */
  async function shown(sessionId: string): Promise<string> {
    await client.execute('show', null);
    await client.until('no costs', () => costs().length === 0);
    assert.equal(await client.execute('show', { sessionId, sampleType: 1 }), true);
    await client.until('costs', () => costs().length > 0);
    return JSON.stringify(costs());
  }

  const idOf = (file: string) =>
    client.sessions.sessions.find(({ profilePath }) => profilePath === file)?.id ?? '';

  test('four of them hold no more than two', async () => {
    const empty = await heldBytes();
    await client.execute('openProfile', { path: files[0]!, forPage: false });
    const first = await shown(idOf(files[0]!));
    const one = (await heldBytes()) - empty;
    assert.ok(one > 15e6, `${one} bytes`);
    for (const file of files.slice(1)) await client.execute('openProfile', { path: file, forPage: true });
    const all = (await heldBytes()) - empty;
    assert.ok(all < 2.5 * one, `one holds ${one} bytes, all hold ${all}`);
    // All are still there, and show what they have shown.
    await client.until('all sessions', () => client.sessions.sessions.length === count);
    for (const file of [files[1]!, files[2]!, files[0]!]) assert.equal(await shown(idOf(file)), first);
    // A while after the last one is closed, the memory of all is given back.
    await client.execute('show', null);
    const none = (await heldBytes('SIGWINCH')) - empty;
    assert.ok(none < one / 3, `one holds ${one} bytes, none hold ${none}`);
    assert.equal(await shown(idOf(files[0]!)), first);
  });

  test('a file that was deleted meanwhile is named in a sentence, and its costs are gone', async () => {
    rmSync(files[3]!);
    await client.execute('show', { sessionId: idOf(files[3]!), sampleType: 0 });
    await client.until('the sentence', () =>
      client.messages.some((message) => /p3\.pprof can no longer be read/.test(message)),
    );
    await client.until('one less', () => client.sessions.sessions.length === count - 1);
    assert.equal(client.sessions.active, null);
  });
});
