import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorLayout, pageLayout, pageLayoutIn } from '../../../src/extension/page/pageLayout.ts';

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
