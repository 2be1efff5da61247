import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextHotLine } from '../../../src/extension/lines/hotLineWalk.ts';

const lines = [
  { uri: 'file:///m/a.go', line: 41, functionName: 'm.parse', text: '61%' },
  { uri: 'file:///m/b.go', line: 7, functionName: 'm.read', text: '20%' },
  { uri: 'file:///m/a.go', line: 12, functionName: 'm.main', text: '4%' },
];

test('the walk starts at the hottest line, whichever way it goes', () => {
  const elsewhere = { uri: 'file:///m/c.go', line: 0 };
  assert.equal(nextHotLine(lines, elsewhere, null, 1), 0);
  assert.equal(nextHotLine(lines, null, null, -1), 0);
});

test('it continues from the hot line under the cursor, and goes round', () => {
  assert.equal(nextHotLine(lines, { uri: 'file:///m/a.go', line: 41 }, null, 1), 1);
  assert.equal(nextHotLine(lines, { uri: 'file:///m/a.go', line: 12 }, null, 1), 0);
  assert.equal(nextHotLine(lines, { uri: 'file:///m/a.go', line: 41 }, null, -1), 2);
});

test('the line under the cursor wins over the one visited last', () => {
  assert.equal(nextHotLine(lines, { uri: 'file:///m/b.go', line: 7 }, 0, 1), 2);
});

test('after reading around, it continues from the one visited last', () => {
  assert.equal(nextHotLine(lines, { uri: 'file:///m/b.go', line: 9 }, 1, 1), 2);
});

test('a list that has become shorter starts again', () => {
  assert.equal(nextHotLine(lines, null, 17, 1), 0);
});

test('an empty list has nowhere to go', () => {
  assert.equal(nextHotLine([], null, null, 1), -1);
});
