import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode, encodeGzipped } from '../../src/pprof/encode.ts';
import { mergeProfiles } from '../../src/pprof/merge.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { succeeded } from '../why.ts';
import { type ProfileSpec, profileOf } from './builder.ts';

function read(bytes: Uint8Array): Profile {
  return succeeded(readProfile(bytes));
}

/** All that a profile says, as plain values; string tables by what they mean. */
function contents(profile: Profile): unknown {
  const { strings, labels, functions, mappings, ...rest } = profile;
  const text = (column: Uint32Array) => Array.from(column, (index) => strings.get(index));
  return {
    ...rest,
    labels: {
      ...labels,
      key: text(labels.key),
      text: text(labels.text),
      numberUnit: text(labels.numberUnit),
    },
    functions: {
      ...functions,
      name: text(functions.name),
      systemName: text(functions.systemName),
      filename: text(functions.filename),
    },
    mappings: { ...mappings, filename: text(mappings.filename), buildId: text(mappings.buildId) },
  };
}

const everything: ProfileSpec = {
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: [
    { values: [2, -20], stack: [['inlined a.go:3:7', 'caller a.go:20'], 'main main.go:-5'] },
    { values: [2n ** 63n - 1n, -(2n ** 63n)], stack: ['0xffffffffffffffff'], labels: { user: 'ann' } },
    { values: [0, 0], stack: [], labels: { bytes: [2n ** 62n, 'bytes'], n: -1 } },
  ],
  defaultSampleType: 'samples',
  binary: '/bin/app',
  dropFrames: 'drop',
  keepFrames: 'keep',
  comments: ['one', 'two'],
  timeNanos: 2n ** 62n + 1n,
  durationNanos: 5n,
  period: 10n,
  periodType: 'cpu/nanoseconds',
  startLine: 12,
};

test('what is written reads back the same, to the last bit', () => {
  for (const id of [(n: number) => BigInt(n), (n: number) => 2n ** 64n - BigInt(n)]) {
    const profile = profileOf({ ...everything, id });
    assert.deepEqual(contents(read(encode(profile))), contents(profile));
    assert.deepEqual(contents(read(encodeGzipped(profile))), contents(profile));
  }
});

test('any int64 values and labels survive writing and reading', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const sample = fc.record({
    values: fc.tuple(int64, int64),
    stack: fc.array(fc.constantFrom('a x.go:1', 'b x.go:2', 'c y.go:3'), { maxLength: 5 }),
    labels: fc.dictionary(fc.constantFrom('k', 'ключ'), fc.oneof(fc.constant('v'), int64)),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 6 }), (samples) => {
      const profile = profileOf({ sampleTypes: ['a/count', 'b/bytes'], samples });
      assert.deepEqual(contents(read(encode(profile))), contents(profile));
    }),
  );
});

test('strings that are not UTF-8 keep their bytes', () => {
  const profile = profileOf({ samples: [{ values: [1], stack: ['main'] }] });
  const bytes = encode(profile);
  const at = Buffer.from(bytes).indexOf('main');
  bytes.set([0xff, 0xfe], at);
  const broken = read(bytes);
  for (const again of [read(encode(broken)), mergeProfiles([broken])]) {
    const name = again.strings.raw(again.functions.name[0]!);
    assert.deepEqual([...name], [0xff, 0xfe, ...Buffer.from('in')]);
  }
});

const shown = (profile: Profile) => {
  const { samples, locations, functions, strings } = profile;
  return Array.from({ length: samples.count }, (_, s) => {
    const stack = samples.locations.subarray(samples.locationStart[s], samples.locationStart[s + 1]);
    const names = Array.from(stack, (location) =>
      strings.get(functions.name[locations.lineFunction[locations.lineStart[location]!]!]!),
    );
    const exact = samples.values.exact?.[s];
    return `${names.join('<')} ${exact ?? samples.values.approximate[s]}`;
  });
};

test('merging adds up equal stacks and forgets what nothing refers to', () => {
  const first = profileOf({
    samples: [
      { values: [1], stack: ['a', 'main'] },
      { values: [0], stack: ['unused', 'main'] },
    ],
  });
  const second = profileOf({
    samples: [
      { values: [5], stack: ['b', 'main'] },
      { values: [2], stack: ['a', 'main'] },
    ],
  });
  // Locations of the two differ in address only where the builder numbers them differently, so merge one twice.
  const merged = mergeProfiles([first, first, second]);
  assert.deepEqual(shown(mergeProfiles([first, first])), ['a<main 2']);
  assert.equal(merged.functions.count, 3);
  assert.equal(mergeProfiles([first]).functions.count, 2);
});

test('samples with different labels stay apart', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: ['a'], labels: { user: 'ann', bytes: [1, 'B'] } },
      { values: [2], stack: ['a'], labels: { bytes: [1, 'B'], user: 'ann' } },
      { values: [4], stack: ['a'], labels: { user: 'bob' } },
      { values: [8], stack: ['a'], labels: { bytes: [1, 'kB'], user: 'ann' } },
    ],
  });
  assert.deepEqual(shown(mergeProfiles([profile])), ['a 3', 'a 4', 'a 8']);
});

test('merged sums beyond 2^53 are exact, and what cancels out is gone', () => {
  const large = 2n ** 60n + 1n;
  const plus = profileOf({
    samples: [
      { values: [large], stack: ['a'] },
      { values: [7], stack: ['b'] },
    ],
  });
  const minus = profileOf({
    samples: [
      { values: [1n], stack: ['a'] },
      { values: [-7], stack: ['b'] },
    ],
  });
  const merged = mergeProfiles([plus, plus, minus]);
  assert.deepEqual(shown(merged), [`a ${2n * large + 1n}`, 'b 7']);
  assert.deepEqual(shown(mergeProfiles([plus, minus])), [`a ${large + 1n}`]);
  assert.equal(mergeProfiles([plus, minus]).functions.count, 1);
});

test('the merged header: earliest time, sum of durations, longest period', () => {
  const samples = [{ values: [1], stack: ['a'] }];
  const merged = mergeProfiles([
    profileOf({ samples, timeNanos: 30n, durationNanos: 5n, period: 10n, comments: ['x', 'y'] }),
    profileOf({ samples, timeNanos: 20n, durationNanos: 6n, period: 40n, comments: ['y', 'z'] }),
  ]);
  const { timeNanos, durationNanos, period, comments } = merged;
  assert.deepEqual([timeNanos, durationNanos, period, comments], [20n, 11n, 40n, ['x', 'y', 'z']]);
});
