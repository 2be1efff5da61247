// Whether intervals hold the truth as often as they say. Small samples of `npm run verdicts -- intervals`, from seeds.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { Random } from '../fuzz/random.ts';
import { lineRates, timingRate } from './changeRates.ts';
import {
  allocationCoverage,
  costCoverage,
  growthCoverage,
  lensCoverage,
  sampleCounts,
  shareCoverage,
  tickCoverage,
} from './coverage.ts';

function assertWithin(share: number, least: number, most: number, what: string): void {
  assert.ok(share >= least && share <= most, `${what}: ${(100 * share).toFixed(1)}%`);
}

describe('95% intervals hold', () => {
  test('the share of a line, from 5 samples to 5000, and no share in far fewer profiles', () => {
    for (const samples of sampleCounts) {
      const { even, byFactor, seen, lowest } = shareCoverage(samples);
      assertWithin(even, 0.945, 0.97, `${samples} samples`);
      assertWithin(byFactor, 0.945, 0.98, `${samples} samples, small shares`);
      assertWithin(lowest, 0.915, 0.95, `${samples} samples, the worst share`);
      // A profile of five samples that has seen a line of 1% has seen it much too often.
      if (samples > 5) assertWithin(seen, 0.93, 0.97, `${samples} samples, lines that are seen`);
    }
  });

  test("the share, where samples fall on the kernel's ticks", () => {
    const random = new Random(1);
    const shares = [0.05, 0.25, 0.7];
    // With one length of an operation, its lines would meet the ticks in a pattern.
    const lengths = Array.from({ length: 50 }, (_, i) => 0.4 * 1.03 ** i);
    const held = lengths.map((operation) => {
      const benchmark = { shares, operation, jitter: 0.02, threads: 2 };
      return tickCoverage(random, benchmark, Math.round(500 / operation), 6);
    });
    for (const line of shares.keys()) {
      const mean = held.reduce((sum, each) => sum + each[line]!, 0) / held.length;
      assertWithin(mean, 0.93, 0.985, `${shares[line]} of all`);
    }
  });

  test('the cost per operation, as much as the speed of the machine may vary', () => {
    const random = new Random(2);
    for (const variation of [0, 0.05, 0.2]) {
      for (const share of [0.1, 0.5]) {
        const held = costCoverage(random, { samples: 100, share, variation }, 500);
        assertWithin(held, 0.91, 0.99, `${share} of 100 samples, ±${variation}`);
      }
    }
  });

  test('memory, where one allocation in 512 kB is recorded', () => {
    const random = new Random(3);
    for (const bytes of [16, 65_536, 1_048_576]) {
      assertWithin(allocationCoverage(random, { recorded: 20, bytes }, 500), 0.92, 0.99, `${bytes} bytes`);
    }
  });

  test('the time that a lens shows, from three measurements on', () => {
    const random = new Random(7);
    for (const count of [3, 4, 5])
      assertWithin(lensCoverage(random, count, 2000), 0.93, 0.97, `${count} measurements`);
    assertWithin(lensCoverage(random, 6, 2000), 0.95, 1, "six, as benchstat's interval at its longer side");
  });

  test('the exponent of growth', () => {
    const random = new Random(4);
    for (const variation of [0, 0.1]) {
      const { held } = growthCoverage(random, { sizes: [10, 100, 1000], samples: 100, variation }, 300);
      assertWithin(held, 0.93, 1, `±${variation}`);
    }
  });
});

describe('of twenty comparisons without a change, at most one is called', () => {
  test('in any line of the profiles', () => {
    const random = new Random(5);
    for (const variation of [0, 0.1]) {
      const { falsely } = lineRates(random, { samples: 100, variation }, 200);
      assertWithin(falsely, 0, 0.05, `±${variation}`);
    }
    assertWithin(
      lineRates(random, { samples: 500, variation: 0.01 }, 50).found,
      0.9,
      1,
      'a line that costs twice as much',
    );
  });

  test('in the times, as long as the machine stays the same; that is why two runs at two times need more than a test', () => {
    const random = new Random(6);
    assertWithin(
      timingRate(random, { count: 6, variation: 0.02, drift: 0 }, 1000),
      0.02,
      0.05,
      'the same machine',
    );
    assertWithin(
      timingRate(random, { count: 6, variation: 0.02, drift: 0.03 }, 300),
      0.3,
      0.8,
      'another speed',
    );
  });
});
