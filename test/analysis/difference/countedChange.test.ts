// What a line allocates in two profiles with every allocation counted: is it the line, or the number of operations?
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type CountedCost,
  countsDiffer,
  instructionsDiffer,
} from '../../../src/analysis/difference/countedChange.ts';
import { Random } from '../../fuzz/random.ts';

function cost(objects: number, operations: number, size = 64): CountedCost {
  return { objects, bytes: objects * size, operations };
}

/** `objects`, `bytes`, both or neither. */
function changed(base: CountedCost, now: CountedCost, isSetupKnown = false): string {
  const { objects, bytes } = countsDiffer(base, now, isSetupKnown);
  const reversed = countsDiffer(now, base, isSetupKnown);
  assert.deepEqual(reversed, { objects, bytes }, 'either way round');
  return [objects ? 'objects' : [], bytes ? 'bytes' : []].flat().join(' ');
}

test('the same per operation is the same, whatever the number of operations', () => {
  assert.equal(changed(cost(3 * 1000, 1000), cost(3 * 1000, 1000)), '');
  assert.equal(changed(cost(3 * 1000, 1000), cost(3 * 7777, 7777)), '');
  assert.equal(changed(cost(3 * 10, 10), cost(3 * 12, 12)), '');
  assert.equal(changed(cost(0, 100), cost(0, 200)), '');
});

test('what is allocated once is the same, although it is less for each of more operations', () => {
  assert.equal(changed(cost(1, 100), cost(1, 100_000)), '');
  assert.equal(changed(cost(10_000, 1000), cost(10_000, 2000)), '');
  assert.equal(changed(cost(1, 1, 1 << 20), cost(1, 7, 1 << 20)), '');
});

test('some of it once and some with each operation', () => {
  assert.equal(changed(cost(8000 + 2 * 1000, 1000), cost(8000 + 2 * 2000, 2000)), '');
  assert.equal(changed(cost(500 + 1234, 1234), cost(500 + 4321, 4321)), '');
});

test('another whole number with each operation is a change, also where the number of operations doubled', () => {
  assert.equal(changed(cost(10 * 3421, 3421), cost(6 * 6803, 6803)), 'objects bytes');
  assert.equal(changed(cost(3421, 3421), cost(0, 6803)), 'objects bytes');
  assert.equal(changed(cost(0, 3421), cost(6803, 6803)), 'objects bytes');
  assert.equal(changed(cost(3 * 10, 10), cost(10, 10)), 'objects bytes');
  assert.equal(changed(cost(10 * 3421 + 2, 3421), cost(9 * 3420 + 1, 3420)), 'objects bytes');
});

test('which of several lines begins the blocks that small objects share is no change', () => {
  assert.equal(changed(cost(1246, 2901, 16), cost(2563, 2901, 16), true), '');
  assert.equal(changed(cost(1656, 2901, 16), cost(0, 2901, 16), true), '');
  assert.equal(changed(cost(1656, 2901, 24), cost(339, 2901, 24), true), 'objects bytes');
  assert.equal(changed(cost(2901, 2901, 16), cost(0, 2901, 16), true), 'objects bytes');
  assert.equal(changed(cost(2901, 2901, 16), cost(1075, 2901, 16), true), 'objects bytes', 'one each time');
  assert.equal(changed(cost(9000, 2901, 16), cost(3000, 2901, 16), true), 'objects bytes', 'two fewer');
});

test('far fewer objects with each of far more operations are a change, also where they are no whole number', () => {
  assert.equal(changed(cost(140_123, 100, 700), cost(2 * 8000, 8000, 3500)), 'objects bytes');
});

test('where setup is not known, a coincidence is not called a change; where it is, it is none', () => {
  // 10 and 6 per operation, or 8000 once and 2 per operation?
  assert.equal(changed(cost(10 * 1000, 1000), cost(6 * 2000, 2000)), '');
  assert.equal(changed(cost(10 * 1000, 1000), cost(6 * 2000, 2000), true), 'objects bytes');
});

test('where setup is not among the counts, no more is allocated once than a first operation may take', () => {
  const half = cost(Math.round(0.5 * 140_123 * 80), 8000);
  assert.equal(changed(cost(140_123, 100), half), '');
  assert.equal(changed(cost(140_123, 100), half, true), 'objects bytes');
  assert.equal(changed(cost(30 * 7 + 10 * 7, 10), cost(30 * 7 + 20 * 7 + 1, 20), true), '');
});

test('larger objects are a change of bytes alone', () => {
  assert.equal(changed(cost(5000, 1000, 480), cost(5 * 2040, 2040, 512)), 'bytes');
  assert.equal(changed(cost(1000, 1000, 4096), cost(2040, 2040, 8192)), 'bytes');
});

test('a few objects of the runtime are not the code', () => {
  assert.equal(changed(cost(3000, 1000), cost(3002, 1000)), '');
  assert.equal(changed(cost(0, 1000), cost(3, 1000)), '');
  assert.equal(changed(cost(16, 42_381, 256), cost(16, 90_646, 256)), '');
});

test('counts and sizes that are left to chance are called a change in few of many comparisons', () => {
  const random = new Random(7);
  const measure = (operations: number): CountedCost => {
    let objects = 0;
    let bytes = 0;
    for (let i = 0; i < operations; i++) {
      // A pool that is empty every third time; sizes from 16 to 256.
      if (!random.oneIn(3)) continue;
      objects++;
      bytes += 16 * (1 + random.below(16));
    }
    return { objects, bytes, operations };
  };
  let called = 0;
  for (let i = 0; i < 1000; i++) {
    const { objects, bytes } = countsDiffer(
      measure(50 + random.below(1000)),
      measure(50 + random.below(1000)),
      true,
    );
    if (objects || bytes) called++;
  }
  assert.ok(called <= 50, `${called} of 1000`);
});

test('so are sizes that are left to chance, one object for each operation', () => {
  const random = new Random(8);
  const measure = (operations: number): CountedCost => {
    let bytes = 0;
    for (let i = 0; i < operations; i++) bytes += 16 * (1 + random.below(16));
    return { objects: operations, bytes, operations };
  };
  let called = 0;
  for (let i = 0; i < 1000; i++) {
    const { objects, bytes } = countsDiffer(
      measure(50 + random.below(1000)),
      measure(50 + random.below(1000)),
      true,
    );
    assert.equal(objects, false);
    if (bytes) called++;
  }
  assert.ok(called <= 50, `${called} of 1000`);
});

test('instructions of a line differ by more than what the runtime does now and then', () => {
  const differ = (before: number, after: number, spread = 0, type = 'instructions') =>
    instructionsDiffer(
      type,
      { count: before * 3000, operations: 3000 },
      { count: Math.round(after * 7001), operations: 7001 },
      spread,
    );
  assert.ok(differ(3590, 3214));
  assert.ok(differ(0, 3), 'a new line');
  assert.ok(differ(3590, 3600));
  assert.ok(!differ(3590, 3590.002));
  assert.ok(!differ(1_000_000, 1_000_900), 'less than a thousandth');
  assert.ok(!differ(31, 31.01), 'operations before the last one');
  assert.ok(!differ(4656, 5000, 0.041), 'the whole differs from count to count by 4%');
  assert.ok(differ(4656, 6000, 0.041));
  const isSimulatedChange = (before: number, after: number) =>
    differ(before, after, 0, 'simulated-branch-misses');
  assert.ok(isSimulatedChange(0.01, 0.4), 'of less than one in each operation');
  assert.ok(!isSimulatedChange(0.01, 0.012), 'a few of 3000 operations');
  assert.ok(!isSimulatedChange(64, 66), 'data lie elsewhere');
  assert.ok(isSimulatedChange(64, 72));
});
