import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairedEstimate, signedRankP } from '../../../src/bench/statistics/signedRank.ts';
import { Random } from '../../fuzz/random.ts';
import { normal } from '../../verdicts/draws.ts';

/** By trying all signs. */
function byTrying(differences: readonly number[]): number {
  const sizes = differences.filter((each) => each !== 0).map(Math.abs);
  const rank = (size: number) =>
    sizes.filter((each) => each < size).length + (sizes.filter((each) => each === size).length + 1) / 2;
  const ranks = sizes.map(rank);
  const center = ranks.reduce((sum, each) => sum + each, 0) / 2;
  const distance = (isPositive: (i: number) => boolean) =>
    Math.abs(ranks.reduce((sum, each, i) => (isPositive(i) ? sum + each : sum), 0) - center);
  const nonzero = differences.filter((each) => each !== 0);
  const seen = distance((i) => nonzero[i]! > 0);
  let asFar = 0;
  for (let signs = 0; signs < 2 ** ranks.length; signs++) {
    if (distance((i) => ((signs >> i) & 1) === 1) >= seen) asFar++;
  }
  return asFar / 2 ** ranks.length;
}

test('p is the share of all signs that are as far apart, also where sizes are equal or nothing', () => {
  const random = new Random(5);
  for (let round = 0; round < 60; round++) {
    const differences = Array.from({ length: 1 + random.below(9) }, () => random.below(9) - 3);
    assert.ok(Math.abs(signedRankP(differences) - byTrying(differences)) < 1e-12, differences.join(' '));
  }
  assert.equal(signedRankP([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 2 / 1024);
  assert.equal(signedRankP([]), 1);
});

test('the interval is that of the test: it does not cover what the test refuses', () => {
  const random = new Random(6);
  for (let round = 0; round < 40; round++) {
    const differences = Array.from({ length: 10 + random.below(20) }, () => normal(random));
    const { center, low, high } = pairedEstimate(differences, 0.01);
    const pAround = (truth: number) => signedRankP(differences.map((each) => each - truth));
    const [inside, outside] = [1e-9, -1e-9];
    assert.ok(low < center && center < high);
    assert.deepEqual(
      [low + inside, low + outside, high - inside, high - outside].map((truth) => pAround(truth) > 0.01),
      [true, false, true, false],
    );
  }
  assert.equal(pairedEstimate([1, 2, 3], 0.01).low, Number.NEGATIVE_INFINITY);
});
