// The permutation test against counts by hand, and against what it promises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mannWhitney } from '../../../src/bench/statistics/mannWhitney.ts';
import { permutationP } from '../../../src/bench/statistics/permutation.ts';
import { Random } from '../../fuzz/random.ts';
import { normal } from '../../verdicts/draws.ts';

test('samples that do not overlap have the smallest p, two of all divisions', () => {
  assert.equal(permutationP([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]), 2 / 252);
  assert.equal(permutationP([6, 7, 8, 9], [1, 2, 3, 4]), 2 / 70);
});

test('counts divisions whose means are as far apart', () => {
  // Of the six divisions of 1, 2, 3, 6, the sums 3 and 9 of {1, 2} and {3, 6} are the farthest; then 4 and 8; then 7 and 5.
  assert.equal(permutationP([1, 2], [3, 6]), 2 / 6);
  assert.equal(permutationP([1, 3], [2, 6]), 4 / 6);
  assert.equal(permutationP([1, 6], [2, 3]), 1);
});

test('equal values in another order are as far apart', () => {
  assert.equal(permutationP([0.1, 0.2, 0.3], [0.3, 0.2, 0.1]), 1);
});

test('has no p for what it cannot count', () => {
  assert.equal(permutationP([], [1]), null);
  assert.equal(permutationP([1, Number.NaN], [1, 2]), null);
  assert.equal(permutationP([1, Number.NEGATIVE_INFINITY], [1, 2]), null);
  assert.equal(permutationP(Array.from({ length: 11 }, Math.random), [1, 2]), null);
});

test('of five values each, holds its level and finds more than the U test', () => {
  const random = new Random(11);
  const draw = (by: number) => Array.from({ length: 5 }, () => by + normal(random));
  const found = (by: number, p: (a: number[], b: number[]) => number | null) => {
    let count = 0;
    for (let i = 0; i < 2000; i++) if ((p(draw(0), draw(by)) ?? 1) <= 0.05) count++;
    return count / 2000;
  };
  const u = (a: number[], b: number[]) => {
    const test = mannWhitney(a, b);
    return 'p' in test ? test.p : null;
  };
  assert.ok(found(0, permutationP) <= 0.06);
  assert.ok(found(1.5, permutationP) > found(1.5, u) + 0.05);
});
