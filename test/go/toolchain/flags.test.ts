import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  withCompilerFlags,
  withLinkerFlags,
  withoutDebugInformation,
} from '../../../src/go/toolchain/flags.ts';

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

test('flags for the compiler are for the packages that are asked about, and join the user’s own', () => {
  const joined = (flags: string[], goflags = '') =>
    withCompilerFlags(flags, goflags, ['a.com/m/...', 'b'], '-json=0,/d');
  const ours = ['-gcflags=a.com/m/...=-json=0,/d', '-gcflags=b=-json=0,/d'];
  assert.deepEqual(joined(['-race']), [...ours, '-race']);
  assert.deepEqual(joined(['-gcflags=all=-N -l'], '-gcflags=-B'), [
    ...ours,
    '-gcflags=-B -json=0,/d',
    '-gcflags=all=-N -l -json=0,/d',
  ]);
});

test('debug information is left out where the user has no flags for the linker', () => {
  assert.deepEqual(withoutDebugInformation(['-race'], '-mod=mod'), ['-ldflags=-w', '-race']);
  assert.deepEqual(withoutDebugInformation(['-ldflags=-s'], ''), ['-ldflags=-s']);
  assert.deepEqual(withoutDebugInformation([], "'-ldflags=all=-X=p.v=1'"), []);
});
