import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../../src/analysis/lines/lines.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

/** All lines as `file:line flat cum`. */
function costs(profile: Profile, sampleType = 0): string[] {
  const index = indexLines(new ProfileCosts(profile));
  return index.files.flatMap((file, number) =>
    index.lines(number, sampleType).map(({ line, flat, cum }) => `${file}:${line} ${flat} ${cum}`),
  );
}

test('flat is the leaf line’s, cum every line’s on the stack', () => {
  const profile = profileOf({
    samples: [
      { values: [3], stack: ['f a.go:10', 'main a.go:5'] },
      { values: [1], stack: ['main a.go:5'] },
    ],
  });
  assert.deepEqual(costs(profile), ['a.go:5 1 4', 'a.go:10 3 3']);
});

test('recursion counts a sample once per line', () => {
  const profile = profileOf({
    samples: [{ values: [2], stack: ['fib a.go:3', 'fib a.go:3', 'fib a.go:4', 'fib a.go:3'] }],
  });
  assert.deepEqual(costs(profile), ['a.go:3 2 2', 'a.go:4 0 2']);
});

test('inlined frames cost at their own source and at the call', () => {
  const profile = profileOf({
    samples: [{ values: [2], stack: [['min b.go:1', 'f a.go:7'], 'main a.go:2'] }],
  });
  assert.deepEqual(costs(profile), ['b.go:1 2 2', 'a.go:2 0 2', 'a.go:7 0 2']);
  const index = indexLines(new ProfileCosts(profile));
  assert.deepEqual(index.functionsOn(index.fileIndex('b.go'), 1), [{ name: 'min', inlined: true }]);
  assert.deepEqual(index.functionsOn(index.fileIndex('a.go'), 7), [{ name: 'f', inlined: false }]);
  assert.deepEqual(index.functionsOn(index.fileIndex('a.go'), 99), []);
});

test('paths that differ only lexically are one file', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: ['f ./a//b.go:1'] },
      { values: [2], stack: ['g a/c/../b.go:1'] },
    ],
  });
  assert.deepEqual(costs(profile), ['a/b.go:1 3 3']);
});

test('each sample type has its own costs; lines without any are not listed', () => {
  const profile = profileOf({
    sampleTypes: ['alloc_objects/count', 'inuse_objects/count'],
    samples: [
      { values: [5, 0], stack: ['f a.go:1'] },
      { values: [1, 1], stack: ['g a.go:2'] },
    ],
  });
  assert.deepEqual(costs(profile, 0), ['a.go:1 5 5', 'a.go:2 1 1']);
  assert.deepEqual(costs(profile, 1), ['a.go:2 1 1']);
});

test('costs that cancel out are gone, negative ones stay', () => {
  const profile = profileOf({
    samples: [
      { values: [5], stack: ['f a.go:1', 'main a.go:9'] },
      { values: [-5], stack: ['f a.go:1', 'main a.go:9'] },
      { values: [-2], stack: ['g a.go:2', 'main a.go:9'] },
    ],
  });
  assert.deepEqual(costs(profile), ['a.go:2 -2 -2', 'a.go:9 0 -2']);
});

test('a frame known only by its address is on no line, but its callers are', () => {
  const profile = profileOf({ samples: [{ values: [4], stack: ['0x1234', 'main a.go:1'] }] });
  assert.deepEqual(costs(profile), ['a.go:1 0 4']);
});

test('sums beyond 2^53 are exact', () => {
  const large = 2n ** 62n - 1n;
  const profile = profileOf({
    samples: [
      { values: [large], stack: ['f a.go:1', 'main a.go:9'] },
      { values: [large], stack: ['g a.go:2', 'main a.go:9'] },
      { values: [1n - large], stack: ['f a.go:1', 'main a.go:9'] },
      { values: [7], stack: ['main a.go:9'] },
    ],
  });
  assert.deepEqual(costs(profile), [`a.go:1 1 1`, `a.go:2 ${large} ${large}`, `a.go:9 7 ${large + 8n}`]);
  assert.equal(indexLines(new ProfileCosts(profile)).total(0), 3n * large + 6n);
});

test('many small values that add up beyond 2^53 are exact too', () => {
  const value = 2n ** 53n - 1n;
  const profile = profileOf({
    samples: Array.from({ length: 5 }, () => ({ values: [value], stack: ['f a.go:1'] })),
  });
  assert.deepEqual(costs(profile), [`a.go:1 ${5n * value} ${5n * value}`]);
});

test('sample types in proportion have costs in proportion, up and down, others their own', () => {
  const spec = (values: [number, number, number][]) =>
    profileOf({
      sampleTypes: ['samples/count', 'cpu/nanoseconds', 'other/count'],
      samples: values.map((of, i) => ({ values: of, stack: [`f${i % 2} a.go:${i % 2}`, 'main a.go:9'] })),
    });
  const profile = spec([
    [3, 30, 1],
    [1, 10, 5],
    [2, 20, 0],
  ]);
  const index = indexLines(new ProfileCosts(profile));
  const cums = (type: number) => index.lines(0, type).map(({ cum }) => cum);
  assert.deepEqual(cums(1), [50, 10, 60]);
  assert.deepEqual(cums(0), [5, 1, 6]);
  assert.deepEqual(cums(2), [1, 5, 6]);
});

test('functions on a line come innermost first, whatever their names', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: [['middle a.go:7', 'z a.go:7', 'outer a.go:9']] },
      { values: [1], stack: [['leaf a.go:7', 'middle a.go:7', 'main a.go:1']] },
      { values: [1], stack: ['z a.go:7', 'alone a.go:7', 'main a.go:1'] },
    ],
  });
  const index = indexLines(new ProfileCosts(profile));
  assert.deepEqual(index.functionsOn(0, 7), [
    { name: 'leaf', inlined: true },
    { name: 'alone', inlined: false },
    { name: 'middle', inlined: true },
    { name: 'z', inlined: false },
  ]);
});

test('functions inlined into each other on a line have some order', () => {
  const profile = profileOf({
    samples: [{ values: [1], stack: [['a a.go:7', 'b a.go:7', 'a a.go:7', 'main a.go:1']] }],
  });
  const found = indexLines(new ProfileCosts(profile)).functionsOn(0, 7);
  assert.deepEqual(found.map(({ name }) => name).sort(), ['a', 'b']);
});
