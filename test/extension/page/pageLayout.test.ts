import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnForPage,
  columnForSource,
  editorLayout,
  pageLayout,
  pageLayoutIn,
} from '../../../src/extension/page/pageLayout.ts';

test('the page is kept at the right or below, with its share of the room', () => {
  assert.deepEqual(pageLayoutIn({ orientation: 0, groups: [{ size: 600 }, { size: 300 }] }, 2), {
    side: 'right',
    share: 0.333,
  });
  assert.deepEqual(pageLayoutIn({ orientation: 1, groups: [{ size: 300 }, { size: 300 }] }, 2), {
    side: 'below',
    share: 0.5,
  });
});

test('a place that could not be restored without moving other editors is not kept', () => {
  const two = { orientation: 0, groups: [{ size: 600 }, { size: 300 }] };
  assert.equal(pageLayoutIn(two, 1), null);
  assert.equal(pageLayoutIn({ orientation: 0, groups: [{ size: 600 }] }, 1), null);
  assert.equal(pageLayoutIn({ orientation: 0, groups: [...two.groups, { size: 100 }] }, 3), null);
  const nested = {
    orientation: 0,
    groups: [{ size: 600 }, { size: 300, groups: [{ size: 1 }, { size: 2 }] }],
  };
  assert.equal(pageLayoutIn(nested, 2), null);
  assert.equal(pageLayoutIn(undefined, 2), null);
});

test('a kept place gives the layout that it came from', () => {
  const place = { side: 'below', share: 0.25 } as const;
  assert.deepEqual(editorLayout(place), { orientation: 1, groups: [{ size: 0.75 }, { size: 0.25 }] });
  assert.deepEqual(pageLayout(place), place);
  assert.equal(pageLayout({ side: 'left', share: 0.5 }), undefined);
});

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
