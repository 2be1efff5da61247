/** Files without a disk have paths that lead back to them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webAddress, webPlace } from '../../src/base/webPlace.ts';

test('a place leads back to its address, whatever the parts hold', () => {
  for (const address of [
    { scheme: 'vscode-vfs', authority: 'github+7b22/x', path: '/me/shop/a b.go' },
    { scheme: 'file', authority: '', path: '/' },
    { scheme: 'x', authority: 'ä:1', path: '/%41/é\n.go' },
  ]) {
    assert.deepEqual(webAddress(webPlace(address)), address);
  }
  assert.equal(webPlace({ scheme: 'vfs', authority: 'h', path: '/a/b.go' }), '/vfs:h/a/b.go');
});

test('other paths have no address', () => {
  for (const path of ['', '/a/b.go', '/vfs:h', 'vfs:h/a.go', '/vfs:%/a.go'])
    assert.equal(webAddress(path), null);
});
