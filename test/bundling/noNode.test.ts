/** What stands for Node's paths in VS Code for the Web answers as they do. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import noNode from '../../src/bundling/noNode.cjs';

const paths = [
  '/',
  '/a',
  '/a/b.go',
  'a/b/',
  './a/../b',
  '../a',
  '../../a',
  '/a/../../b',
  '',
  'a//b',
  '/vfs:h/shop/cart/../x.go',
];

test('paths are those of Unix', () => {
  for (const path of paths) {
    assert.equal(noNode.normalize(path), posix.normalize(path), `normalize ${path}`);
    assert.equal(noNode.isAbsolute(path), posix.isAbsolute(path), `isAbsolute ${path}`);
    assert.equal(noNode.basename(path), posix.basename(path), `basename ${path}`);
    assert.equal(noNode.join('/x', path), posix.join('/x', path), `join ${path}`);
  }
  for (const path of ['/', '/a', '/a/b.go', 'a/b', 'a'])
    assert.equal(noNode.dirname(path), posix.dirname(path), path);
  for (const [from, to] of [
    ['/a', '/a/b/c'],
    ['/a/b', '/a/c'],
    ['/a', '/a'],
    ['/', '/a'],
  ] as const)
    assert.equal(noNode.relative(from, to), posix.relative(from, to), `${from} to ${to}`);
});
