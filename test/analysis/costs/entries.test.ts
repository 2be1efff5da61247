import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EntryOptions, entries } from '../../../src/analysis/costs/entries.ts';
import { wilson } from '../../../src/analysis/difference/sampleRates.ts';
import { indexLines } from '../../../src/analysis/lines/lines.ts';
import {
  functionNeighbours,
  lineNeighbours,
  type Neighbour,
} from '../../../src/analysis/lines/neighbours.ts';
import { cleanPath } from '../../../src/analysis/names/filePaths.ts';
import { defaultSampleType, findSampleType } from '../../../src/analysis/values/sampleType.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

function rows(profile: Profile, options: EntryOptions = {}): string[] {
  return entries(profile, 0, options).map(({ label, flat, cum }) => `${label} ${flat} ${cum}`);
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

const calls = profileOf({
  startLine: 1,
  samples: [
    { values: [4], stack: [['tiny t.go:1', 'work w.go:10'], 'work w.go:12', 'a a.go:5', 'main m.go:1'] },
    { values: [2], stack: ['work w.go:11', 'b b.go:6', 'main m.go:1'] },
    { values: [1], stack: ['tiny t.go:1', 'work w.go:12', 'a a.go:5', 'a a.go:5', 'main m.go:1'] },
  ],
});

const texts = (neighbours: readonly Neighbour[]) =>
  neighbours.map(
    ({ name, file, line, value, inline }) => `${name} ${file}:${line} ${value}${inline ? ' inline' : ''}`,
  );

test('a function’s neighbours: each pair once a sample, no calls of itself, inline only where always', () => {
  const { flat, cum, callers, callees } = functionNeighbours(calls, 'work', 0);
  assert.deepEqual([flat, cum], [2, 7]);
  assert.deepEqual(texts(callers), ['a a.go:1 5', 'b b.go:1 2']);
  assert.deepEqual(texts(callees), ['tiny t.go:1 5']);
  assert.deepEqual(texts(functionNeighbours(calls, 'tiny', 0).callers), ['work w.go:1 5']);
});

test('a line’s neighbours: callers by the line that calls, callees by function', () => {
  const index = indexLines(calls);
  const { cum, callers, callees } = lineNeighbours(calls, index, index.fileIndex('w.go'), 12, 0);
  assert.equal(cum, 5);
  assert.deepEqual(texts(callers), ['a a.go:5 5']);
  assert.deepEqual(texts(callees), ['work w.go:1 4', 'tiny t.go:1 1']);
  const inlined = lineNeighbours(calls, index, index.fileIndex('w.go'), 10, 0);
  assert.deepEqual(texts(inlined.callees), ['tiny t.go:1 4 inline']);
});

test('the sample type to show is the file’s choice, else the last; users name it as in pprof', () => {
  const sampleTypes = ['alloc_objects/count', 'alloc_space/bytes', 'space/bytes', 'delay/nanoseconds'];
  const samples = [{ values: [1, 1, 1, 1], stack: ['main'] }];
  const profile = profileOf({ sampleTypes, samples, defaultSampleType: 'alloc_space' });
  assert.equal(defaultSampleType(profile), 1);
  assert.equal(defaultSampleType(profileOf({ sampleTypes, samples })), 3);
  const found: [string, number | string][] = [
    ['', 1],
    ['0', 0],
    ['alloc_objects', 0],
    ['inuse_space', 2],
    ['total_delay', 3],
    ['4', 'unknown-sample-type'],
    ['cpu', 'unknown-sample-type'],
  ];
  for (const [name, index] of found) {
    const result = findSampleType(profile, name);
    assert.equal(result.ok ? result.value : result.problem.code, index, name);
  }
});

test('few samples leave a wide interval, many a narrow one, and none everything', () => {
  const rounded = ({ low, high }: { low: number; high: number }) => [low, high].map((end) => end.toFixed(3));
  assert.deepEqual(rounded(wilson(5, 10)), ['0.237', '0.763']);
  assert.deepEqual(rounded(wilson(500, 1000)), ['0.469', '0.531']);
  assert.deepEqual(rounded(wilson(0, 10)), ['0.000', '0.278']);
  assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
});
