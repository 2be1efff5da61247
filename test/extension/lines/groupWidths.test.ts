import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupWidths } from '../../../src/extension/lines/groupWidths.ts';

test('groups side by side have their own widths', () => {
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{ size: 461 }, { size: 462 }] }), [461, 462]);
});

test('groups below each other in a column have the width of the column', () => {
  const column = { size: 500, groups: [{ size: 300 }, { size: 400 }] };
  assert.deepEqual(groupWidths({ orientation: 0, groups: [column, { size: 423 }] }), [500, 500, 423]);
});

test('groups below each other over the whole width do not tell it, those beside one another in a row do', () => {
  const row = { size: 300, groups: [{ size: 200 }, { size: 700 }] };
  assert.deepEqual(groupWidths({ orientation: 1, groups: [{ size: 400 }, row] }), [null, 200, 700]);
});

test('what is no layout has no widths', () => {
  assert.deepEqual(groupWidths(undefined), []);
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{}] }), [null]);
});
