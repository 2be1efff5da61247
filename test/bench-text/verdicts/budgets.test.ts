import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBudgets } from '../../../src/bench/verdicts/budgets.ts';

test('budgets are read in the units of results', () => {
  for (const [text, ...wanted] of [
    ['allocs/op<=97 B/op<=4k', ['allocs/op', { most: 97 }], ['B/op', { most: 4096 }]],
    ['instructions/op<=1.2M', ['instructions/op', { most: 1_200_000 }]],
    ['ns/op<=2.5k  hits<=0', ['ns/op', { most: 2500 }], ['hits', { most: 0 }]],
    ['time<=1.5ms', ['ns/op', { most: 1_500_000 }]],
    ['time<=base+5% B/op<=base+0.5%', ['ns/op', { aboveBase: 0.05 }], ['B/op', { aboveBase: 0.005 }]],
  ] as const) {
    const read = parseBudgets(text);
    assert.deepEqual(read.ok && read.value.map(({ unit, limit }) => [unit, limit]), wanted, text);
  }
});

test('what is no budget is named', () => {
  for (const text of [
    '',
    'allocs/op',
    'allocs/op<97',
    'allocs/op<=',
    '<=3',
    'B/op<=4K',
    'time<=5',
    'ns/op<=base+x%',
  ]) {
    const read = parseBudgets(`B/op<=1 ${text}`);
    const alone = parseBudgets(text);
    assert.equal(alone.ok || alone.problem.code, 'bad-budget', text);
    if (text !== '') assert.deepEqual(read.ok || read.problem.args, [text]);
  }
});
