import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CalledContexts, type CallPlace } from '../../../src/go/counters/calledContexts.ts';
import type { CallgrindCounts, ExecutedCall } from '../../../src/go/counters/callgrindFile.ts';
import { growthOf, perOperation, together } from '../../../src/go/counters/countedOperations.ts';

const object = '/tmp/m.test';

function counts(executed: Readonly<Record<number, number>>): CallgrindCounts {
  const each = Object.entries(executed);
  return {
    executed: each.map(([address, count]) => ({ context: 1, object, address: Number(address), count })),
    calls: [],
  };
}

test('an operation has what more operations execute more often, in each pair', () => {
  // 1: three times in each operation. 2: once in the setup. 3 and 4: by chance, in one process or the other.
  const pairs = [
    { fewer: counts({ 1: 30, 2: 7, 3: 2 }), more: counts({ 1: 330, 2: 7, 3: 9 }), operations: 100 },
    { fewer: counts({ 1: 30, 2: 7, 3: 5 }), more: counts({ 1: 333, 2: 7, 4: 1 }), operations: 100 },
  ];
  const growth = growthOf(pairs);
  assert.deepEqual(growth, [{ object, address: 1, counts: [300, 303] }]);
  const counted = together(perOperation(growth, pairs, () => 1));
  assert.ok(counted !== null && Math.abs(counted.perOp - 3.015) < 1e-12);
  assert.ok(Math.abs(counted.spread - 0.03 / 3.015) < 1e-12);
  assert.equal(together(perOperation(growth, pairs, () => 0)), null);
});

test('the spread of more than two counts is less than their range', () => {
  const spreadOf = (counts: readonly number[]) => together(counts)?.spread;
  assert.deepEqual([[100, 102], [100, 102, 98, 100], [100, 100, 100, 100], [7]].map(spreadOf), [
    2 / 101,
    4 / 3 / 100,
    0,
    0,
  ]);
});

function call(context: number, address: number, callee: number, count: number): ExecutedCall {
  return { context, object, address, callee, count };
}

test('a context has the stacks of its callers, each with its share of the cost', () => {
  // 1 --10--> 2 --20--> 3 and 2 --21--> 3, which calls itself, too
  const contexts = new CalledContexts(
    [call(1, 10, 2, 500), call(2, 20, 3, 100), call(2, 21, 3, 300), call(3, 30, 3, 80)],
    () => 'inside',
  );
  const stacks = contexts
    .stacks(3)
    .map(({ calls, share }) => [calls.map(({ address }) => address).join(' '), share]);
  assert.deepEqual(new Set(stacks.map(([path]) => path)), new Set(['20 10', '21 10']));
  assert.deepEqual(Object.fromEntries(stacks), { '20 10': 0.25, '21 10': 0.75 });
});

test('a stack ends where it is to end, and where callers call each other', () => {
  const calls = [call(1, 10, 2, 1), call(2, 20, 3, 1), call(3, 30, 2, 1)];
  const addresses = (place: CallPlace, context: number) =>
    new CalledContexts(calls, ({ address }) => (address === 20 ? place : 'inside'))
      .stacks(context)
      .map((stack) => stack.calls.map(({ address }) => address).join(' '));
  assert.deepEqual(addresses('first', 3), ['20']);
  assert.deepEqual(addresses('before', 3), ['']);
  assert.deepEqual(addresses('none', 3), ['10']);
  for (const path of addresses('inside', 3)) assert.ok(path.startsWith('20 ') && path.length < 1000);
});

test('a call that is under way several times stands once on a stack, and none loses its root', () => {
  const shares = (contexts: CalledContexts, context: number) =>
    Object.fromEntries(
      contexts
        .stacks(context)
        .map(({ calls, share }) => [calls.map(({ address }) => address).join(' '), share] as const),
    );
  // 1 --10 or 11--> 2, and each call of 2 by itself from 20 or 21 is a context of its own, as deep as calls are told apart.
  const levels = Array.from({ length: 12 }, (_, i) => [
    call(2 + i, 20, 3 + i, 10),
    call(2 + i, 21, 3 + i, 10),
  ]);
  const contexts = new CalledContexts(
    [call(1, 10, 2, 30), call(1, 11, 2, 10), ...levels.flat(), call(14, 20, 14, 99)],
    () => 'inside',
  );
  const deepest = Object.entries(shares(contexts, 14));
  const shareOf = (address: string) =>
    deepest.reduce((sum, [path, share]) => sum + (path.split(' ').includes(address) ? share : 0), 0);
  assert.ok(Math.abs(shareOf('10') - 0.75) < 0.01 && Math.abs(shareOf('11') - 0.25) < 0.01);
  assert.ok(shareOf('20') > 0.99 && shareOf('21') > 0.99);
  assert.ok(deepest.every(([path]) => path.split(' ').length <= 3));
  // 3 and 4 call each other without end, after 2 has called 3.
  const endless = [call(1, 10, 2, 5), call(2, 20, 3, 5), call(3, 30, 4, 400), call(4, 40, 3, 399)];
  for (const first of [3, 4]) {
    const inTurns = new CalledContexts(endless, () => 'inside');
    inTurns.stacks(first);
    assert.deepEqual([shares(inTurns, 3), shares(inTurns, 4)], [{ '20 10': 1 }, { '30 20 10': 1 }]);
  }
});
