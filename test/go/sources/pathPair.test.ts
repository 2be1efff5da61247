/** What a file of a profile and the file that it is here say of the files around them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { byNearness, nearestFiles, pathPair } from '../../../src/go/sources/pathPair.ts';
import { mapPrefix } from '../../../src/go/sources/sourcePaths.ts';

/** A setting does not expand this text in a test. */
const folder = (rest = '') => `$\{workspaceFolder}${rest}`;

const pairs: readonly [what: string, name: string, file: string, from: string, to: string][] = [
  ['the common end is left out', '/build/src/a/b.go', '/home/me/x/a/b.go', '/build/src', '/home/me/x'],
  ['not beyond the workspace folder', '/build/shop/cart/c.go', '/w/shop/cart/c.go', '/build/shop', folder()],
  [
    'a folder below it is written below it',
    '/build/cart/c.go',
    '/w/shop/lib/cart/c.go',
    '/build',
    folder('/lib'),
  ],
  ['another name of the file', '/build/old.go', '/w/shop/new.go', '/build/old.go', folder('/new.go')],
  ['all of a relative name', 'cart/c.go', '/home/me/cart/c.go', 'cart', '/home/me/cart'],
  ['a name without a folder', 'c.go', '/home/me/c.go', 'c.go', '/home/me/c.go'],
  ['a file at the root', '/c.go', '/home/me/c.go', '/c.go', '/home/me/c.go'],
  ['paths of Windows', 'D:\\ci\\a\\b.go', '/home/me/a/b.go', 'D:/ci', '/home/me'],
  ['a folder whose name begins like the workspace', '/b/x.go', '/w/shopping/x.go', '/b', '/w/shopping'],
];

for (const [what, name, file, from, to] of pairs) {
  test(`a pair: ${what}`, () => {
    const pair = pathPair(name, file, { folder: '/w/shop', mapped: '' });
    assert.deepEqual(pair, { from, to });
    const expanded = pair.to.replace(folder(), '/w/shop');
    assert.equal(mapPrefix(name, { [pair.from]: expanded }), file);
  });
}

test('a pair takes effect where a part of the path is mapped already', () => {
  const pair = pathPair('/build/src/a/b.go', '/home/me/src/a/b.go', {
    folder: null,
    mapped: '/build/src/a/',
  });
  assert.deepEqual(pair, { from: '/build/src/a', to: '/home/me/src/a' });
});

test('of files with the name, those with more of the path come first', () => {
  const files = ['/w/z/c.go', '/w/a/x.go', '/w/cart/c.go', '/w/src/cart/c.go'];
  assert.deepEqual(byNearness('/build/src/cart/c.go', files), [
    { file: '/w/src/cart/c.go', shared: 3 },
    { file: '/w/cart/c.go', shared: 2 },
    { file: '/w/z/c.go', shared: 1 },
  ]);
});

test('names that lead nowhere are the files that fit best, and none by a guess', () => {
  const files = [
    '/w/cart/c.go',
    '/w/a/util/u.go',
    '/w/b/util/u.go',
    '/w/main.go',
    '/w/order/o.go',
    '/w/tax/t.go',
  ];
  const names = [
    '/build/cart/c.go',
    '/build/util/u.go',
    // Only the file's own name is the same.
    '/build/main.go',
    // Both fit one file equally well.
    '/one/order/o.go',
    '/two/order/o.go',
    '/build/tax/t.go',
  ];
  assert.deepEqual(
    nearestFiles(names, files, new Set(['/w/tax/t.go'])),
    new Map([
      ['/build/util/u.go', ['/w/a/util/u.go', '/w/b/util/u.go']],
      ['/build/cart/c.go', ['/w/cart/c.go']],
    ]),
  );
});
