/** What a mistyped name was meant to be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../../src/cli/terminal/nearest.ts';

const names = ['top', 'tree', 'tags', 'bench', 'compare', 'compare-store', 'summary'];

test('one letter of a short name, two of a longer one: wrong, missing, too many, exchanged', () => {
  const rows: [word: string, name: string | undefined][] = [
    ['tpo', 'top'],
    ['topp', 'top'],
    ['bnech', 'bench'],
    ['bnch', 'bench'],
    ['sumary', 'summary'],
    ['compaer', 'compare'],
    ['comprestore', 'compare-store'],
    ['xyz', undefined],
    ['t', undefined],
    ['x'.repeat(100_000), undefined],
  ];
  for (const [word, name] of rows) assert.equal(nearest(word, names), name, word);
});
