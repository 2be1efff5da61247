import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { readSources, sourcesFile, textsToKeep } from '../../../src/server/history/keptSources.ts';
import { testFolder } from '../../testFolder.ts';

const texts = new Map([
  ['/m/a.go', 'package m'],
  ['/m/sub/b.go', 'package sub // longer'],
  ['/m/generated.go', `package m // ${'x'.repeat(1000)}`],
]);

test('all texts are kept, first those of files that the profiles name, whatever folder a profile names', () => {
  const named = ['/m/a.go', 'example.com/m/sub/b.go', 'C:\\other\\generated.go', '/usr/go/src/fmt/print.go'];
  assert.deepEqual([...textsToKeep(texts, named).keys()], ['/m/a.go', '/m/sub/b.go', '/m/generated.go']);
  const one = [...textsToKeep(texts, ['/m/generated.go']).keys()];
  assert.deepEqual(one, ['/m/generated.go', '/m/a.go', '/m/sub/b.go']);
});

test('if the texts are too large, the largest are left out', () => {
  const kept = textsToKeep(texts, texts.keys(), 100);
  assert.deepEqual([...kept.keys()], ['/m/a.go', '/m/sub/b.go']);
});

test('sources that are gone or damaged are a problem, not a crash', async () => {
  const folder = testFolder();
  const damages = [
    null,
    'no gzip',
    gzipSync('{"/m/a.go": "pack'),
    gzipSync('{"/m/a.go": 1}'),
    gzipSync('["package m"]'),
    gzipSync('{"/m/a.go": "package m"}').subarray(0, 20),
  ];
  for (const damage of damages) {
    if (damage !== null) writeFileSync(path.join(folder, sourcesFile), damage);
    const read = await readSources(folder);
    assert.equal(!read.ok && read.problem.code, 'sources-lost');
  }
});
