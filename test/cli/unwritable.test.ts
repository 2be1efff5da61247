/** What cannot be written is a sentence, and nothing is written through a link that waits for us. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { profileBytes } from '../pprof/builder.ts';
import { cliArguments, temporaryFolder } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

const folder = temporaryFolder();
const bytes = profileBytes({ samples: [{ values: [1], stack: ['main'] }] });
const profile = folder.file('p.pb', bytes);
const full = '/dev/full';
const skip = existsSync(full) ? false : 'This system has no /dev/full.';

test('a full disk, as a file and as standard output: one sentence', { skip }, async () => {
  const { status, stderr } = await runHere('raw', '-o', full, profile);
  assert.equal(status, 1);
  assert.match(stderr, /^pprof-lens: The file \/dev\/full cannot be written \(ENOSPC\)\.\n$/);
  const out = spawnSync(process.execPath, cliArguments('raw', profile), {
    stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    encoding: 'utf8',
  });
  assert.equal(out.status, 1);
  assert.match(out.stderr, /^pprof-lens: Standard output cannot be written: [^\n]*ENOSPC[^\n]*\n$/);
});

test('fetch chooses another name where a link leads elsewhere', async () => {
  const here = folder.path('here');
  mkdirSync(here);
  const elsewhere = folder.path('elsewhere');
  symlinkSync(elsewhere, join(here, 'heap.pb.gz'));
  const server = await strangeServer((_, response) => response.end(bytes));
  const { status, stderr } = await runHereIn({ directory: here }, 'fetch', `http://${server.host}/heap`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(here).sort(), ['heap-2.pb.gz', 'heap.pb.gz']);
  assert.equal(existsSync(elsewhere), false);
});
