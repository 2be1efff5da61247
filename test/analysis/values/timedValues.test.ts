import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { subtractBase } from '../../../src/analysis/difference/combine.ts';
import { firstPicture } from '../../../src/analysis/flame/flamePicture.ts';
import { profileFacts } from '../../../src/analysis/values/profileFacts.ts';
import { benchmarkSampleType } from '../../../src/analysis/values/sampleType.ts';
import {
  timedRuns,
  timedType,
  withoutTimedValues,
  withTimedValues,
} from '../../../src/analysis/values/timedValues.ts';
import { total } from '../../../src/analysis/values/total.ts';
import { encode } from '../../../src/pprof/encode.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { succeeded } from '../../why.ts';
import { stackProfile } from '../stackProfile.ts';

describe('the samples of operations, as runs', () => {
  const cases: [isTimed: number[], runs: number[]][] = [
    [[], [0]],
    [
      [0, 0, 1, 1, 1],
      [2, 3],
    ],
    [
      [1, 0],
      [0, 1, 1],
    ],
    [[1], [0, 1]],
    [[0], [1]],
  ];
  for (const [isTimed, runs] of cases) {
    test(JSON.stringify(isTimed), () => {
      const text = timedRuns(Uint8Array.from(isTimed));
      const back = text.flatMap((length, i) => Array<number>(length).fill(i % 2));
      assert.deepEqual(back, isTimed);
      assert.deepEqual(text.slice(0, runs.length), runs);
    });
  }
});

/** `work` costs 30 in the setup and 50 in the loop; `collect` is the runtime's. */
function benchmark(work = 50): Profile {
  const profile = stackProfile({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: ['run bench work 3 30', ['run bench work', 5, work], 'collect 2 20', 'run bench 1 7'],
  });
  return withTimedValues(profile, timedRuns(Uint8Array.of(0, 1, 0, 1)));
}

function totals(profile: Profile): number[] {
  return profile.sampleTypes.map((_, type) => Number(total(profile, type)));
}

describe('what operations cost, as further values of a profile', () => {
  test('goes through a file', () => {
    const read = succeeded(readProfile(encode(benchmark())));
    assert.deepEqual(totals(read), [11, 107, 6, 57]);
    assert.equal(timedType(read, 1), 3);
  });

  test('is no sample type that anybody sees, nor the one that is shown first', () => {
    const facts = profileFacts(benchmark());
    assert.deepEqual(
      facts.sampleTypes.map(({ type }) => type),
      ['samples', 'cpu'],
    );
    assert.deepEqual([facts.defaultSampleType, facts.totals], [1, [11, 107]]);
    assert.equal(benchmarkSampleType(benchmark()), 1);
    assert.deepEqual(totals(withoutTimedValues(benchmark())), [11, 107]);
  });

  test('a profile without it is its own', () => {
    const plain = withoutTimedValues(benchmark());
    assert.equal(withoutTimedValues(plain), plain);
    assert.equal(timedType(plain, 1), 1);
  });

  test('is compared as the whole is; where one side does not know its loop, it is left out', () => {
    const options = { how: 'compare', normalize: false, baseRatio: 2 } as const;
    const compared = succeeded(subtractBase(benchmark(150), benchmark(50), options));
    const sum = ({ samples, sampleTypes }: Profile, type: number) =>
      samples.values.approximate.filter((_, i) => i % sampleTypes.length === type).reduce((a, b) => a + b, 0);
    assert.equal(sum(compared, timedType(compared, 1)), 157 - 2 * 57);
    const halfKnown = succeeded(subtractBase(benchmark(), withoutTimedValues(benchmark()), options));
    assert.deepEqual(
      halfKnown.sampleTypes.map(({ type }) => type),
      ['samples', 'cpu'],
    );
  });

  test('stands beside the cost of each frame of a picture', () => {
    const { picture } = firstPicture(benchmark(), 1, 1000);
    const frames = [...picture.nameIndexes].map((name, i) => [
      picture.newNames.find(([index]) => index === name)?.[1] ?? 'root',
      [picture.flats[i], picture.cums[i]],
      [picture.timedFlats[i], picture.timedCums[i]],
    ]);
    assert.deepEqual(frames, [
      ['root', [0, 107], [0, 57]],
      ['run', [0, 57], [0, 57]],
      ['(setup)', [50, 50], [0, 0]],
      ['bench', [7, 57], [7, 57]],
      ['work', [50, 50], [50, 50]],
    ]);
    const plain = firstPicture(withoutTimedValues(benchmark()), 1, 1000).picture;
    assert.deepEqual([plain.timedCums.length, plain.timedFlats.length], [0, 0]);
  });
});
