// The U test: known values, every permutation, and what must not change the result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { mannWhitney } from '../../../src/bench/statistics/mannWhitney.ts';
import { choose } from '../../../src/bench/statistics/uDistribution.ts';

function pOf(first: readonly number[], second: readonly number[]): number {
  const result = mannWhitney(first, second);
  assert('p' in result, `no p: ${JSON.stringify(result)}`);
  return result.p;
}

function assertNear(actual: number, expected: number): void {
  const distance = Math.abs(actual - expected);
  assert(distance <= 1e-12 * Math.abs(expected), `${actual} is not ${expected}`);
}

function upTo(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

/** The number of pairs in which the first sample's value is larger. Equal values count one half. */
function statistic(first: readonly number[], second: readonly number[]): number {
  let halves = 0;
  for (const a of first) for (const b of second) halves += a > b ? 2 : a === b ? 1 : 0;
  return halves / 2;
}

/** All ways to choose `size` of the values for the first sample. */
function splits(values: readonly number[], size: number): [first: number[], second: number[]][] {
  return upTo(2 ** values.length)
    .filter((mask) => upTo(values.length).filter((bit) => (mask >> bit) & 1).length === size)
    .map((mask) => [
      values.filter((_, bit) => (mask >> bit) & 1),
      values.filter((_, bit) => !((mask >> bit) & 1)),
    ]);
}

test('samples that do not overlap are the least likely of all orders', () => {
  for (const n of [1, 2, 3, 4, 5, 9, 10, 20, 50]) {
    assertNear(pOf(upTo(n), upTo(n, n)), 2 / choose(2 * n, n));
  }
  assertNear(pOf([1, 2, 3], [4, 5, 6, 7]), 2 / 35);
});

test('one pair out of order', () => assertNear(pOf([1, 2, 3, 5], [4, 6, 7, 8]), 4 / 70));

test('samples that are placed alike have p = 1', () => {
  assert.equal(pOf([1, 4], [2, 3]), 1);
  assert.equal(pOf([1, 2, 2, 3], [1, 2, 2, 3]), 1);
});

test('without different values there is nothing to test', () => {
  assert.deepEqual(mannWhitney([7, 7], [7, 7, 7]), { failure: 'equal' });
  assert.deepEqual(mannWhitney(upTo(60).fill(7), upTo(60).fill(7)), { failure: 'equal' });
});

test('what is not a number is larger than nothing', () => {
  assert.deepEqual(mannWhitney([1, Number.NaN], [2]), { failure: 'not-a-number' });
});

test('the normal approximation continues the exact values', () => {
  const shifted = (n: number) => pOf(upTo(n), upTo(n, 0.3 * Math.sqrt(n) + 0.5));
  assert(Math.abs(shifted(50) / shifted(51) - 1) < 0.05);
  const tied = (n: number) =>
    pOf(upTo(n).map(Math.sqrt).map(Math.floor), upTo(n, 6).map(Math.sqrt).map(Math.floor));
  assert(Math.abs(tied(25) - tied(26)) < 0.02);
});

test("a p of 0 or above 1 where benchstat's is: two ranks, or a tail beyond doubles", () => {
  assert.equal(pOf([6], [5, 5, 5]), 1.5);
  assert.equal(pOf(upTo(60, 100), upTo(60)), 0);
  assert(pOf(upTo(60), upTo(60, 100)) > 0);
});

describe('for any samples', () => {
  const sample = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 });
  const different = fc.tuple(sample, sample).filter(([a, b]) => new Set([...a, ...b]).size > 2);
  const sameSize = fc
    .integer({ min: 2, max: 30 })
    .chain((n) => {
      const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: n, maxLength: n });
      return fc.tuple(values, values);
    })
    .filter(([a, b]) => new Set([...a, ...b]).size > 2);

  test('p counts the permutations that are as far out', () => {
    fc.assert(
      fc.property(different, ([first, second]) => {
        const u = statistic(first, second);
        const mirrored = first.length * second.length - u;
        if (u === mirrored) return;
        const all = splits([...first, ...second], first.length);
        const tail = all.filter(([a, b]) => statistic(a, b) <= Math.min(u, mirrored));
        assertNear(pOf(first, second), (2 * tail.length) / all.length);
      }),
      { numRuns: 50 },
    );
  });

  test('it does not matter which of two equally large samples comes first', () => {
    fc.assert(
      fc.property(sameSize, ([first, second]) => {
        const [forth, back] = [pOf(first, second), pOf(second, first)];
        assert(Math.abs(forth - back) < 1e-12);
      }),
    );
  });

  test('nor do order, unit and offset', () => {
    fc.assert(
      fc.property(sameSize, ([first, second]) => {
        const p = pOf(first, second);
        assert.equal(pOf([...first].reverse(), [...second].reverse()), p);
        const changed = (values: readonly number[]) => values.map((value) => 8 * value + 3);
        assert.equal(pOf(changed(first), changed(second)), p);
      }),
    );
  });

  test('moving the larger sample further away never makes it more alike', () => {
    fc.assert(
      fc.property(sameSize, fc.integer({ min: 1, max: 20 }), ([first, second], shift) => {
        const further = (by: number) =>
          pOf(
            first,
            second.map((value) => value + 51 + by),
          );
        assert(further(shift) <= further(0) + 1e-12);
      }),
    );
  });
});
