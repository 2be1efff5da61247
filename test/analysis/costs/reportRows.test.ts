import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { type RowOptions, reportRows } from '../../../src/analysis/costs/reportRows.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

function rows(profile: Profile, options: RowOptions = {}): string[] {
  return reportRows(new ProfileCosts(profile), 0, options).map(
    ({ label, flat, cum }) => `${label} ${flat} ${cum}`,
  );
}

const inlining = profileOf({
  samples: [
    { values: [3], stack: [['min b.go:1', 'f a.go:7'], 'main a.go:2'] },
    { values: [1], stack: ['f a.go:8', 'main a.go:2'] },
  ],
});

test('each granularity keeps apart what its name says', () => {
  assert.deepEqual(rows(inlining), ['min 3 3', 'f 1 4', 'main 0 4']);
  assert.deepEqual(rows(inlining, { granularity: 'filefunctions' }), [
    'min b.go 3 3',
    'f a.go 1 4',
    'main a.go 0 4',
  ]);
  assert.deepEqual(rows(inlining, { granularity: 'files' }), ['b.go 3 3', 'a.go 1 4']);
  assert.deepEqual(rows(inlining, { granularity: 'lines' }), [
    'min b.go:1 3 3',
    'f a.go:8 1 1',
    'f a.go:7 0 3',
    'main a.go:2 0 4',
  ]);
  assert.deepEqual(rows(inlining, { granularity: 'addresses' })[0], '0000000000002001 min b.go:1 3 3');
});

test('without inlining, a location is the function that holds its code', () => {
  assert.deepEqual(rows(inlining, { noInlines: true }), ['f 4 4', 'main 0 4']);
});

test('rows come by flat or by cum, equal ones by name', () => {
  const profile = profileOf({
    samples: [
      { values: [2], stack: ['b', 'main'] },
      { values: [-2], stack: ['a', 'main'] },
      { values: [1], stack: ['c', 'main'] },
    ],
  });
  assert.deepEqual(rows(profile), ['a -2 -2', 'b 2 2', 'c 1 1', 'main 0 1']);
  assert.deepEqual(rows(profile, { cumSort: true }), ['a -2 -2', 'b 2 2', 'c 1 1', 'main 0 1']);
});

test('frames without a name show their binary, or that it is unknown', () => {
  const stack = ['0x1234', 'main a.go:1'];
  const samples = [{ values: [1], stack }];
  assert.deepEqual(rows(profileOf({ samples, binary: '/usr/lib/libc.so' })), ['[libc.so] 1 1', 'main 0 1']);
  assert.deepEqual(rows(profileOf({ samples })), ['<unknown> 1 1', 'main 0 1']);
  assert.equal(
    rows(profileOf({ samples }), { granularity: 'addresses' })[0],
    '0000000000001234 <unknown> 1 1',
  );
});
