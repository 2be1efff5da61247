import assert from 'node:assert/strict';
import test from 'node:test';
import { outsides, pageFacts, TimedLoop, totalsShown } from '../../../src/analysis/benchmark/timedLoop.ts';
import { bucketOfSamples, operationBuckets, samplesIn } from '../../../src/analysis/benchmark/timedRegion.ts';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../../src/analysis/costs/reportRows.ts';
import { firstPicture } from '../../../src/analysis/flame/flamePicture.ts';
import { timedRuns, withTimedValues } from '../../../src/analysis/values/timedValues.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

/** A benchmark on lines 10 to 20 of a file, its loop on lines 14 to 17. */
const timed = [{ file: '/p/x_test.go', loops: [[14, 17]], functions: [[10, 20]] }] as const;
const harness = ['testing.(*B).runN b.go:219', 'testing.(*B).launch b.go:354'];
const inLoop = ['p.BenchmarkX /p/x_test.go:15', ...harness];
const inSetup = ['p.BenchmarkX /p/x_test.go:11', ...harness];
const collector = ['runtime.gcDrain m.go:2', 'runtime.gcBgMarkWorker m.go:3'];

/** `p.load` costs something in the loop and in the setup, on lines of both and of one. */
function benchmark(): Profile {
  const samples = [
    { values: [3, 30], stack: ['p.load /p/p.go:3', ...inLoop] },
    { values: [2, 20], stack: ['p.load /p/p.go:4', ...inLoop] },
    { values: [1, 10], stack: inLoop },
    { values: [5, 50], stack: ['p.load /p/p.go:3', ...inSetup] },
    { values: [7, 70], stack: ['p.load /p/p.go:5', 'p.load /p/p.go:3', ...inSetup] },
    { values: [1, 10], stack: ['p.TestMain /p/m_test.go:9', 'main.main m.go:4', 'runtime.main proc.go:1'] },
    { values: [4, 40], stack: collector },
    { values: [2, 20], stack: ['p.worker /p/p.go:30'] },
  ];
  const profile = profileOf({ sampleTypes: ['samples/count', 'cpu/nanoseconds'], samples });
  const bucketOf = bucketOfSamples(profile, timed);
  assert.ok(bucketOf !== null);
  return withTimedValues(profile, timedRuns(samplesIn(bucketOf, operationBuckets)));
}

/** By function, and by function and line: flat and cum. */
function costs(profile: Profile): Map<string, readonly [flat: number, cum: number]> {
  const owner = new ProfileCosts(profile);
  return new Map(
    (['functions', 'lines'] as const).flatMap((granularity) =>
      reportRows(owner, 1, { granularity }).map(({ label, flat, cum }) => [
        label,
        [Number(flat), Number(cum)] as const,
      ]),
    ),
  );
}

test('loop, setup and background are together the whole, for each function and line', () => {
  const profile = benchmark();
  const loop = TimedLoop.of(profile);
  assert.ok(loop !== null);
  const parts = [loop.with([]), ...loop.folded([]).map((part) => part.profile)].map(costs);
  const whole = costs(profile);
  assert.equal(whole.size, 23);
  for (const [label, cost] of whole) {
    const sum = (of: 0 | 1) => parts.reduce((all, part) => all + (part.get(label)?.[of] ?? 0), 0);
    assert.deepEqual([sum(0), sum(1)], cost, label);
  }
  assert.deepEqual(
    parts.map((part) => part.get('p.load')),
    [[50, 50], [120, 120], undefined],
  );
});

test('shares are of what is not folded; with nothing folded it is the profile itself', () => {
  const profile = benchmark();
  const loop = TimedLoop.of(profile);
  const facts = pageFacts(profile, loop);
  assert.deepEqual(facts.loop?.outside, { setup: [13, 130], background: [4, 40] });
  const shown = [[], ['setup'], ['background'], outsides] as const;
  assert.deepEqual(
    shown.map((open) => totalsShown(facts, open)[1]),
    [80, 210, 120, 250],
  );
  assert.equal(loop?.with(outsides), profile);
  assert.deepEqual(loop.folded(outsides), []);
});

test('a profile that does not know its loop has nothing to fold', () => {
  const plain = profileOf({ samples: [{ values: [1], stack: inLoop }] });
  assert.equal(TimedLoop.of(plain), null);
  const facts = pageFacts(plain, null);
  assert.equal(totalsShown(facts, []), facts.totals);
});

test('its picture has one frame for each that is folded, last, and one above the benchmark', () => {
  const { picture } = firstPicture(benchmark(), 1, 1000);
  const nameOf = new Map(picture.newNames.map(([index, name]) => [index, name]));
  const rows = [...picture.rowStart.slice(0, -1)].map((start, row) =>
    [...picture.nameIndexes.slice(start, picture.rowStart[row + 1])].map(
      (name, i) => `${nameOf.get(name) ?? 'root'} ${picture.cums[start + i]}`,
    ),
  );
  assert.deepEqual(rows, [
    ['root 250'],
    ['testing.(*B).runN 60', 'p.worker 20', '(setup) 130', '(background) 40'],
    ['p.BenchmarkX 60'],
    ['p.load 50'],
  ]);
});
