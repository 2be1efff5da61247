import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sortedBy } from '../../../src/webview/table/useTableRows.ts';

it('a table is sorted by the column that is clicked, and the other way round by the second click', () => {
  const first = sortedBy({ sort: 'flat', reverse: false }, 'cum');
  assert.deepEqual(first, { sort: 'cum', reverse: false });
  const second = sortedBy(first, 'cum');
  assert.deepEqual(second, { sort: 'cum', reverse: true });
  assert.deepEqual(sortedBy(second, 'cum'), first);
  assert.deepEqual(sortedBy(second, 'name'), { sort: 'name', reverse: false });
});
