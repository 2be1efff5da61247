// What samples say of a cost: known values, and simulated profiles whose true costs are known, from seeds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { binomialAtLeast, logGamma } from '../../../src/analysis/difference/gamma.ts';
import {
  discoveries,
  type SampledCost,
  sameRateP,
  smallestP,
} from '../../../src/analysis/difference/sampleRates.ts';
import { Random } from '../../fuzz/random.ts';
import { normal, poisson } from '../../verdicts/draws.ts';

function assertNear(actual: number, expected: number, tolerance = 1e-9): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual}, not ${expected}`,
  );
}

describe('the distributions', () => {
  test('factorials', () => {
    let logFactorial = 0;
    for (let n = 1; n < 200; n++) {
      assertNear(logGamma(n), logFactorial, 1e-12);
      logFactorial += Math.log(n);
    }
    assertNear(logGamma(0.5), Math.log(Math.PI) / 2, 1e-12);
  });

  test('binomial, term by term', () => {
    for (const trials of [1, 2, 20, 300]) {
      for (const probability of [0.01, 0.2, 0.5]) {
        let below = 0;
        let term = (1 - probability) ** trials;
        for (let count = 0; count <= trials; count++) {
          assertNear(binomialAtLeast(count, trials, probability), 1 - below, 1e-11);
          below += term;
          term *= ((trials - count) / (count + 1)) * (probability / (1 - probability));
        }
      }
    }
  });
});

/** Of a line that has a small part of its profile. */
const cost = (samples: number, exposure = 1): SampledCost => ({ samples, all: 1e9, exposure });

test('how samples divide between two profiles, by hand', () => {
  assertNear(sameRateP(cost(1), cost(0), 0), 1 / 2);
  assertNear(sameRateP(cost(5), cost(0), 0), 1 / 2 ** 5);
  assertNear(sameRateP(cost(0), cost(6), 0), 1 / 2 ** 6);
  // One sample more on one side is as probable as on the other, and is half of what is as extreme.
  assertNear(sameRateP(cost(1), cost(2), 0), 2 * (1 / 8 + 3 / 8 / 2));
  // Three times the operations, three times the samples.
  assert.ok(sameRateP(cost(10), cost(30, 3), 0) > 0.95);
  assertNear(sameRateP(cost(5, 1), cost(0, 3), 0), 1 / 4 ** 5);
  assertNear(smallestP(cost(2), cost(3), 0), 1 / 2 ** 5);
  assert.ok(smallestP(cost(0), cost(0), 0) >= 1);
});

test('samples of a line that has most of its profile say more', () => {
  const of = (all: number) => sameRateP({ ...cost(90), all }, { ...cost(110), all }, 0);
  assert.ok(of(1e6) > 0.15 && of(200) < 0.05 && of(200) > 0.02 && of(120) < 0.001, `${of(200)} ${of(120)}`);
});

test('the more the machine may have drifted, the less a difference says', () => {
  const p = [0, 0.05, 0.2, 1].map((deviation) => sameRateP(cost(100), cost(160), deviation));
  assert.deepEqual(
    p,
    [...p].sort((a, b) => a - b),
  );
  assert.ok(p[0]! < 0.001 && p[3]! > 0.5, String(p));
});

test('Benjamini and Hochberg: the largest rank whose p is below its share, and all before it', () => {
  assert.deepEqual(discoveries([0.04, 0.001, 0.03, 0.9], 0.05), [false, true, false, false]);
  assert.deepEqual(discoveries([0.04, 0.001, 0.03], 0.05), [true, true, true]);
  assert.deepEqual(discoveries([0.06], 0.05), [false]);
  assert.deepEqual(discoveries([], 0.05), []);
});

/** True costs of a benchmark's lines, in samples for a million operations: a few large, many small. */
const trueCosts = Array.from({ length: 40 }, (_, line) => 200 / (line + 1));

/** One profile: lines sampled with their true costs, on a machine as fast as it happens to be. */
function profile(
  random: Random,
  costs: readonly number[],
  millions: number,
  variation: number,
): SampledCost[] {
  const speed = Math.exp(variation * normal(random));
  return costs.map((each) => cost(poisson(random, each * millions * speed), millions));
}

describe('simulated profiles', () => {
  const variation = 0.05;
  const deviation = variation * Math.SQRT2;

  function called(random: Random, costs: readonly number[], millions: number): boolean[] {
    const base = profile(random, trueCosts, 1, variation);
    const now = profile(random, costs, millions, variation);
    return discoveries(
      base.map((each, line) => sameRateP(each, now[line]!, deviation)),
      0.05,
    );
  }

  for (const millions of [0.3, 1, 3]) {
    test(`with no change, and ${millions} times the operations, at most 5% of lines and of profiles are called`, () => {
      const random = new Random(12);
      let lines = 0;
      let profiles = 0;
      const comparisons = 300;
      for (let i = 0; i < comparisons; i++) {
        const found = called(random, trueCosts, millions).filter((each) => each).length;
        lines += found;
        if (found > 0) profiles++;
      }
      assert.ok(lines <= 0.05 * comparisons * trueCosts.length, `${lines} lines`);
      assert.ok(profiles <= 0.05 * comparisons, `${profiles} profiles`);
    });
  }

  test('a hot line that got twice as fast is found, and few others with it', () => {
    const random = new Random(13);
    const costs = trueCosts.map((each, line) => (line === 1 ? each / 2.5 : each));
    let found = 0;
    let falseShares = 0;
    for (let i = 0; i < 200; i++) {
      const lines = called(random, costs, 1);
      const all = lines.filter((each) => each).length;
      const others = all - (lines[1] ? 1 : 0);
      found += all - others;
      falseShares += others / Math.max(1, all);
    }
    assert.ok(found >= 160, `found in ${found} of 200`);
    assert.ok(falseShares <= 0.05 * 200, `${falseShares} of 200`);
  });
});
