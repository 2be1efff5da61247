import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedscopeParts } from '../../../src/analysis/callTree/speedscope.ts';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { succeeded } from '../../why.ts';

test("the parts are a document in speedscope's format: stacks root first, a profile for each sample type", () => {
  const read = succeeded(
    readProfile(
      profileBytes({
        sampleTypes: ['samples/count', 'cpu/nanoseconds'],
        samples: [
          { values: [2, 20], stack: ['leaf a.go:10', 'main "m".go:5'] },
          { values: [1, 10], stack: ['main "m".go:6'] },
          { values: [0, 0], stack: [] },
        ],
      }),
    ),
  );
  const document = JSON.parse([...speedscopeParts(new ProfileCosts(read), 1)].join(''));
  const name = (frame: number): string => document.shared.frames[frame].name;
  assert.equal(document.activeProfileIndex, 1);
  const profiles = document.profiles.map(({ samples, ...rest }: { samples: number[][] }) => ({
    ...rest,
    samples: samples.map((stack) => stack.map(name)),
  }));
  const samples = [['main', 'leaf'], ['main'], []];
  const sampled = { type: 'sampled', startValue: 0, samples };
  assert.deepEqual(profiles, [
    { ...sampled, name: 'samples', unit: 'none', endValue: 3, weights: [2, 1, 0] },
    { ...sampled, name: 'cpu', unit: 'nanoseconds', endValue: 30, weights: [20, 10, 0] },
  ]);
  assert.deepEqual(document.shared.frames.map(({ file }: { file: string }) => file).sort(), [
    '"m".go',
    'a.go',
  ]);
});
