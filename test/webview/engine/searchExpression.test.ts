import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowFilter, searchExpression } from '../../../src/webview/engine/searchExpression.ts';
import { why } from '../../why.ts';

function matches(text: string, regExp: boolean, matchCase: boolean, candidate: string): boolean {
  const test = searchExpression({ text, regExp, matchCase });
  assert.ok(test.ok, why(test));
  return test.value(candidate);
}

describe('a search', () => {
  it('is for a text or a regular expression, with or without case', () => {
    assert.deepEqual(
      [true, false].map((regExp) => matches('a.b', regExp, true, 'axb')),
      [true, false],
    );
    for (const regExp of [true, false]) {
      assert.equal(matches('Main', regExp, true, 'main.main'), false);
      assert.equal(matches('Main', regExp, false, 'main.main'), true);
    }
  });

  it('for what is no regular expression fails, but hides no row of a table', () => {
    const search = { text: '(', regExp: true, matchCase: true };
    assert.equal(searchExpression(search).ok, false);
    assert.equal(rowFilter(search)('main'), true);
    assert.equal(rowFilter({ ...search, text: '' })('main'), true);
    assert.equal(rowFilter({ ...search, text: '^a' })('main'), false);
  });
});
