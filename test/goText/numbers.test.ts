// Numbers as Go reads and writes them, and JavaScript does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatFixed,
  formatShortest,
  formatSigned,
  formatTwoDigits,
  parseGoFloat,
  parseGoInteger,
} from '../../src/goText/numbers.ts';

test('reading', () => {
  const cases: [text: string, value: number | string][] = [
    ['12', 12],
    ['.5', 0.5],
    ['5.', 5],
    ['1_000', 1000],
    ['1_23.50_0_0e+1_2', 1.235e14],
    ['0x1p4', 16],
    ['0x_1.8p-1', 0.75],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['+infinity', Number.POSITIVE_INFINITY],
    ['nan', Number.NaN],
    ['-nan', 'invalid syntax'],
    ['1e', 'invalid syntax'],
    ['0x10', 'invalid syntax'],
    ['1__0', 'invalid syntax'],
    ['1_.5', 'invalid syntax'],
    ['', 'invalid syntax'],
    ['1e400', 'value out of range'],
    ['1e-400', 0],
  ];
  for (const [text, value] of cases) assert.deepEqual(parseGoFloat(text), value, text);
  assert.deepEqual(['+7', '-7', '1_0', '', '9223372036854775808'].map(parseGoInteger), [
    7,
    -7,
    'invalid syntax',
    'invalid syntax',
    'value out of range',
  ]);
});

test('exact halves are rounded to even', () => {
  assert.deepEqual(
    [0.125, 0.375, 0.625, 2.675, -0.125, 2.5, 1e22].map((value) => formatFixed(value, 2)),
    ['0.12', '0.38', '0.62', '2.67', '-0.12', '2.50', '10000000000000000000000.00'],
  );
  assert.deepEqual([formatFixed(0.5, 0), formatFixed(1.5, 0), formatFixed(-0, 1)], ['0', '2', '-0.0']);
});

test('two significant digits', () => {
  assert.deepEqual([0.125, 0.375, 0.0625, 0.5, 1e-5, 0.000123, 0].map(formatTwoDigits), [
    '0.12',
    '0.38',
    '0.062',
    '0.5',
    '1e-05',
    '0.00012',
    '0',
  ]);
});

test('signs', () => {
  const values = [1, -1, 0, -0, Number.POSITIVE_INFINITY, Number.NaN];
  assert.deepEqual(
    values.map((value) => formatSigned(value, 1)),
    ['+1.0', '-1.0', '+0.0', '-0.0', '+Inf', '+NaN'],
  );
});

test('as few digits as possible', () => {
  const cases: [value: number, text: string][] = [
    [123456, '123456'],
    [1234567, '1.234567e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1e100, '1e+100'],
    [-2.5, '-2.5'],
  ];
  for (const [value, text] of cases) assert.equal(formatShortest(value), text);
});

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.double(), (value) => assert.deepEqual(parseGoFloat(formatShortest(value)), value)),
  );
});
