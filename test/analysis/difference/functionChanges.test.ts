import assert from 'node:assert/strict';
import test from 'node:test';
import { functionChanges } from '../../../src/analysis/difference/functionChanges.ts';
import type { Evidence } from '../../../src/base/model.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

const calm: Evidence = { deviation: 0.05, isSameCode: false, isDisturbed: false, countSpread: 0 };
const cpuTypes = ['samples/count', 'cpu/nanoseconds'];

/** A CPU profile with so many samples of each function. */
function cpu(counts: Readonly<Record<string, number>>): Profile {
  const samples = Object.entries(counts).map(([name, count]) => ({
    values: [count, count * 1e7],
    stack: [`${name} a.go:1`, 'main.main m.go:2'],
  }));
  return profileOf({ sampleTypes: cpuTypes, samples });
}

/** A profile of every allocation, with so many objects of 64 bytes of each function. */
function memory(counts: Readonly<Record<string, number>>): Profile {
  const samples = Object.entries(counts).map(([name, count]) => ({
    values: [count, 64 * count],
    stack: [`${name} a.go:1`],
  }));
  const sampleTypes = ['alloc_objects/count', 'alloc_space/bytes'];
  return profileOf({ sampleTypes, samples, period: 1n, periodType: 'space/bytes' });
}

function compared(now: Profile, base: Profile, evidence = calm, operations: number | null = 1000) {
  return functionChanges({ profile: now, operations }, { profile: base, operations }, evidence);
}

test('of a few samples nothing is certain', () => {
  const few = compared(cpu({ a: 4, b: 1, c: 1 }), cpu({ a: 5, d: 4 }), calm, null);
  assert.deepEqual(few[1], { names: [], shrunk: [], of: 5, per: 'totals' });
});

test('what many samples bear is certain, in all that have it on their stacks', () => {
  const [, ofTime] = compared(cpu({ a: 300, b: 900 }), cpu({ a: 300, b: 100 }));
  assert.deepEqual(ofTime, { names: ['main.main', 'b'], shrunk: [], of: 3, per: 'operations' });
});

test('nothing differs in the same code, and no time on a disturbed machine', () => {
  const [now, base] = [cpu({ a: 300, b: 900 }), cpu({ a: 300, b: 100 })];
  const sameCode = compared(now, base, { ...calm, isSameCode: true });
  assert.deepEqual(sameCode[1], { names: [], shrunk: [], of: 3, per: 'operations' });
  assert.deepEqual(compared(now, base, { ...calm, isDisturbed: true })[1], {
    names: [],
    shrunk: [],
    of: 3,
    per: 'operations',
  });
});

test('shares are compared where the numbers of operations are not known', () => {
  const [twice, once] = [cpu({ a: 600, b: 600 }), cpu({ a: 300, b: 300 })];
  assert.deepEqual(compared(twice, once, calm, null)[1]?.names, []);
  assert.deepEqual(compared(twice, once)[1]?.names, ['a', 'main.main', 'b']);
  assert.deepEqual(compared(once, twice)[1]?.shrunk, ['a', 'main.main', 'b']);
});

test('allocations that are all counted differ by one in each operation', () => {
  const changes = compared(memory({ a: 1000, b: 2000 }), memory({ a: 1000, b: 1000 }));
  assert.deepEqual(
    changes.map((each) => each?.names),
    [['b'], ['b']],
  );
});

test('what only setup may have allocated is no change, unless the profiles are of the loop', () => {
  const [longer, shorter] = [
    { profile: memory({ a: 21_000, b: 50 }), operations: 2000 },
    { profile: memory({ a: 21_000, b: 50 }), operations: 1000 },
  ] as const;
  assert.deepEqual(functionChanges(longer, shorter, calm)[0]?.names, []);
  const ofLoop = functionChanges({ ...longer, isLoop: true }, { ...shorter, isLoop: true }, calm);
  assert.deepEqual(ofLoop[0]?.names, ['a']);
});

test('of what is neither sampled nor counted, nothing is known', () => {
  const goroutines = profileOf({
    sampleTypes: ['goroutine/count'],
    samples: [{ values: [3], stack: ['a'] }],
  });
  assert.deepEqual(compared(goroutines, goroutines), [null]);
  // Without a number of operations, only a sample of the allocations may have been recorded.
  assert.deepEqual(compared(memory({ a: 1 }), memory({ a: 2 }), calm, null), [null, null]);
});
