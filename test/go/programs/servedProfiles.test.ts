import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchFromProgram } from '../../../src/go/programs/servedProfiles.ts';
import { stackProfileBytes } from '../../analysis/stackProfile.ts';
import { testFolder } from '../../testFolder.ts';

test('the CPU time that a server has recorded when it is stopped is kept', async (t) => {
  const profile = stackProfileBytes({ samples: ['main work 1'] });
  const asked: string[] = [];
  let onAsked = () => {};
  const server = createServer(({ url = '' }, answer) => {
    if (!url.includes('cmdline')) {
      asked.push(url.replace('/debug/pprof/', ''));
      onAsked();
    }
    answer.end(profile);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const fetched = async (seconds: number, enough: AbortSignal) => {
    const folder = testFolder();
    asked.length = 0;
    const problems = await fetchFromProgram({
      name: 'shop',
      address: `127.0.0.1:${port}`,
      kinds: ['cpu', 'mem'],
      seconds,
      pid: null,
      folder,
      signal: new AbortController().signal,
      enough,
    });
    assert.deepEqual(problems, []);
    return readdirSync(folder).length;
  };

  assert.equal(await fetched(7, new AbortController().signal), 3);
  assert.deepEqual(asked, ['profile?seconds=5', 'profile?seconds=2', 'allocs', 'heap?debug=1']);

  const stop = new AbortController();
  onAsked = () => stop.abort();
  assert.equal(await fetched(30, stop.signal), 2);
  assert.deepEqual(asked, ['profile?seconds=5', 'allocs', 'heap?debug=1']);
});
