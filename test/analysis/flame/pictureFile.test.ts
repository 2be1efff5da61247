import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstPicture } from '../../../src/analysis/flame/flamePicture.ts';
import { pictureBytes } from '../../../src/analysis/flame/pictureFile.ts';
import { unpackedPicture } from '../../../src/webview/host/embedded.ts';
import { profileOf } from '../../pprof/builder.ts';

const first = firstPicture(
  profileOf({
    samples: [
      { values: [3], stack: [['min m.go:4', 'shop.sum s.go:7'], 'main.main m.go:9'] },
      { values: [1], stack: ['runtime.mallocgc malloc.go:1', 'main.main m.go:9'] },
    ],
  }),
  -1,
  1000,
);

function inDocument(bytes: Uint8Array): string {
  return gzipSync(bytes).toString('base64');
}

test('the first picture is the whole graph, its names numbered in the order of their frames', () => {
  const { picture, facts } = first;
  assert.deepEqual([...picture.rowStart], [0, 1, 2, 4, 5]);
  assert.deepEqual([...picture.cums], [4, 4, 3, 1, 3]);
  assert.deepEqual([...picture.widths], [1, 1, 0.75, 0.25, 0.75]);
  assert.deepEqual(
    picture.newNames.map(([entry, name]) => `${entry} ${name}`),
    ['0 main.main', '1 shop.sum', '2 runtime.mallocgc', '3 min'],
  );
  assert.deepEqual(facts.totals, [4]);
});

test('a page reads the picture that was written for it', () => {
  assert.deepEqual(unpackedPicture(inDocument(pictureBytes(first))), first);
});

test('a picture that is damaged anywhere is none, and the profile is read instead', (t) => {
  t.mock.method(console, 'warn', () => {});
  const bytes = pictureBytes(first);
  for (let length = 0; length < bytes.length; length++) {
    assert.equal(unpackedPicture(inDocument(bytes.subarray(0, length))), null, `${length} bytes`);
  }
  assert.equal(unpackedPicture('not base64!'), null);
});
