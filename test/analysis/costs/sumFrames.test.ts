import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FrameSlots, frameSlots } from '../../../src/analysis/costs/frameSlots.ts';
import { StackRepeats } from '../../../src/analysis/costs/repeats.ts';
import { type FrameSums, sumFrames } from '../../../src/analysis/costs/sumFrames.ts';
import { weightsOf } from '../../../src/analysis/values/weights.ts';
import { editStacks } from '../../../src/pprof/derive.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';
import { functionsOf } from '../naiveTree.ts';

/** The profile's lines, and its functions, as keys by location. */
function setsOf({ locations, functions }: Profile) {
  const rows = locations.lineFunction.length;
  const start = locations.lineStart;
  return [
    { start, key: Uint32Array.from({ length: rows }, (_, row) => row), keyCount: rows },
    { start, key: locations.lineFunction, keyCount: functions.count },
  ];
}

/** @param repeats of the profile's stacks */
function sumsOf(
  profile: Profile,
  slots: FrameSlots,
  repeats = new StackRepeats(profile.samples, null),
): FrameSums[] {
  return sumFrames(profile.samples, slots, repeats.of(slots), weightsOf(profile, 0));
}

/** Flat and cum of each function by name. */
function functionCosts(profile: Profile): Record<string, string> {
  const [, sums] = sumsOf(profile, frameSlots(setsOf(profile)));
  return Object.fromEntries(
    Array.from(profile.functions.name, (name, f) => [
      profile.strings.get(name),
      `${sums!.flat[0]![f]} ${sums!.cum[0]![f]}`,
    ]),
  );
}

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
  const together = sumsOf(profile, frameSlots(sets));
  const alone = sets.map((set) => sumsOf(profile, frameSlots([set]))[0]!);
  assert.deepEqual(together, alone);
});

/** Flat and cum of each function that costs something, as SEMANTICS defines them: one sample at a time. */
function naiveCosts(profile: Profile): Record<string, string> {
  const costs = new Map<string, { flat: bigint; cum: bigint }>();
  const cost = (name: string) => {
    const found = costs.get(name) ?? { flat: 0n, cum: 0n };
    costs.set(name, found);
    return found;
  };
  for (let sample = 0; sample < profile.samples.count; sample++) {
    const value = BigInt(profile.samples.values.approximate[sample]!);
    const names = functionsOf(profile, sample);
    for (const name of new Set(names)) cost(name).cum += value;
    if (names.length > 0) cost(names[0]!).flat += value;
  }
  return costed(Array.from(costs, ([name, { flat, cum }]) => [name, `${flat} ${cum}`]));
}

function costed(costs: [string, string][]): Record<string, string> {
  return Object.fromEntries(costs.filter(([, text]) => text !== '0 0').sort());
}

const anyLocation = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('f a.go:1', 'f a.go:2', 'g a.go:1', 'h b.go:7', 'main m.go:1') },
  { weight: 1, arbitrary: fc.constant(['f a.go:1', 'g a.go:3']) },
  { weight: 1, arbitrary: fc.constant(['f a.go:1', 'f a.go:2', 'h b.go:8']) },
);

const anySamples = (anyValue: fc.Arbitrary<number>) =>
  fc.array(
    fc.record({
      values: fc.tuple(anyValue),
      stack: fc.array(anyLocation, { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 20 },
  );

test('the sums are what they are by definition, of any stacks and of any part of their samples', () => {
  const values = fc.integer({ min: -3, max: 9 });
  fc.assert(
    fc.property(anySamples(values), fc.infiniteStream(fc.boolean()), (samples, isKept) => {
      const profile = profileOf({ samples });
      assert.deepEqual(costed(Object.entries(functionCosts(profile))), naiveCosts(profile));
      const half = keepSome(profile, isKept);
      const quarter = keepSome(half, isKept);
      assert.deepEqual(selectedCosts(profile, quarter), naiveCosts(quarter));
    }),
    { numRuns: 300 },
  );
});

function keepSome(profile: Profile, isKept: Iterator<boolean>): Profile {
  const keep = Uint8Array.from({ length: profile.samples.count }, () => Number(isKept.next().value));
  return editStacks(profile, { keep });
}

/** Costs of the functions of `part`, whose repeats follow from those of `all`. */
function selectedCosts(all: Profile, part: Profile): Record<string, string> {
  const slots = frameSlots(setsOf(all));
  const repeats = new StackRepeats(all.samples, null);
  sumsOf(all, slots, repeats);
  const [, sums] = sumsOf(part, slots, new StackRepeats(part.samples, repeats));
  const name = (f: number) => part.strings.get(part.functions.name[f]!);
  return costed(
    Array.from(sums!.cum[0]!, (cum, f): [string, string] => [name(f), `${sums!.flat[0]![f]} ${cum}`]),
  );
}

test('a sum just below 2^53 is exact, however often a function recurs in its samples', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const profile = profileOf({
    samples: [
      { values: [most - 3], stack: ['f a.go:1', 'f a.go:2', 'f a.go:1', 'f a.go:2', 'main a.go:9'] },
      { values: [1], stack: ['f a.go:1', 'main a.go:9'] },
      { values: [2], stack: ['main a.go:9'] },
    ],
  });
  assert.deepEqual(functionCosts(profile), {
    f: `${most - 2} ${most - 2}`,
    main: `2 ${most}`,
  });
});
