import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firefoxParts } from '../../../src/analysis/callTree/firefox.ts';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { succeeded } from '../../why.ts';

test("the parts are a document in Firefox Profiler's format: a tree of stacks, a thread for each sample type", () => {
  const read = succeeded(
    readProfile(
      profileBytes({
        sampleTypes: ['samples/count', 'cpu/nanoseconds', 'space/bytes', 'wait/microseconds'],
        samples: [
          { values: [2, 2e6, 64, 0], stack: ['leaf a.go:10', 'main "m".go:5'] },
          { values: [1, 1.5e6, 0, 1500], stack: ['main "m".go:6'] },
          { values: [4, 1, 1, 1], stack: [] },
          { values: [1, 0, 0, 0], stack: ['other a.go:11', 'main "m".go:5'] },
        ],
      }),
    ),
  );
  const document = JSON.parse([...firefoxParts(new ProfileCosts(read), 1)].join(''));
  const { stringArray, stackTable, frameTable, funcTable, sources } = document.shared;
  const stack = (row: number | null): string[] => {
    if (row === null) return [];
    const frame = stackTable.frame[row];
    const func = frameTable.func[frame];
    const file = stringArray[sources.filename[funcTable.source[func]]];
    return [
      ...stack(stackTable.prefix[row]),
      `${stringArray[funcTable.name[func]]} ${file}:${frameTable.line[frame]}`,
    ];
  };
  assert.deepEqual(document.meta.initialSelectedThreads, [1]);
  assert.equal(stackTable.length, 4);
  assert.equal(funcTable.length, 3);
  const [leaf, six, other] = [
    ['main "m".go:5', 'leaf a.go:10'],
    ['main "m".go:6'],
    ['main "m".go:5', 'other a.go:11'],
  ];
  type Thread = {
    name: string;
    samples: { stack: number[]; weight: number[]; weightType: string; time: number[] };
  };
  assert.deepEqual(
    document.threads.map(({ name, samples }: Thread) => ({
      name,
      ...samples,
      stack: samples.stack.map(stack),
    })),
    [
      {
        name: 'samples',
        weightType: 'samples',
        length: 3,
        stack: [leaf, six, other],
        weight: [2, 1, 1],
        time: [0, 1, 2],
      },
      {
        name: 'cpu',
        weightType: 'tracing-ms',
        length: 2,
        stack: [leaf, six],
        weight: [2, 1.5],
        time: [0, 2],
      },
      { name: 'space', weightType: 'bytes', length: 1, stack: [leaf], weight: [64], time: [0] },
      { name: 'wait', weightType: 'tracing-ms', length: 1, stack: [six], weight: [1.5], time: [0] },
    ],
  );
});
