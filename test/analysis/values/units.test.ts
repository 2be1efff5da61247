import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentage, perOperation, scale, scaledLabel } from '../../../src/analysis/values/units.ts';

test('values print with two decimals, in the largest unit in which they are at least 1', () => {
  const printed: [value: number | bigint, from: string, to: string, label: string][] = [
    [0, 'nanoseconds', 'auto', '0'],
    [1, 'nanoseconds', 'auto', '1ns'],
    [1_500, 'nanoseconds', 'auto', '1.50us'],
    [10_000_000, 'nanoseconds', 'auto', '10ms'],
    [90_000_000_000, 'nanoseconds', 'minimum', '90s'],
    [7_200_000_000_000, 'nanoseconds', 'auto', '2hrs'],
    [-1_500, 'nanoseconds', 'auto', '-1.50us'],
    [1536, 'bytes', 'auto', '1.50kB'],
    [2 ** 50, 'bytes', 'auto', '1PB'],
    [1, 'kilobytes', 'B', '1024B'],
    [5, 'count', 'auto', '5'],
    [5, 'count', 'ms', '5ms'],
    [5, 'widgets', 'widgets', '5widgets'],
    [2n ** 62n, 'bytes', 'PB', '4096PB'],
  ];
  for (const [value, from, to, label] of printed) {
    assert.equal(scaledLabel(value, from, to), label, `${value} ${from} in ${to}`);
  }
});

test('a unit of another kind gives the default of the value’s own', () => {
  assert.deepEqual(scale(2_000_000_000, 'nanoseconds', 'MB'), { value: 2, unit: 's' });
});

test('exact halves round to even, as Go prints them', () => {
  // 1152 B are 1.125 kB, 1216 B are 1.1875 kB.
  assert.equal(scaledLabel(1152, 'bytes', 'kB'), '1.12kB');
  assert.equal(scaledLabel(1408, 'bytes', 'kB'), '1.38kB');
});

test('percentages: two decimals from 1 % up, two digits below, 100 % where it rounds to it', () => {
  const printed: [value: number, total: number, text: string][] = [
    [1, 3, '33.33%'],
    [1, 300, '0.33%'],
    [1, 3_000_000, '3.3e-05%'],
    [0, 5, '0%'],
    [5, 0, '0%'],
    [99_960, 100_000, '100%'],
    [-1, 4, '25.00%'],
    [3, 2, '150.00%'],
  ];
  for (const [value, total, text] of printed) assert.equal(percentage(value, total), text);
});

test('costs per operation have three significant digits', () => {
  const printed: [value: number, operations: number, unit: string, text: string][] = [
    [1_240_000, 1000, 'nanoseconds', '1.24µs/op'],
    [42, 100, 'nanoseconds', '0.42ns/op'],
    [999_990, 1000, 'nanoseconds', '1µs/op'],
    [48_000, 100, 'bytes', '480 B/op'],
    [1_536_000, 1000, 'bytes', '1.5 kB/op'],
    [300, 100, 'allocs', '3 allocs/op'],
    [1, 3, 'count', '0.333/op'],
    [0, 10, 'bytes', '0 B/op'],
    [12_345_678, 1, 'count', '12345678/op'],
  ];
  for (const [value, operations, unit, text] of printed) {
    assert.equal(perOperation(value, operations, unit), text);
  }
});
