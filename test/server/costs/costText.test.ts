import assert from 'node:assert/strict';
import test from 'node:test';
import { shareLabel } from '../../../src/analysis/values/operationCost.ts';
import {
  costLabel,
  heatOf,
  intervalLabel,
  lineShareLabel,
  lineText,
  totalWithUnit,
} from '../../../src/server/costs/costText.ts';
import { isFaint, sampledValue } from '../../../src/server/costs/sampledCost.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { profileOf } from '../../pprof/builder.ts';
import { sessionOf } from '../builders.ts';

function session(sampleType: string, operations: number | null): Session {
  const profile = profileOf({
    sampleTypes: [sampleType],
    samples: [
      { values: [30], stack: ['leaf a.go:1', 'mid a.go:2'] },
      { values: [70], stack: ['mid a.go:2'] },
    ],
  });
  return sessionOf(profile, { operations });
}

/** With the no-break spaces as underscores: at the spaces that are left, the text may be cut. */
function textOf(...args: Parameters<typeof lineText>): string {
  return lineText(...args).replaceAll('\u00a0', '_');
}

test('a line says cum, flat and its share, per operation where the operations are known', () => {
  const both = { line: 2, flat: 70, cum: 100 };
  const rows: [type: string, operations: number | null, cost: typeof both, text: string][] = [
    ['cpu/nanoseconds', 10, both, '10ns/op cum ·_7ns_flat ·_100%'],
    ['cpu/nanoseconds', null, both, '100ns cum ·_70ns_flat ·_100%'],
    ['alloc_objects/count', 10, both, '10_allocs/op cum ·_7_allocs_flat ·_100%'],
    ['alloc_space/bytes', 10, both, '10_B/op cum ·_7_B_flat ·_100%'],
    // Memory that was live at the end of the benchmark is not divided by its operations.
    ['inuse_space/bytes', 10, both, '100B cum ·_70B_flat ·_100%'],
    // Flat is left out if it is zero, and cum if it reads like flat.
    ['cpu/nanoseconds', 10, { line: 1, flat: 30, cum: 30 }, '3ns/op flat ·_30%'],
    ['cpu/nanoseconds', 10, { line: 1, flat: 0, cum: 30 }, '3ns/op cum ·_30%'],
    ['alloc_objects/count', 10, { line: 1, flat: 30_000, cum: 30_001 }, '3000_allocs/op flat ·_100%'],
    // What happens in few operations is no fraction of an allocation.
    ['alloc_objects/count', 30_000, { line: 1, flat: 1, cum: 1 }, '1_in_30,000_ops flat ·_1%'],
    [
      'alloc_objects/count',
      30_000,
      { line: 1, flat: 1, cum: 60_000 },
      '2_allocs/op cum ·_1_in_30,000_ops_flat ·_100%',
    ],
  ];
  for (const [type, operations, cost, text] of rows) {
    assert.equal(textOf(session(type, operations), 0, cost), text);
  }
});

test('a total says what it counts', () => {
  const totals = ['cpu/nanoseconds', 'alloc_objects/count', 'contentions/count', 'samples/count'];
  assert.deepEqual(
    totals.map((type) => totalWithUnit(session(type, 10), 0, 100)),
    ['100ns', '100 allocs', '100 waits', '100'],
  );
});

test('the earlier cost stands beside the present one', () => {
  const of = session('cpu/nanoseconds', 10);
  const text = textOf(of, 0, { line: 2, flat: 70, cum: 100 }, 'was 31');
  assert.equal(text, '10ns/op was_31 ·_cum ·_7ns_flat ·_100%');
  assert.equal(textOf(of, 0, { line: 1, flat: 0, cum: 0 }, 'was 31'), '0ns/op was_31');
});

/** A CPU profile of a million operations, with `samples` samples on line 1 and `others` on line 2. */
function sampled(samples: number, others = 0): Session {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [samples, samples * 10_000_000], stack: ['leaf a.go:1'] },
      { values: [others, others * 10_000_000], stack: ['leaf a.go:2'] },
    ],
  });
  return sessionOf(profile, { operations: 1_000_000 });
}

test('a cost from few samples is said to be rough', () => {
  const label = (samples: number) => costLabel(sampled(samples), 1, samples * 10_000_000);
  const labels = [0, 4, 12, 123, 1234, 98_765].map(label);
  assert.equal(labels.join(' '), '0ns/op ~40ns/op 120ns/op 1.23µs/op 12.3µs/op 988µs/op');
});

test('fewer than ten samples are faint', () => {
  const faint = (samples: number) => {
    const value = sampledValue(sampled(samples), 1, samples * 10_000_000);
    return value !== null && isFaint(value);
  };
  assert.deepEqual([1, 9, 10, 100].map(faint), [true, true, false, false]);
  assert.equal(sampledValue(session('alloc_space/bytes', 10), 0, 100), null, 'counted, not sampled');
});

test('lines with different shares have different costs', () => {
  // Of 100 samples, in 909 operations, so that one sample is 11µs: with one digit, 9 and 13 samples would both be 100µs.
  const of = sessionOf(sampled(13, 87).profile, { operations: 909 });
  const text = (samples: number) => textOf(of, 1, { line: 1, flat: 0, cum: samples * 10_000_000 });
  assert.equal(text(9), '~99µs/op cum ·_9%');
  assert.equal(text(13), '143µs/op cum ·_13%');
});

test('the share of a line is in whole percent; elsewhere shares have one decimal below ten percent', () => {
  const shares = [0.38, 0.0994, 0.016, 0.01, 0.0099, 0.0001, 0, 1];
  assert.equal(shares.map(lineShareLabel).join(' '), '38% 10% 2% 1% <1% <1% 0% 100%');
  const others = [0.38, 0.0994, 0.0996, 0.012, 0.0004, 0];
  assert.equal(others.map(shareLabel).join(' '), '38% 9.9% 10% 1.2% <0.1% 0%');
});

test('the interval of a cost per operation', () => {
  const label = (samples: number, others: number, variation: number) =>
    intervalLabel(sampled(samples, others), 1, samples * 10_000_000, variation);
  assert.equal(label(100, 10_000, 0), '820ns to 1.2µs/op');
  assert.equal(label(1000, 1000, 0), '9.6 to 10µs/op');
  assert.equal(label(1000, 1000, 0.1), '8.2 to 12µs/op', 'a busy machine');
  assert.equal(intervalLabel(session('alloc_space/bytes', 10), 0, 100, 0), null);
});

test('heat has ten steps, which are narrower for small shares', () => {
  assert.deepEqual([0, 0.01, 0.04, 0.25, 0.81, 1].map(heatOf), [0, 1, 2, 5, 9, 9]);
});
