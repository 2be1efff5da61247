import assert from 'node:assert/strict';
import test from 'node:test';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { mapLines } from '../../../src/server/costs/lineMap.ts';
import { snapshotOf } from '../builders.ts';

const file = '/p/f.go';

test('each profiled text is compared with the present one once', () => {
  let diffs = 0;
  const counted: typeof mapLines = (before, after) => {
    diffs++;
    return mapLines(before, after);
  };
  const document = new DocumentText(file, 'a\nnew\nb', undefined, counted);
  const [now, before] = [snapshotOf({ [file]: 'a\nb' }), snapshotOf({ [file]: 'b' })];
  for (let time = 0; time < 3; time++) {
    assert.deepEqual([...(document.lineMap(now)?.same ?? [])], [0, 2]);
    assert.deepEqual([...(document.lineMap(before)?.same ?? [])], [2]);
  }
  assert.equal(diffs, 2);
});

test('without the profiled text there is no map', () => {
  const document = new DocumentText('/p/other.go', 'a');
  assert.equal(document.lineMap(snapshotOf({ [file]: 'a' })), null);
});
