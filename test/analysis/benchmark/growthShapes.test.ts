/** Which shape of growth is seen in measured points: powers stay powers under noise, and nothing else is called one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growthOf } from '../../../src/analysis/benchmark/growth.ts';
import { growthLabel } from '../../../src/base/growthLabel.ts';
import type { Growth } from '../../../src/base/model.ts';

/** A generator of its own, so that the tests are the same each time. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const sizes = {
  three: [100, 1000, 10_000],
  four: [100, 1000, 10_000, 100_000],
  doubled: [100, 200, 400, 800, 1600, 3200],
  wide: [10, 30, 100, 300, 1000, 3000, 10_000],
};

/** The shapes that are seen in `rounds` measurements of a cost with 5 % of noise. */
function shapesOf(xs: readonly number[], cost: (x: number) => number, rounds = 400): Growth[] {
  const random = generator(7);
  return Array.from({ length: rounds }, () => {
    const noisy = xs.map((x) => ({ x, y: cost(x) * Math.exp(0.05 * gaussian(random)), samples: null }));
    const growth = growthOf(noisy);
    assert.ok(growth !== null);
    return growth;
  });
}

function share(all: readonly Growth[], fits: (growth: Growth) => boolean): number {
  return all.filter(fits).length / all.length;
}

describe('with 5 % of noise', () => {
  for (const [name, xs] of Object.entries(sizes)) {
    for (const exponent of [0, 0.5, 1, 1.5, 2, 3]) {
      it(`n^${exponent} is a power, ${name}`, () => {
        const seen = shapesOf(xs, (x) => 7 * x ** exponent);
        const right = (growth: Growth) =>
          growth.shape === 'power' && Math.abs(growth.exponent - exponent) < 0.2;
        assert.ok(share(seen, right) >= 0.98, JSON.stringify(seen.filter((growth) => !right(growth))));
      });
    }

    it(`n log n is that, or a power a little above 1, ${name}`, () => {
      const seen = shapesOf(xs, (x) => x * Math.log2(x));
      const right = (growth: Growth) =>
        growth.shape === 'log'
          ? growth.exponent === 1
          : growth.shape === 'power' && growth.exponent > 1 && growth.exponent < 1.4;
      assert.ok(
        share(seen, right) >= 0.97,
        JSON.stringify(seen.filter((growth) => !right(growth)).slice(0, 5)),
      );
    });

    it(`an overhead and then a linear cost is no power, ${name}`, () => {
      const middle = xs[Math.floor(xs.length / 2)] ?? 1;
      const seen = shapesOf(xs, (x) => 3 * middle + 3 * x);
      // In six sizes that are doubled, the bend is so soft that noise can hide it.
      const least = name === 'doubled' ? 0.5 : 0.98;
      const right = (growth: Growth) =>
        growth.shape === 'bend' &&
        growth.before === 0 &&
        growth.after === 1 &&
        Math.abs(Math.log(growth.until / middle)) < Math.log(2);
      assert.ok(
        share(seen, right) >= least,
        JSON.stringify(seen.filter((growth) => !right(growth)).slice(0, 5)),
      );
    });

    it(`a step is no power, ${name}`, () => {
      const at = xs[1] ?? 0;
      const seen = shapesOf(xs, (x) => (x <= at ? 100 : 500));
      assert.equal(
        share(seen, ({ shape }) => shape === 'power'),
        0,
      );
      if (xs.length < 4) return;
      const right = (growth: Growth) => growth.shape === 'step' && growth.until === at && growth.factor > 4;
      assert.ok(
        share(seen, right) >= 0.97,
        JSON.stringify(seen.filter((growth) => !right(growth)).slice(0, 5)),
      );
    });
  }

  it('linear up to a size and flat from there on are two powers', () => {
    const seen = shapesOf(sizes.wide, (x) => Math.min(x, 300));
    const right = (growth: Growth) =>
      growth.shape === 'bend' && Math.abs(growth.before - 1) < 0.2 && Math.abs(growth.after) < 0.2;
    assert.ok(share(seen, right) >= 0.97);
  });

  it('what goes up and down has no formula', () => {
    const seen = shapesOf(sizes.wide, (x) => (Math.round(Math.log(x)) % 2 === 0 ? 100 : 900));
    assert.ok(share(seen, ({ shape }) => shape === 'none') >= 0.97);
  });

  it('three points are too few for anything but a power, a logarithm, or an overhead before a linear cost', () => {
    for (const cost of [(x: number) => x * x + 1000 * x, (x: number) => (x > 5000 ? 900 : 100)]) {
      assert.ok(share(shapesOf(sizes.three, cost), ({ shape }) => shape === 'none') >= 0.97);
    }
  });
});

/** Nanoseconds per operation as `go test -bench` printed them for github.com/emirpasic/gods: medians of three, and their errors. */
const real: [name: string, label: RegExp, points: [x: number, nanoseconds: number, error: number][]][] = [
  [
    'BenchmarkArrayListGet: a loop over n elements, on a busy machine',
    /^n\^1\.0 \(0\.8–1\.1\)$/,
    [
      [100, 241.3, 0.63],
      [1000, 2939, 0.35],
      [10_000, 25_245, 0.11],
      [100_000, 192_338, 0.07],
    ],
  ],
  [
    'BenchmarkArrayListRemove: 27,000 times as much from one size to the next',
    /^no simple formula$/,
    [
      [100, 205.4, 0.08],
      [1000, 1477, 0.05],
      [10_000, 39_810_601, 0.16],
      [100_000, 15_401_212_655, 0.23],
    ],
  ],
  [
    'BenchmarkHashMapGet: so noisy that a bend could be chance',
    /^no simple formula$/,
    [
      [100, 3507, 0.2],
      [1000, 21_513, 0.58],
      [10_000, 320_355, 0.07],
      [100_000, 52_463_072, 0.52],
    ],
  ],
];

describe('of real benchmarks', () => {
  for (const [name, label, points] of real) {
    it(name, () => {
      const growth = growthOf(points.map(([x, y, error]) => ({ x, y, samples: null, error })));
      assert.match(growth === null ? '' : growthLabel(growth, 'n'), label);
    });
  }
});

describe('the errors of the points', () => {
  it('decide what is noise: what a calm machine calls a bend, a noisy one does not', () => {
    const points = [100, 1000, 10_000, 100_000].map((x, i) => ({
      x,
      y: x * [1, 1.3, 0.7, 1.2][i]!,
      samples: null,
    }));
    assert.notEqual(growthOf(points)?.shape, 'power');
    assert.equal(growthOf(points.map((point) => ({ ...point, error: 0.4 })))?.shape, 'power');
    const sampled = points.map((point) => ({ ...point, samples: 8 }));
    assert.equal(growthOf(sampled)?.shape, 'power');
  });
});

describe('the label', () => {
  it('says in words what is no formula', () => {
    const labels: [Growth, string][] = [
      [{ shape: 'bend', until: 203.7, before: 0, after: 1 }, 'flat up to 200, then linear'],
      [{ shape: 'bend', until: 25_300, before: 1.05, after: 1.4 }, 'linear up to 25k, then n^1.4'],
      [{ shape: 'bend', until: 3.1e6, before: 1, after: 2 }, 'linear up to 3.1M, then quadratic'],
      [
        { shape: 'step', until: 1000, from: 10_000, factor: 5.04 },
        'flat up to 1000, 5 times as much from 10k on',
      ],
      [{ shape: 'log', exponent: 1 }, 'n log n'],
      [{ shape: 'log', exponent: 0 }, 'log n'],
      [{ shape: 'none' }, 'no simple formula'],
    ];
    for (const [growth, label] of labels) assert.equal(growthLabel(growth, 'n'), label);
  });
});
