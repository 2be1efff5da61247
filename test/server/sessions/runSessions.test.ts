/** A profile is decoded once: the run that takes it passes it on to the session. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { testFolder } from '../../testFolder.ts';
import type { Ending } from '../client.ts';
import { servedModule } from '../servedModule.ts';

const folder = testFolder();
/** A line for each profile that the server has read. */
const reads = path.join(folder, 'reads.txt');
const preload = path.join(folder, 'preload.cjs');
writeFileSync(
  preload,
  `const files = require('node:fs/promises');
const { appendFileSync } = require('node:fs');
for (const name of ['readFile', 'open']) {
  const original = files[name];
  files[name] = (file, ...options) => {
    if (String(file).endsWith('.pprof')) appendFileSync(${JSON.stringify(reads)}, file + '\\n');
    return original(file, ...options);
  };
}`,
);

const source = `package m

import "testing"

var kept []byte

func BenchmarkGrow(b *testing.B) {
	for b.Loop() {
		kept = make([]byte, 1<<16)
	}
}
`;

/** How often the server reads each of the two profiles of a run. */
async function readsOfRun(t: Ending, settings: Readonly<Record<string, unknown>>): Promise<number[]> {
  rmSync(reads, { force: true });
  const quick = { count: 1, benchtime: '100ms', kinds: ['cpu', 'mem'], ...settings };
  const served = await servedModule(t, { 'm_test.go': source }, quick, { preload });
  const ids = await served.profile('BenchmarkGrow');
  assert.equal(ids.length, 2);
  await served.client.until('costs', () => served.client.annotations.get(served.uri) !== undefined);
  const counts = new Map<string, number>();
  const lines = existsSync(reads) ? readFileSync(reads, 'utf8').trim().split('\n') : [];
  // That of two operations, which says only how the benchmark loops, is kept by nobody.
  const kept = lines.filter((file) => !path.basename(file).includes('probe'));
  for (const file of kept) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts.values()];
}

test('each profile of a run is read once', async (t) => {
  assert.deepEqual(await readsOfRun(t, {}), [1, 1]);
});

test('profiles are read again to check a lower limit of the user', async (t) => {
  assert.deepEqual(await readsOfRun(t, { maxProfileBytes: 1e7 }), [2, 2]);
});
