import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPath } from '../../../src/analysis/names/filePaths.ts';

test('paths are cleaned as Go cleans them', () => {
  const cleaned: [string, string][] = [
    ['', ''],
    ['a/b.go', 'a/b.go'],
    ['./a//b.go', 'a/b.go'],
    ['a/../b.go', 'b.go'],
    ['../a.go', '../a.go'],
    ['/../a.go', '/a.go'],
    ['a/../../b', '../b'],
    ['a/..', '.'],
    ['/', '/'],
    ['a/', 'a'],
    ['a..b/c.', 'a..b/c.'],
  ];
  for (const [path, clean] of cleaned) assert.equal(cleanPath(path), clean, path);
});
