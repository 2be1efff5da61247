import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationTimes } from '../../../src/bench/statistics/operationTimes.ts';
import { timesTable, timesText } from '../../../src/go/results/timesText.ts';

const before: OperationTimes = {
  rows: [
    [1000, 900],
    [1_000_000, 100],
  ],
  longest: 1_000_000,
  clock: 40,
};
const now: OperationTimes = { rows: [[1000, 99]], longest: 1000, clock: 40 };

test('two versions stand one above the other, in the same columns; one operation of many is seen', () => {
  const { heads, rows } = timesTable([
    { name: 'before', times: before },
    { name: 'now', times: now },
  ]);
  assert.deepEqual(heads, ['one operation', 'p50', 'p90', 'p99', 'longest', '1µs to 1ms']);
  const [empty, shorter] = ['▁'.repeat(22), '▁'.repeat(23)];
  assert.deepEqual(rows, [
    ['before', '1µs', '1µs', '1ms', '1ms', `█${empty}▆`],
    ['now', '1µs', '1µs', '', '1µs', `█${shorter}`],
  ]);
  const many: OperationTimes = {
    ...before,
    rows: [
      [1000, 10_000],
      [1_000_000, 1],
    ],
  };
  assert.match(timesText(many)[1], /^1µs █▁+▂ 1ms$/);
});
