import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameSlots, sumFrames } from '../../src/analysis/sumFrames.ts';
import { weightsOf } from '../../src/analysis/weights.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { profileOf } from '../pprof/builder.ts';

/** The profile's lines, and its functions, as entries by location. */
function setsOf({ locations, functions }: Profile) {
  const rows = locations.lineFunction.length;
  const start = locations.lineStart;
  return [
    { start, entry: Uint32Array.from({ length: rows }, (_, row) => row), entryCount: rows },
    { start, entry: locations.lineFunction, entryCount: functions.count },
  ];
}

/** Flat and cum of each function by name. */
function functionCosts(profile: Profile): Record<string, string> {
  const [, sums] = sumFrames(profile.samples, frameSlots(setsOf(profile)), weightsOf(profile, 0));
  return Object.fromEntries(
    Array.from(profile.functions.name, (name, f) => [
      profile.strings.get(name),
      `${sums!.flat[0]![f]} ${sums!.cum[0]![f]}`,
    ]),
  );
}

test('a function at several places of a stack counts a sample once', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: ['f a.go:1', 'g a.go:9', 'f a.go:2', 'main a.go:3'] },
      { values: [4], stack: ['g a.go:9', 'main a.go:3'] },
    ],
  });
  assert.deepEqual(functionCosts(profile), { f: '1 1', g: '4 5', main: '0 5' });
});

test('functions inlined at several places, or twice at one, count once as well', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: [['min a.go:1', 'min a.go:2', 'max a.go:3', 'f a.go:4'], 'main a.go:9'] },
      { values: [2], stack: [['min a.go:1', 'g a.go:6'], ['max a.go:3', 'f a.go:5'], 'main a.go:9'] },
    ],
  });
  assert.deepEqual(functionCosts(profile), {
    min: '3 3',
    max: '0 3',
    f: '0 3',
    main: '0 3',
    g: '0 2',
  });
});

test('sets summed together have the sums that each has alone', () => {
  const profile = profileOf({
    samples: Array.from({ length: 200 }, (_, n) => ({
      values: [n],
      stack: Array.from({ length: 1 + (n % 7) }, (_, depth) => {
        const frame = `f${(n * depth) % 5} a.go:${(n + depth) % 9}`;
        return depth % 2 === 0 ? frame : [`f${n % 3} b.go:1`, frame];
      }),
    })),
  });
  const sets = setsOf(profile);
  const weights = weightsOf(profile, 0);
  const together = sumFrames(profile.samples, frameSlots(sets), weights);
  const alone = sets.map((set) => sumFrames(profile.samples, frameSlots([set]), weights)[0]!);
  assert.deepEqual(together, alone);
});
