// What samples say of a cost: known values, and simulated profiles whose true costs are known, from seeds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { binomialAtLeast, logGamma, poissonAtLeast } from '../../../src/analysis/difference/gamma.ts';
import {
  discoveries,
  poissonInterval,
  type SampledCost,
  sameRateP,
  smallestP,
  wilson,
} from '../../../src/analysis/difference/sampleRates.ts';
import { Random } from '../../fuzz/random.ts';

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

  test('Poisson, term by term', () => {
    for (const mean of [0.1, 1, 10, 100, 500]) {
      let below = 0;
      let term = Math.exp(-mean);
      for (let count = 0; count < 3 * mean + 30; count++) {
        assertNear(poissonAtLeast(count, mean), 1 - below, 1e-11);
        below += term;
        term *= mean / (count + 1);
      }
    }
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

test("Garwood's intervals, as tables have them", () => {
  const rounded = (samples: number) => {
    const { low, high } = poissonInterval(samples);
    return [low.toFixed(2), high.toFixed(2)];
  };
  assert.deepEqual(rounded(0), ['0.00', '3.69']);
  assert.deepEqual(rounded(1), ['0.03', '5.57']);
  assert.deepEqual(rounded(10), ['4.80', '18.39']);
  assert.deepEqual(rounded(100), ['81.36', '121.63']);
});

const cost = (samples: number, exposure = 1): SampledCost => ({ samples, exposure });

test('how samples divide between two profiles, by hand', () => {
  assertNear(sameRateP(cost(1), cost(0), 0), 1);
  assertNear(sameRateP(cost(5), cost(0), 0), 2 / 2 ** 5);
  assertNear(sameRateP(cost(0), cost(6), 0), 2 / 2 ** 6);
  // Three times the operations, three times the samples.
  assertNear(sameRateP(cost(10), cost(30, 3), 0), 1);
  assertNear(sameRateP(cost(5, 1), cost(0, 3), 0), 2 / 4 ** 5);
  assertNear(smallestP(cost(2), cost(3), 0), 2 / 2 ** 5);
  assertNear(smallestP(cost(0), cost(0), 0), 1);
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

function normal(random: Random): number {
  const uniform = () => (random.next() + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = (random.next() + 0.5) / 2 ** 32; product > limit; count++) {
    product *= (random.next() + 0.5) / 2 ** 32;
  }
  return count;
}

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
  test('the true cost of a line is in its interval at least as often as promised', () => {
    const random = new Random(11);
    let held = 0;
    const profiles = 500;
    for (let i = 0; i < profiles; i++) {
      for (const [line, { samples, exposure }] of profile(random, trueCosts, 1, 0).entries()) {
        const { low, high } = poissonInterval(samples);
        if (low / exposure <= trueCosts[line]! && trueCosts[line]! <= high / exposure) held++;
      }
    }
    const share = held / (profiles * trueCosts.length);
    assert.ok(share >= 0.95, String(share));
  });

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
    let others = 0;
    for (let i = 0; i < 200; i++) {
      const lines = called(random, costs, 1);
      if (lines[1]) found++;
      others += lines.filter((each, line) => each && line !== 1).length;
    }
    assert.ok(found >= 160, `found in ${found} of 200`);
    assert.ok(others <= 0.05 * (found + others), `${others} others`);
  });
});

test('few samples leave a wide interval, many a narrow one, and none everything', () => {
  const rounded = ({ low, high }: { low: number; high: number }) => [low, high].map((end) => end.toFixed(3));
  assert.deepEqual(rounded(wilson(5, 10)), ['0.237', '0.763']);
  assert.deepEqual(rounded(wilson(500, 1000)), ['0.469', '0.531']);
  assert.deepEqual(rounded(wilson(0, 10)), ['0.000', '0.278']);
  assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
});
