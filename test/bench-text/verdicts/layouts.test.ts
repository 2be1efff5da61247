// Simulated benchmarks whose layouts differ, from seeds: what is called over layouts, and what is called a layout's doing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../../src/bench/verdicts/change.ts';
import { perLayout, withoutLayouts } from '../../../src/bench/verdicts/layouts.ts';
import { layoutNote, spreadNotes } from '../../../src/bench/verdicts/noise.ts';
import { Random } from '../../fuzz/random.ts';

interface Simulated {
  /** The true median. */
  readonly median: number;
  /** The standard deviations of layouts and of measurements within one, as shares. */
  readonly layout: number;
  readonly noise: number;
  /** How much longer a measurement takes that another process has disturbed, every third of them; as a share. */
  readonly bursts?: number;
  /** The layouts have only two speeds, as those of a small loop. */
  readonly isBimodal?: boolean;
  readonly layouts?: number;
}

function normal(random: Random): number {
  const uniform = () => (random.next() + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Three measurements of each layout. */
function measured(random: Random, simulated: Simulated): Measurement[] {
  const { median, layout, noise, bursts = 0, isBimodal = false, layouts = 5 } = simulated;
  return Array.from({ length: layouts }, (_, seed) => {
    const own = isBimodal ? (random.oneIn(2) ? layout : -layout) : layout * normal(random);
    return Array.from({ length: 3 }, () => {
      const burst = random.oneIn(3) ? (bursts * random.next()) / 2 ** 32 : 0;
      const time = median * Math.exp(own + noise * normal(random) + burst);
      return { iterations: 1, metrics: { 'ns/op': time }, layout: seed };
    });
  }).flat();
}

function compared(random: Random, base: Simulated, now = base): MetricChange {
  const [change] = compareMeasurements(measured(random, base), measured(random, now));
  assert.ok(change);
  return change;
}

/** The share of simulated comparisons with this verdict. */
function share(verdict: MetricChange['verdict'], base: Simulated, now = base, comparisons = 2000): number {
  const random = new Random(7);
  let found = 0;
  for (let i = 0; i < comparisons; i++) if (compared(random, base, now).verdict === verdict) found++;
  return found / comparisons;
}

describe('unchanged code', () => {
  const cases: Readonly<Record<string, Simulated>> = {
    'layouts 1% apart': { median: 1000, layout: 0.01, noise: 0.01 },
    'layouts 5% apart': { median: 1000, layout: 0.05, noise: 0.01 },
    'layouts of two speeds': { median: 1000, layout: 0.05, noise: 0.002, isBimodal: true },
    'a busy machine': { median: 1000, layout: 0.02, noise: 0.02, bursts: 0.5 },
    'no difference between layouts': { median: 1000, layout: 0, noise: 0.02 },
    'eight layouts': { median: 1000, layout: 0.03, noise: 0.01, layouts: 8 },
  };
  for (const [name, simulated] of Object.entries(cases)) {
    test(`${name}: at most 5% of comparisons call a change`, () => {
      // With 2000 comparisons, the share is exact to about half a percent.
      const called = share('changed', simulated);
      assert.ok(called <= 0.05 + 2 * 0.005, `${called}`);
    });
  }

  test('measured over one layout of each, most comparisons would call a change', () => {
    const random = new Random(3);
    const one = { median: 1000, layout: 0.03, noise: 0.01, layouts: 1 };
    let called = 0;
    for (let i = 0; i < 200; i++) {
      const [base, now] = [measured(random, one), measured(random, one)].map((own) =>
        [...own, ...own].map(({ iterations, metrics }) => ({
          iterations,
          metrics: { 'ns/op': (metrics['ns/op'] ?? 0) * Math.exp(0.01 * normal(random)) },
        })),
      );
      if (compareMeasurements(base ?? [], now ?? [])[0]?.verdict === 'changed') called++;
    }
    assert.ok(called > 100, `${called} of 200`);
  });

  test('a difference that is one of layouts is said to be one', () => {
    const simulated = { median: 1000, layout: 0.03, noise: 0.002 };
    const called = share('layout', simulated);
    assert.ok(called > 0.2, `${called}`);
    // Without any effect of layouts nothing is put down to them, except by chance.
    assert.ok(share('layout', { ...simulated, layout: 0 }) < 0.02);
  });
});

describe('a true change', () => {
  test('of 3% is found where layouts differ by less than that', () => {
    const base = { median: 1000, layout: 0.008, noise: 0.01 };
    assert.ok(share('changed', base, { ...base, median: 1030 }) > 0.9);
  });

  test('is found in most comparisons where it is twice as large as the layouts’ deviation', () => {
    const base = { median: 1000, layout: 0.02, noise: 0.01, layouts: 8 };
    assert.ok(share('changed', base, { ...base, median: 1040 }) > 0.8);
  });

  test('has the p-value of so many layouts, and the ratio of their medians', () => {
    const base = { median: 1000, layout: 0.001, noise: 0.001 };
    const change = compared(new Random(1), base, { ...base, median: 1100 });
    assert.equal(change.verdict, 'changed');
    assert.equal(change.comparison.p.toFixed(3), '0.008');
    assert.deepEqual([change.comparison.baseSize, change.comparison.size, change.layouts?.count], [5, 5, 5]);
    assert.ok(Math.abs(change.now.center / change.base.center - 1.1) < 0.01);
  });
});

describe('measurements of layouts', () => {
  const times = [100, 101, 200, 120, 119, 121];
  const two: Measurement[] = times.map((time, i) => ({
    iterations: 10,
    metrics: { 'ns/op': time, 'allocs/op': 2 },
    layout: i < 3 ? 7 : 9,
  }));

  test('become one for each layout: the medians', () => {
    assert.deepEqual(perLayout(two), [
      { iterations: 10, metrics: { 'ns/op': 101, 'allocs/op': 2 }, layout: 7 },
      { iterations: 10, metrics: { 'ns/op': 120, 'allocs/op': 2 }, layout: 9 },
    ]);
  });

  test('stay as they are if not all of them are of a layout', () => {
    const mixed = [...two, { iterations: 10, metrics: { 'ns/op': 1 } }];
    assert.equal(perLayout(mixed), mixed);
    const [change] = compareMeasurements(mixed, two);
    assert.deepEqual([change?.layouts, change?.comparison.baseSize], [undefined, 7]);
  });

  test('can be freed from what the layouts add', () => {
    const freed = withoutLayouts(two, 'ns/op').map(({ metrics }) => Math.round(metrics['ns/op'] ?? 0));
    assert.deepEqual(freed, [118, 120, 237, 120, 119, 120]);
  });

  test('have a note of their own, and none that they are noisy', () => {
    const slow = { median: 1000, layout: 0.06, noise: 0.001, isBimodal: true };
    const measurements = [...measured(new Random(6), slow)];
    assert.deepEqual(spreadNotes({ procs: 1, measurements }), []);
    const note = layoutNote({ procs: 1, measurements });
    assert.deepEqual([note?.code, note?.args], ['layouts', ['6%', 5]]);
    const calm = measured(new Random(6), { ...slow, layout: 0.01 });
    assert.equal(layoutNote({ procs: 1, measurements: calm }), null);
    const plain = measurements.map(({ iterations, metrics }) => ({ iterations, metrics }));
    assert.equal(spreadNotes({ procs: 1, measurements: plain })[0]?.code, 'noise-two-speeds');
  });
});
