import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { memoryNote } from '../../../src/go/profile/memoryByNumber.ts';

const measurement = (iterations: number, bytes: number) => ({ iterations, metrics: { 'B/op': bytes } });

test('bytes that are of other numbers of operations than those of the lines are said to be', () => {
  const timed = [measurement(50_727, 52), measurement(48_690, 54), measurement(49_500, 53)];
  const note = memoryNote(timed, measurement(9501, 277));
  assert.equal(
    note && sentence(note),
    'What an operation allocates depends on how many there are: 53 B/op is of 49,500, the lines are of 9,501.',
  );
  assert.notEqual(memoryNote([measurement(10, 4000)], measurement(100, 3000)), null);
});

test('what rounding, a pool or a map that grows adds is no such difference', () => {
  assert.equal(memoryNote([measurement(50_000, 0)], measurement(9000, 15)), null);
  assert.equal(memoryNote([measurement(50_000, 4096)], measurement(9000, 4480)), null);
  assert.equal(memoryNote([{ iterations: 1, metrics: {} }], measurement(1, 10)), null);
});
