import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  checkedPredictions,
  intervalText,
  type KeptPrediction,
  keepPrediction,
  keptPredictions,
  predictionToKeep,
} from '../../../src/go/results/keptPredictions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';

function prediction(part: Partial<KeptPrediction> = {}): KeptPrediction {
  const found = { functions: ['a.go F'], share: 0.4, overlap: 0.9, change: -0.04, low: -0.06, high: -0.022 };
  const result = { package: 'm', name: 'BenchmarkF', procs: 2, commit: '1a2b3c4-dirty', codeHash: 'x' };
  return { ...predictionToKeep(found, result, { service: 'shop', source: 'shop · CPU' }), ...part };
}

const folderOf = (runs: string) => join(runs, '.predictions');

/** A share of all is spent in `F`. */
function production(share: number) {
  return profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [1000 * share, 1e10 * share], stack: ['m.F /m/a.go:1'] },
      { values: [1000 * (1 - share), 1e10 * (1 - share)], stack: ['m.G /m/b.go:1'] },
    ],
  });
}

test('a prediction that is made again is kept as it was made first', () => {
  const runs = testFolder();
  const first = prediction({ madeAt: 1000 });
  assert.ok(keepPrediction(runs, first).ok);
  assert.ok(keepPrediction(runs, prediction({ madeAt: 2000 })).ok);
  assert.ok(keepPrediction(runs, prediction({ madeAt: 3000, change: -0.05 })).ok);
  const kept = keptPredictions(runs).sort((a, b) => a.madeAt - b.madeAt);
  assert.deepEqual(kept, [first, prediction({ madeAt: 3000, change: -0.05 })]);
});

test('what is damaged, or of another form, is left out; without a folder there is none', () => {
  const runs = testFolder();
  assert.deepEqual(keptPredictions(runs), []);
  keepPrediction(runs, prediction());
  for (const [name, text] of [
    ['half.json', '{"package":"m",'],
    ['other.json', '{"package":"m"}'],
    ['long.json', ' '.repeat(200_000)],
  ] as const) {
    writeFileSync(join(folderOf(runs), name), text);
  }
  mkdirSync(join(folderOf(runs), 'folder.json'));
  assert.equal(keptPredictions(runs).length, 1);
});

test('a folder that cannot be written to: a sentence', () => {
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  const kept = keepPrediction(file, prediction());
  assert.ok(!kept.ok && kept.problem.code === 'cannot-keep');
});

test('of many, those that were not used for a week and are the oldest go', () => {
  const runs = testFolder();
  for (let i = 0; i < 203; i++) keepPrediction(runs, prediction({ change: i }));
  assert.equal(readdirSync(folderOf(runs)).length, 203, 'all are new');
  for (const name of readdirSync(folderOf(runs))) utimesSync(join(folderOf(runs), name), 1, 1);
  keepPrediction(runs, prediction({ change: 203 }));
  assert.equal(keptPredictions(runs).length, 200);
  assert.ok(keptPredictions(runs).some(({ change }) => change === 203));
});

test('a release has the last prediction of each benchmark from before it ran, of the same service', () => {
  const made = [
    prediction({ madeAt: 100, change: -0.1 }),
    prediction({ madeAt: 200, change: -0.2 }),
    prediction({ madeAt: 400, change: -0.4 }),
    prediction({ madeAt: 300, service: 'other' }),
    prediction({ madeAt: 150, service: '', name: 'BenchmarkG' }),
    prediction({ madeAt: 160, name: 'BenchmarkH', functions: ['c.go H'] }),
  ];
  const release = { before: production(0.5), now: production(0.3), service: 'shop', began: 390 };
  const checked = checkedPredictions(made, release);
  assert.deepEqual(
    checked.map(({ prediction: { name, change }, age }) => [name, change, age]),
    [
      ['BenchmarkF', -0.2, 190],
      ['BenchmarkG', -0.04, 240],
    ],
    'neither version calls H',
  );
  // Other code took half of the time, then 70% of it.
  assert.match(intervalText(checked[0]!.measured), /^−29% \(−3\d% … −2\d%\)$/);
});
