import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLinkerFlags } from '../../../src/go/toolchain/flags.ts';

test('flags for the linker join the user’s own, wherever these are', () => {
  const joined = (flags: string[], goflags = '') => withLinkerFlags(flags, goflags, '-randlayout=7');
  assert.deepEqual(joined([]), ['-ldflags=-randlayout=7']);
  assert.deepEqual(joined(['-race', '-ldflags=-X a.b=c', '-tags', 'x']), [
    '-ldflags=-randlayout=7',
    '-race',
    '-ldflags=-X a.b=c -randlayout=7',
    '-tags',
    'x',
  ]);
  assert.deepEqual(joined(['--ldflags', 'all=-s']), [
    '-ldflags=-randlayout=7',
    '-ldflags=all=-s -randlayout=7',
  ]);
  assert.deepEqual(joined(['-ldflags=-w'], `-mod=mod '-ldflags=-X "a.b=c d"' -ldflags="-s" -v`), [
    '-ldflags=-randlayout=7',
    '-ldflags=-X "a.b=c d" -randlayout=7',
    '-ldflags="-s" -randlayout=7',
    '-ldflags=-w -randlayout=7',
  ]);
});
