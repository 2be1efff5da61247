import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exactly,
  hasFilters,
  noFilters,
  readable,
  withFilter,
  withoutFilter,
} from '../../../src/webview/engine/filterList.ts';

describe('a list of filters', () => {
  it('takes each filter once', () => {
    const one = withFilter(noFilters, 'focus', 'a');
    assert.equal(withFilter(one, 'focus', 'a'), one);
    assert.deepEqual(withFilter(one, 'hide', 'a'), { ...noFilters, focus: ['a'], hide: ['a'] });
    assert.deepEqual([hasFilters(noFilters), hasFilters(one)], [false, true]);
    assert.deepEqual(withoutFilter(one, 'focus', 'a'), noFilters);
  });

  it('shows the expression of a name as the name, and any other as it is', () => {
    for (const name of ['main.main', 'a.(*B).f[go.shape.int]', 'c:\\x', '']) {
      assert.equal(readable(exactly(name)), name);
    }
    // `^a.b$` finds `axb` as well.
    for (const expression of ['main', '^main', '^a.b$', '^(a|b)$']) {
      assert.equal(readable(expression), expression);
    }
  });
});
