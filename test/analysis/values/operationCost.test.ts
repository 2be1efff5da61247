import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type OperationType,
  operationCost,
  samplePeriodOf,
  shareLabel,
} from '../../../src/analysis/values/operationCost.ts';
import { perOperation } from '../../../src/analysis/values/units.ts';

const cpu = (operations: number, samplePeriod: number): OperationType => ({
  type: 'cpu',
  unit: 'nanoseconds',
  operations,
  samplePeriod,
});

const counted = (type: string, unit: string, operations: number): OperationType => ({
  type,
  unit,
  operations,
  samplePeriod: null,
});

test('costs from fewer than ten samples are rough', () => {
  const type = cpu(1_000_000, 10_000_000);
  assert.equal(operationCost(90_000_000, type), '~90ns/op');
  assert.equal(operationCost(100_000_000, type), '100ns/op');
  assert.equal(operationCost(0, type), '0ns/op');
});

test('events are counted in the words of benchmem', () => {
  assert.equal(operationCost(30, counted('alloc_objects', 'count', 10)), '3 allocs/op');
  assert.equal(operationCost(30, counted('contentions', 'count', 10)), '3 waits/op');
  assert.equal(operationCost(30, counted('alloc_space', 'bytes', 10)), '3 B/op');
});

test('what happens in few operations only says in how many', () => {
  assert.equal(operationCost(1, counted('alloc_objects', 'count', 30_000)), '1 in 30,000 ops');
  assert.equal(operationCost(3, counted('alloc_objects', 'count', 100_000)), '1 in 33,300 ops');
  assert.equal(operationCost(-1, counted('alloc_objects', 'count', 30_000)), '-1 in 30,000 ops');
  assert.equal(operationCost(16, counted('alloc_space', 'bytes', 1_000_000)), '1 B in 62,500 ops');
  assert.equal(operationCost(1, counted('alloc_objects', 'count', 50)), '0.02 allocs/op');
  // The cost of a line in a benchmark of a third of a nanosecond.
  assert.equal(perOperation(20_000_000, 1e9, 'nanoseconds'), '0.02ns/op');
  assert.equal(perOperation(1, 0x40000, 'nanoseconds'), '1ns in 262,000 ops');
});

/** Of all numbers of samples up to 200, in profiles of many sizes. */
function* sampledCosts() {
  for (let step = 0; step < 400; step++) {
    const type = cpu(Math.round(1.037 ** step * 17), 10_000_000);
    for (let samples = 1; samples <= 200; samples++) yield { type, samples };
  }
}

test('one sample more never costs less, and up to a hundred samples it reads differently', () => {
  let before = { text: '', each: 0 };
  for (const { type, samples } of sampledCosts()) {
    const text = operationCost(samples * 10_000_000, type);
    const each = nanoseconds(text);
    if (samples > 1) assert.ok(each >= before.each, `${samples} samples: ${before.text}, then ${text}`);
    if (samples > 1 && samples <= 100) assert.notEqual(text, before.text, `${samples} samples`);
    before = { text, each };
  }
});

test('a cost and its share are rounded by less than a tenth', () => {
  for (const { type, samples } of sampledCosts()) {
    const exact = (samples * 10_000_000) / type.operations;
    assert.ok(Math.abs(nanoseconds(operationCost(samples * 10_000_000, type)) / exact - 1) < 0.06);
    const share = samples / 1000;
    assert.ok(Math.abs(Number.parseFloat(shareLabel(share)) / 100 / share - 1) < 0.06);
  }
});

test('no value has an exponent, and the sign stands in front', () => {
  const types = [
    counted('alloc_objects', 'count', 1),
    counted('alloc_space', 'bytes', 1),
    counted('delay', 'nanoseconds', 1),
    cpu(1, 1),
    cpu(1, 10_000_000),
    counted('widgets', 'widgets', 1),
  ];
  for (const type of types) {
    for (const operations of [1, 3, 1000, 30_000, 1e9, 2 ** 53]) {
      for (const value of [0, 1, 2, 999, 1e6, 2 ** 53, 2n ** 63n - 1n]) {
        const plus = operationCost(value, { ...type, operations });
        assert.match(
          plus,
          /^~?(?:\d+(?:\.\d+)?(?:| \w+|\D{1,3})\/op|1(?:| B|ns) in \d{1,3}(?:,\d{3})* ops)$/,
        );
        const minus = operationCost(typeof value === 'bigint' ? -value : 0 - value, { ...type, operations });
        assert.equal(minus, value === 0 ? plus : plus.replace(/^~?/, '$&-'));
      }
    }
  }
});

test('the period of samples is known only where they are counted', () => {
  const types = [
    { type: 'samples', unit: 'count' },
    { type: 'cpu', unit: 'nanoseconds' },
  ];
  const period = (totals: number[], sampleType: number) =>
    samplePeriodOf(types, sampleType, (each) => totals[each] ?? 0);
  assert.equal(period([7, 70_000_000], 1), 10_000_000);
  assert.equal(period([7, 70_000_000], 0), 1);
  assert.equal(period([0, 0], 1), null, 'an empty profile');
  assert.equal(
    samplePeriodOf([{ type: 'delay', unit: 'nanoseconds' }], 0, () => 1),
    null,
  );
});

/** The time of a text such as `~1.2µs/op`. */
function nanoseconds(text: string): number {
  const rare = /^1ns in ([\d,]+) ops$/.exec(text)?.[1];
  if (rare !== undefined) return 1 / Number(rare.replaceAll(',', ''));
  const [, number, unit] = /^~?([\d.]+)(\D+)\/op$/.exec(text) ?? [];
  const factor = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[unit ?? ''];
  assert.ok(number !== undefined && factor !== undefined, text);
  return Number(number) * factor;
}

test('instructions that were counted one by one have all their digits', () => {
  const counted = { type: 'instructions', unit: 'count', operations: 1000, samplePeriod: null };
  assert.equal(operationCost(3_214_021, counted), '3,214 instr/op');
  assert.equal(operationCost(2_500, counted), '2.5 instr/op');
});
