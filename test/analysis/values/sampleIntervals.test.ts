// Between which values a cost is that was measured by samples. How often they hold is in test/verdicts.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  costInterval,
  type Interval,
  sampleInterval,
  shareInterval,
} from '../../../src/analysis/values/sampleIntervals.ts';

const rounded = ({ low, high }: Interval) => [low, high].map((end) => end.toFixed(3));

test('few samples leave a wide interval, many a narrow one, and none everything', () => {
  assert.deepEqual(rounded(shareInterval(5, 10)), ['0.237', '0.763'], "Wilson's");
  assert.deepEqual(rounded(shareInterval(500, 1000)), ['0.469', '0.531']);
  assert.deepEqual(rounded(shareInterval(0, 10)), ['0.000', '0.278']);
  assert.deepEqual(rounded(shareInterval(10, 10)), ['0.722', '1.000']);
  assert.deepEqual(shareInterval(0, 0), { low: 0, high: 1 });
});

test('a line that was seen once may cost a twentieth of that, and one that was missed once may cost nearly all', () => {
  assert.deepEqual(rounded(sampleInterval(1, 100)), ['0.051', '5.449']);
  assert.deepEqual(rounded(sampleInterval(99, 100)), ['94.551', '99.949']);
  assert.deepEqual(
    rounded(sampleInterval(1)),
    ['0.051', '5.665'],
    'the number of all samples is left to chance',
  );
});

test('the interval of a cost is wider by how much the speed varies, and never ends at the number of all samples', () => {
  assert.deepEqual(rounded(costInterval(100, 1000, 0)), rounded(sampleInterval(100, 1000)));
  assert.deepEqual(rounded(costInterval(1000, 1000, 0.05)), ['906.578', '1102.966']);
  assert.deepEqual(rounded(costInterval(5, 5, 0)), ['2.736', '6.083']);
});
