/** What a server is measured by, on a machine of its own and beside other work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTurns } from '../../../src/go/inTurns/turnPlan.ts';

const busy = (otherSeconds: number | null) => ({ otherSeconds, seconds: 2, cores: 2 });
const turn = (serverCpu: number | null) => ({ load: { completed: 300 }, serverCpu });
const [asFastAsItGoes, atRate] = [{ rate: null }, { rate: 150 }];

test('on a free machine, or one that does not tell, a turn is as long as was asked for', () => {
  const plan = { requests: 300, turns: 10, starts: 1 };
  assert.deepEqual(planTurns(turn(0.02), asFastAsItGoes, busy(0.4)), plan);
  assert.deepEqual(planTurns(turn(0.02), asFastAsItGoes, busy(null)), plan);
});

test('beside other work there are more turns of several processes, until the server has used half a core', () => {
  assert.deepEqual(planTurns(turn(0.7), asFastAsItGoes, busy(1.5)), { requests: 100, turns: 20, starts: 3 });
  assert.deepEqual(planTurns(turn(0.125), asFastAsItGoes, busy(3.5)), {
    requests: 400,
    turns: 20,
    starts: 3,
  });
  assert.deepEqual(planTurns(turn(0.01), asFastAsItGoes, busy(3.9)), { requests: 800, turns: 20, starts: 3 });
  assert.deepEqual(planTurns(turn(null), asFastAsItGoes, busy(3.9)), { requests: 100, turns: 20, starts: 3 });
});

test('a rate of requests stays, whatever else the machine does', () => {
  assert.deepEqual(planTurns(turn(0.05), atRate, busy(3)), { requests: 100, turns: 20, starts: 3 });
});

test('a server that answers few requests starts once a turn', () => {
  const slow = { load: { completed: 40 }, serverCpu: 0.7 };
  assert.deepEqual(planTurns(slow, asFastAsItGoes, busy(3)), { requests: 40, turns: 20, starts: 1 });
});
