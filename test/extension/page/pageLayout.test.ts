import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnForPage, columnForSource } from '../../../src/extension/page/pageLayout.ts';

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

test('a page opens beside the code, and over no code', () => {
  assert.equal(columnForPage(1, [{ column: 1, hasCode: true }]), 2);
  const two = [
    { column: 1, hasCode: true },
    { column: 2, hasCode: true },
  ];
  assert.equal(columnForPage(1, two), 3);
  assert.equal(columnForPage(1, [...two, { column: 3, hasCode: false }]), 3);
});

test('a page opens in a group without code, the next one first', () => {
  const groups = [
    { column: 1, hasCode: false },
    { column: 2, hasCode: true },
    { column: 3, hasCode: false },
  ];
  assert.equal(columnForPage(2, groups), 3);
  assert.equal(columnForPage(3, groups), 1);
});
