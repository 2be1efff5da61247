import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import zlib, { gzipSync } from 'node:zlib';
import { mostProfileBytes } from '../../../src/base/model.ts';
import { sentence } from '../../../src/base/result.ts';
import { readInflating } from '../../../src/go/profiles/inflate.ts';
import { readProfileBytes, readProfileFile } from '../../../src/go/profiles/profileFile.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';

/** Large, with texts that gzip cannot compress. Such a file is decoded while it is inflated. */
const inflated = profileBytes({
  samples: Array.from({ length: 3000 }, (_, n) => ({
    values: [n],
    stack: [`f${n} a.go:${n}`],
    labels: { token: randomBytes(400).toString('base64') },
  })),
});
const file = gzipSync(inflated);
/** Incompressible, and the same bytes each time: random ones may begin like a field of a profile. */
const noProfile = Buffer.concat(
  Array.from({ length: 60_000 }, (_, n) => createHash('sha256').update(`${n}`).digest()),
);

async function outcome(bytes: Uint8Array, maxBytes = mostProfileBytes): Promise<string> {
  const read = await readProfileBytes(bytes, { maxBytes });
  return read.ok ? `${read.value.samples.count} samples` : read.problem.code;
}

test('a large file is decoded while it is inflated, to the same profile', async () => {
  const { strings, ...tables } = succeeded(readProfile(file));
  const read = await readInflating(file, mostProfileBytes, () => undefined);
  assert.ok(read?.ok);
  const { strings: ownStrings, ...ownTables } = read.value;
  assert.deepEqual(ownTables, tables);
  for (let i = 0; i < strings.length; i++) assert.equal(ownStrings.get(i), strings.get(i));
});

test('for a file that Node cannot read at once, the message says to compress it', async () => {
  const folder = testFolder();
  const path = join(folder, 'large.pprof');
  // A sparse file: it uses no space on the disk.
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31 + 1);
  const read = await readProfileFile(path);
  assert.equal(
    read.ok ? 'read' : sentence(read.problem),
    `The file ${path} is larger than 2 GiB. Compress it with gzip.`,
  );
});

test('an unusual large file is read, or its problem reported, like a small one', async () => {
  const twoMembers = Buffer.concat([
    gzipSync(inflated.subarray(0, 700_000)),
    gzipSync(inflated.subarray(700_000)),
  ]);
  assert.equal(await outcome(twoMembers), '3000 samples');
  assert.equal(await outcome(file.subarray(0, file.length - 100_000)), 'gzip-truncated');
  assert.equal(await outcome(file.subarray(0, file.length - 4)), 'gzip-truncated');
  assert.equal(await outcome(Buffer.concat([file, Buffer.alloc(10)])), 'gzip-trailing-garbage');
  const wrongSum = Buffer.from(file);
  wrongSum[file.length - 6]! ^= 1;
  assert.equal(await outcome(wrongSum), 'gzip-bad-crc');
  const wrongLength = Buffer.from(file);
  wrongLength[file.length - 4]! ^= 1;
  assert.equal(await outcome(wrongLength), 'gzip-bad-length');
  assert.equal(await outcome(gzipSync(inflated.subarray(0, inflated.length - 50_000))), 'truncated');
  assert.equal(await outcome(gzipSync(noProfile)), 'not-a-profile');
  assert.equal(await outcome(file, 1_000_000), 'too-large');
});

test('a file that is larger than the limit is refused before it is read, and so is a device without end', async () => {
  const folder = testFolder();
  const path = join(folder, 'large.pprof');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 30);
  const before = process.memoryUsage().arrayBuffers;
  const read = await readProfileFile(path, { maxBytes: 2 ** 20 });
  assert.equal(read.ok ? 'read' : read.problem.code, 'too-large');
  assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 28, 'it was not read');
  rmSync(folder, { recursive: true });
  if (process.platform === 'win32') return;
  const endless = await readProfileFile('/dev/zero', { maxBytes: 2 ** 22 });
  assert.equal(endless.ok ? 'read' : endless.problem.code, 'too-large');
});

test('a damaged large profile in sound gzip is refused without a second reading', async () => {
  const damaged = gzipSync(inflated.subarray(0, inflated.length - 50_000));
  const read = await readInflating(damaged, mostProfileBytes, () => undefined);
  assert.equal(read === null ? 'to be read again' : read.ok ? 'read' : read.problem.code, 'truncated');
});

test('what is no profile is inflated once: a recording, and what is nothing that is known', async (t) => {
  const gunzip = t.mock.method(zlib, 'gunzipSync');
  const stream = t.mock.method(zlib, 'createGunzip');
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.equal(await outcome(gzipSync('main;work 3\nmain;other 4\n')), '2 samples');
  assert.equal(await outcome(gzipSync('nothing')), 'not-a-profile');
  assert.deepEqual([gunzip.mock.callCount(), stream.mock.callCount()], [2, 0]);
  assert.equal(await outcome(gzipSync(noProfile)), 'not-a-profile');
  assert.deepEqual([gunzip.mock.callCount(), stream.mock.callCount()], [2, 1]);
});
