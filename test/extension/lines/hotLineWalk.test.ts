import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextHotLine } from '../../../src/extension/lines/hotLineWalk.ts';

const lines = [
  { uri: 'file:///m/a.go', line: 41, functionName: 'm.parse', text: '61%', ofHottest: 1 },
  { uri: 'file:///m/b.go', line: 7, functionName: 'm.read', text: '20%', ofHottest: 0.33 },
  { uri: 'file:///m/a.go', line: 12, functionName: 'm.main', text: '4%', ofHottest: 0.07 },
];

const at = (file: string, line: number) => ({ uri: `file:///m/${file}`, line });

const walks = [
  ['starts at the hottest line', at('c.go', 0), null, 1, 0],
  ['starts there whichever way it goes', null, null, -1, 0],
  ['continues from the hot line under the cursor', at('a.go', 41), null, 1, 1],
  ['goes round at the end', at('a.go', 12), null, 1, 0],
  ['goes round at the beginning', at('a.go', 41), null, -1, 2],
  ['continues from under the cursor rather than from the line visited last', at('b.go', 7), 0, 1, 2],
  ['continues from the one visited last after reading around', at('b.go', 9), 1, 1, 2],
  ['starts again in a list that has become shorter', null, 17, 1, 0],
] as const;

for (const [what, cursor, last, step, next] of walks) {
  test(`the walk ${what}`, () => assert.equal(nextHotLine(lines, cursor, last, step), next));
}

test('an empty list has nowhere to go', () => {
  assert.equal(nextHotLine([], null, null, 1), -1);
});
