import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnForSource } from '../../../src/extension/page/editorColumn.ts';

test('source opens where code is already shown, never over the flame graph', () => {
  assert.equal(columnForSource(2, [1]), 1);
  assert.equal(columnForSource(2, [2, 3, 1]), 3);
  assert.equal(columnForSource(1, [1]), 2);
});

test('without any code in sight it opens on the other side', () => {
  assert.equal(columnForSource(1, []), 2);
  assert.equal(columnForSource(2, []), 1);
  assert.equal(columnForSource(undefined, []), 1);
});
