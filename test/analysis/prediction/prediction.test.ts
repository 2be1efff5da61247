import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  measuredChange,
  type OperationProfile,
  predictChange,
} from '../../../src/analysis/prediction/prediction.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { Random } from '../../fuzz/random.ts';
import { profileOf } from '../../pprof/builder.ts';
import { divided, normal } from '../../verdicts/draws.ts';

/** A profile of CPU time: by stack, the root first, so many samples. */
function time(stacks: Readonly<Record<string, number>>): Profile {
  return profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: Object.entries(stacks).map(([stack, count]) => {
      const names = stack.split(' ').reverse();
      return { values: [count, count * 1e7], stack: names.map((name) => `${name} /m/a.go:1`) };
    }),
  });
}

function benchmark(stacks: Readonly<Record<string, number>>): OperationProfile {
  const called = Object.entries(stacks).map(([stack, count]) => [
    `testing.runN m.BenchmarkF ${stack}`,
    count,
  ]);
  return { profile: time(Object.fromEntries(called)), operations: 1000 };
}

const production = {
  'net/http.serve m.F m.A': 3000,
  'net/http.serve m.F m.B': 1000,
  'net/http.serve os.Read': 6000,
};

/** Rounded to a thousandth. */
function rounded(value: number | undefined): number {
  return Math.round(1000 * (value ?? Number.NaN)) / 1000;
}

test('a path of calls changes in production as in the benchmark', () => {
  const base = benchmark({ 'm.F m.A': 1500, 'm.F m.B': 500 });
  const now = benchmark({ 'm.F m.A': 750, 'm.F m.B': 500 });
  const found = predictChange(time(production), base, now);
  assert.deepEqual(found?.functions, ['a.go F']);
  assert.deepEqual([found.share, found.overlap, found.change].map(rounded), [0.4, 1, -0.15]);
  assert.ok(found.low > -0.2 && found.high < -0.1, JSON.stringify(found));
});

test('other proportions: the part that changed counts as much as production spends there, and the interval is wide', () => {
  const base = benchmark({ 'm.F m.A': 1500, 'm.F m.B': 500 });
  const now = benchmark({ 'm.F m.A': 1500, 'm.F m.B': 250 });
  const found = predictChange(
    time({ ...production, 'net/http.serve m.F m.A': 1000, 'net/http.serve m.F m.B': 3000 }),
    base,
    now,
  );
  assert.deepEqual([found?.overlap, found?.change].map(rounded), [0.5, -0.15]);
  // As if all of F had changed as in the benchmark.
  assert.ok(found !== null && found.high > 0.4 * (1750 / 2000 - 1), JSON.stringify(found));
});

test('where the benchmark does not come, nothing changes', () => {
  const found = predictChange(
    time(production),
    benchmark({ 'm.F m.A': 1000 }),
    benchmark({ 'm.F m.A': 500 }),
  );
  assert.deepEqual([found?.overlap, found?.change].map(rounded), [0.75, -0.15]);
  assert.ok(found !== null && found.low < -0.2, 'all of F may have changed');
});

test('what is new in a function is called as often as the function', () => {
  const base = benchmark({ 'm.F m.A': 1500, 'm.F m.B': 500 });
  const now = benchmark({ 'm.F m.C': 750, 'm.F m.B': 500 });
  const found = predictChange(time(production), base, now);
  assert.equal(rounded(found?.change), -0.15);
});

test('a measured time counts more than how long the profiles took', () => {
  const same = benchmark({ 'm.F m.A': 1500, 'm.F m.B': 500 });
  const found = predictChange(time(production), same, same, { ratio: 0.9, deviation: 0.01 });
  assert.equal(rounded(found?.change), -0.04);
  const surer = predictChange(time(production), same, same, { ratio: 0.9, deviation: 0 });
  assert.ok(found !== null && surer !== null && surer.high - surer.low < found.high - found.low);
});

test('a benchmark of what production never calls, or has no CPU time, predicts nothing', () => {
  const other = benchmark({ 'm.G': 100 });
  assert.equal(predictChange(time(production), other, other), null);
  const memory = profileOf({
    sampleTypes: ['alloc_space/bytes'],
    samples: [{ values: [5], stack: ['m.F /m/a.go:1'] }],
  });
  const both = { profile: memory, operations: 1 };
  assert.equal(predictChange(time(production), both, both), null);
});

test('a store that does not say how many samples there were: each stands for ten milliseconds, unless it says less', () => {
  const measured = (period: bigint | undefined) => {
    const half = (count: number) =>
      profileOf({
        sampleTypes: ['cpu/nanoseconds'],
        samples: [
          { values: [count * 1e7], stack: ['m.F /m/a.go:1'] },
          { values: [500e7], stack: ['os.Read /os/file.go:1'] },
        ],
        ...(period === undefined ? {} : { period, periodType: 'cpu/nanoseconds' }),
      });
    const found = measuredChange(half(1000), half(500), ['a.go F']);
    return (found?.high ?? 0) - (found?.low ?? 0);
  };
  assert.equal(measured(1_000_000_000n), measured(undefined));
  const uncounted = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [0, 5e7], stack: ['m.F /m/a.go:1'] },
      { values: [0, 5e7], stack: ['os.Read /os/file.go:1'] },
    ],
  });
  assert.equal(measuredChange(uncounted, uncounted, ['a.go F'])?.change, 0);
  assert.equal(measured(10_000_000n), measured(undefined));
  assert.ok(measured(1_000_000n) < measured(10_000_000n) / 3);
});

test('what a program calls main is in its tests what it is imported as', () => {
  const main = { 'net/http.serve main.F main.A': 3000, 'net/http.serve os.Read': 6000 };
  const found = predictChange(
    time(main),
    benchmark({ 'example.com/shop.F example.com/shop.A': 1000 }),
    benchmark({ 'example.com/shop.F example.com/shop.A': 500 }),
  );
  assert.equal(rounded(found?.change), rounded(-1 / 6));
});

test('the standard library is called from everywhere, and is no part of what a benchmark stands for', () => {
  const reading = benchmark({ 'os.Read': 100 });
  assert.equal(predictChange(time(production), reading, reading), null);
});

test('what a release has changed is measured by what all else costs, so that load is no change', () => {
  const after = { ...production, 'net/http.serve m.F m.A': 1500 };
  const measured = measuredChange(time(production), time(after), ['a.go F']);
  assert.equal(rounded(measured?.change), -0.15);
  const twice = Object.fromEntries(Object.entries(after).map(([stack, count]) => [stack, 2 * count]));
  assert.equal(rounded(measuredChange(time(production), time(twice), ['a.go F'])?.change), -0.15);
});

test('of samples drawn by chance, nine of ten intervals have the truth, and they are no wider than that takes', () => {
  const random = new Random(1);
  const drawn = (samples: number, shares: Readonly<Record<string, number>>) => {
    const counts = divided(random, samples, Object.values(shares));
    return Object.fromEntries(Object.keys(shares).map((stack, i) => [stack, 1 + (counts[i] ?? 0)]));
  };
  const shares = { 'm.F m.A': 0.5, 'm.F m.B': 0.2, 'm.F m.C': 0.2, 'm.F': 0.1 };
  const served = Object.fromEntries(
    Object.entries(shares).map(([stack, share]) => [`net/http.serve ${stack}`, 0.4 * share]),
  );
  const faster = { 'm.F m.A': 0.25 / 0.75, 'm.F m.B': 0.2 / 0.75, 'm.F m.C': 0.2 / 0.75, 'm.F': 0.1 / 0.75 };
  let [within, width] = [0, 0];
  const tries = 300;
  for (let i = 0; i < tries; i++) {
    const production = time(drawn(2000, { ...served, 'net/http.serve os.Read': 0.6 }));
    const [base, now] = [benchmark(drawn(300, shares)), benchmark(drawn(300, faster))];
    const speed = Math.exp(0.03 * normal(random));
    const found = predictChange(production, base, now, { ratio: 0.75 * speed, deviation: 0.03 });
    if (found === null) continue;
    if (found.low <= -0.1 && found.high >= -0.1) within++;
    width += (found.high - found.low) / tries;
  }
  assert.ok(within >= 0.87 * tries, `${within} of ${tries}`);
  assert.ok(width < 0.06, `${width}`);
});
