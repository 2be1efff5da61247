import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnForPage, columnForSource } from '../../../src/extension/page/pageLayout.ts';

for (const [what, page, editors, column] of [
  ['where code is already shown', 2, [1], 1],
  ['never over the flame graph', 2, [2, 3, 1], 3],
  ['on the other side of a page that hides all code', 1, [1], 2],
  ['on the other side without any code in sight', 1, [], 2],
  ['on the left of a page on the right', 2, [], 1],
  ['on the left of a page that is a view', undefined, [], 1],
] as const) {
  test(`source opens ${what}`, () => assert.equal(columnForSource(page, editors), column));
}

for (const [what, active, hasCode, column] of [
  ['beside the code', 1, [true], 2],
  ['over no code', 1, [true, true], 3],
  ['in a group without code', 1, [true, true, false], 3],
  ['in the next one without code', 2, [false, true, false], 3],
  ['in the first one without code after the last', 3, [false, true, false], 1],
] as const) {
  test(`a page opens ${what}`, () => {
    const groups = hasCode.map((hasCode, i) => ({ column: i + 1, hasCode }));
    assert.equal(columnForPage(active, groups), column);
  });
}
