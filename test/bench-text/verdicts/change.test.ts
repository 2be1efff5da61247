// Simulated benchmarks whose true change is known. They are made from seeds, so that every run of the test is the same.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import {
  type Circumstances,
  compareMeasurements,
  inTurns,
  type Verdict,
} from '../../../src/bench/verdicts/change.ts';
import { detectableDifference, neededToFind } from '../../../src/bench/verdicts/power.ts';
import type { PassWitness } from '../../../src/bench/verdicts/witnesses.ts';
import { Random } from '../../fuzz/random.ts';
import { times } from '../../verdicts/draws.ts';

function timed(values: readonly number[]): Measurement[] {
  return values.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
}

function verdict(base: readonly number[], values: readonly number[]): Verdict | undefined {
  return compareMeasurements(timed(base), timed(values))[0]?.verdict;
}

/** The share of simulated comparisons whose verdict is `changed`. */
function shareCalled(seed: number, count: number, change: number, comparisons = 2000): number {
  const random = new Random(seed);
  let called = 0;
  for (let i = 0; i < comparisons; i++) {
    const base = times(random, count, 1000);
    if (verdict(base, times(random, count, 1000 * (1 + change))) === 'changed') called++;
  }
  return called / comparisons;
}

describe('without a change', () => {
  for (const count of [4, 5, 6, 10, 20]) {
    test(`at most 5% of comparisons of ${count} runs call one`, () => {
      // The level of the U test is at most 5 %. With so many comparisons, the share is exact to about half a percent.
      assert.ok(shareCalled(count, count, 0) <= 0.05 + 2 * 0.005);
    });
  }
});

describe('with as many measurements as are needed', () => {
  for (const difference of [0.02, 0.03, 0.05]) {
    test(`a change of ${100 * difference}% is found in about four of five comparisons`, () => {
      // The spread that ten thousand measurements have.
      const random = new Random(1);
      const base = times(random, 101, 1000).sort((a, b) => a - b);
      const moved = base.map((time) => time * (1 + difference));
      const needed = neededToFind({ baseValues: base, values: moved }, difference);
      assert.ok(needed);
      const found = shareCalled(2, needed, difference);
      assert.ok(found > 0.72 && found < 0.92, `${needed} runs find it in ${found}`);
    });
  }

  test('the detectable difference is the one that needs so many measurements', () => {
    const base = times(new Random(3), 20, 1000).sort((a, b) => a - b);
    const detectable = detectableDifference(base, base);
    assert.ok(detectable);
    // The spread of a few values has steps, and there may be one between the two.
    assert.ok([20, 21].includes(neededToFind({ baseValues: base, values: base }, detectable) ?? 0));
  });
});

test('a verdict needs four measurements of each, or many of one', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => 1 + i);
  const far = (count: number) => upTo(count).map((value) => value + 100);
  assert.equal(verdict(upTo(3), far(3)), 'few');
  assert.equal(verdict(upTo(4), far(4)), 'changed');
  assert.equal(verdict(upTo(2), far(7)), 'few');
  assert.equal(verdict(upTo(2), far(8)), 'changed');
  assert.equal(verdict(upTo(1), far(38)), 'few');
  assert.equal(verdict(upTo(1), far(39)), 'changed');
});

test('without a spread, no number is given', () => {
  assert.equal(neededToFind({ baseValues: [1], values: [2] }, 0.1), null);
  assert.equal(neededToFind({ baseValues: [-1, 0, 1], values: [2, 3, 4] }, 0.1), null);
  assert.equal(
    detectableDifference([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
    null,
    'five runs find nothing reliably',
  );
});

test('one constant measurement is enough for counted values, not for times', () => {
  const run = (metrics: Readonly<Record<string, number>>): Measurement[] => [{ iterations: 1, metrics }];
  const changes = compareMeasurements(
    run({ 'ns/op': 5, 'B/op': 480, 'allocs/op': 3, 'MB/s': 1 }),
    run({ 'ns/op': 4, 'B/op': 96, 'allocs/op': 3, 'MB/s': 2, 'hits/op': 1 }),
  );
  assert.deepEqual(
    changes.map(({ unit, verdict }) => `${unit} ${verdict}`),
    ['ns/op few', 'B/op changed', 'allocs/op same', 'MB/s few'],
  );
});

test('the same code is never changed, nor is a difference that the same code has shown before', () => {
  const base = timed([100, 101, 102, 103]);
  const verdictOf = (values: number[], isSameCode: boolean, drift: number) =>
    compareMeasurements(base, timed(values), { ...inTurns, isInTurns: false, isSameCode, drift })[0]?.verdict;
  const slower = [106, 107, 108, 109];
  assert.equal(verdictOf(slower, false, 0), 'changed');
  assert.equal(verdictOf(slower, true, 0), 'same-code');
  assert.equal(verdictOf(slower, false, 0.07), 'drift');
  assert.equal(verdictOf([94, 95, 96, 97], false, 0.07), 'drift');
  assert.equal(verdictOf(slower, false, 0.05), 'changed');
  assert.equal(verdictOf([104, 105, 106, 107], false, 0), 'unsure', 'less than two runs usually differ by');
});

describe('two runs that were not in turns', () => {
  const apart: Circumstances = { ...inTurns, isInTurns: false };
  const run = (iterations: number, metrics: Readonly<Record<string, number>>, count = 6): Measurement[] =>
    Array.from({ length: count }, (_, i) => ({
      iterations,
      metrics: { ...metrics, 'ns/op': (metrics['ns/op'] ?? 0) * (1 + i / 1000) },
    }));
  const callsOf = (base: Measurement[], now: Measurement[], known: Partial<Circumstances>) =>
    compareMeasurements(base, now, { ...apart, ...known }).map(
      ({ unit, verdict, doubt }) => `${unit} ${doubt ?? verdict}`,
    );

  test('a disturbed machine makes times unsure, and what is counted alike each time stays certain', () => {
    const base = run(1000, { 'ns/op': 100, 'allocs/op': 3, 'MB/s': 50 });
    const now = run(1000, { 'ns/op': 200, 'allocs/op': 2, 'MB/s': 25 });
    assert.deepEqual(callsOf(base, now, { isDisturbed: true }), [
      'ns/op busy',
      'allocs/op changed',
      'MB/s busy',
    ]);
    assert.deepEqual(callsOf(base, now, {}), ['ns/op changed', 'allocs/op changed', 'MB/s changed']);
    assert.deepEqual(callsOf(base, now, { isDisturbed: true, isInTurns: true }), [
      'ns/op changed',
      'allocs/op changed',
      'MB/s changed',
    ]);
  });

  test('what a collector frees at other times is unsure, and twice as much is not', () => {
    const bytes = (around: number): Measurement[] =>
      [0, 1, 2, 3, 4, 5].map((i) => ({ iterations: 1000, metrics: { 'B/op': around + i } }));
    assert.deepEqual(callsOf(bytes(1000), bytes(1500), { isDisturbed: true }), ['B/op busy']);
    assert.deepEqual(callsOf(bytes(2_000_000), bytes(7000), { isDisturbed: true }), ['B/op changed']);
  });

  test('CPU profiles that show none of the difference make it unsure', () => {
    const witness = (nanoseconds: number, wall = nanoseconds): PassWitness => ({
      kind: 'cpu',
      measurement: { iterations: 1000, metrics: { 'ns/op': wall } },
      cpu: { samples: 100, nanoseconds: nanoseconds * 1000 },
    });
    const base = run(1000, { 'ns/op': 1050 });
    const now = run(1000, { 'ns/op': 2370 });
    const called = (before: PassWitness, after: PassWitness) =>
      callsOf(base, now, { baseWitnesses: [before], witnesses: [after] })[0];
    assert.equal(called(witness(1050), witness(1000)), 'ns/op cpu');
    assert.equal(called(witness(1050), witness(2300)), 'ns/op changed');
    assert.equal(
      called(witness(1050), witness(1000, 5000)),
      'ns/op changed',
      'a pass that waited is no witness',
    );
  });

  test('as many instructions and misses as before make it unsure, other ones do not', () => {
    const counts = (instructions: number, misses: number): Measurement[] =>
      [0, 1, 2, 3, 4].map((i) => ({
        iterations: 1000,
        metrics: { 'instructions/op': instructions + i / 10, 'cache-misses/op': misses + i / 10 },
      }));
    const base = run(1000, { 'ns/op': 1050 });
    const now = run(1000, { 'ns/op': 2370 });
    const called = (after: Measurement[], before = counts(5000, 3)) =>
      callsOf(base, now, { counters: { base: before, now: after } })[0];
    assert.equal(called(counts(5000, 3)), 'ns/op instructions');
    assert.equal(called(counts(4000, 3)), 'ns/op instructions', 'fewer do not take longer');
    assert.equal(called(counts(9000, 3)), 'ns/op changed');
    assert.equal(called(counts(5000, 40)), 'ns/op changed', 'misses explain it');
    assert.equal(called(counts(5000, 3).slice(0, 2)), 'ns/op changed', 'too few counts');
    assert.equal(
      callsOf(base, now, { isInTurns: true, counters: { base: counts(5000, 3), now: counts(5000, 3) } })[0],
      'ns/op changed',
      'in turns, the time is its own witness: other instructions may take longer',
    );
  });
});

describe('what is allocated once', () => {
  const counted = (iterations: number, allocs: number): Measurement[] =>
    Array.from({ length: 6 }, () => ({ iterations, metrics: { 'allocs/op': allocs } }));
  /** As Go prints it: 5 for each operation, and a million for all of them. */
  const shared = (iterations: number) => counted(iterations, Math.floor(5 + 1e6 / iterations));
  const pass = ([measurement]: Measurement[]): PassWitness[] =>
    measurement === undefined ? [] : [{ kind: 'mem', measurement, cpu: null }];
  const verdictOf = (base: Measurement[], now: Measurement[], known: Partial<Circumstances> = {}) => {
    const [change] = compareMeasurements(base, now, { ...inTurns, ...known });
    return change?.doubt ?? change?.verdict;
  };

  test('is no change of the code, with and without a memory pass', () => {
    for (const [before, after] of [
      [200_000, 150_000],
      [100_000, 1_000_000],
      [70_000, 30_000],
    ] as const) {
      const witnesses = pass(shared(5000));
      assert.equal(verdictOf(shared(before), shared(after)), 'operations');
      assert.equal(
        verdictOf(shared(before), shared(after), { baseWitnesses: witnesses, witnesses }),
        'operations',
      );
    }
  });

  test('does not hide a change of each operation, where a memory pass shows that nothing is shared', () => {
    const known = { baseWitnesses: pass(counted(50_000, 12)), witnesses: pass(counted(90_000, 9)) };
    assert.equal(verdictOf(counted(1_000_000, 12), counted(1_900_000, 9), known), 'changed');
    assert.equal(verdictOf(counted(1_000_000, 12), counted(1_900_000, 9)), 'operations', 'nobody knows');
    assert.equal(
      verdictOf(counted(1_000_000, 12), counted(1_010_000, 9)),
      'changed',
      'about as many operations',
    );
    assert.equal(verdictOf(counted(1000, 12), counted(1000, 11)), 'changed');
  });

  test('would show in measurements with different numbers of operations', () => {
    const bytes = (iterations: readonly number[], value: number): Measurement[] =>
      iterations.map((each) => ({ iterations: each, metrics: { 'B/op': value } }));
    const around = (iterations: number) => [0, 1, 2, 3].map((i) => Math.round(iterations * (1 + i / 100)));
    assert.equal(verdictOf(bytes(around(1e6), 480), bytes(around(2e6), 336)), 'changed');
    assert.equal(
      verdictOf(bytes(around(1e6), 16), bytes(around(2e6), 8)),
      'operations',
      'too little to show',
    );
  });
});

test('what the runtime counts is as it was counted, in pairs, too', () => {
  const counted = (value: number): Measurement[] =>
    Array.from({ length: 12 }, (_, pair) => ({
      iterations: 1,
      metrics: { 'ns/op': 1000 + pair, 'allocs/op': value },
      pair,
    }));
  for (let before = 3; before < 1000; before += 7) {
    const changes = compareMeasurements(counted(before), counted(2));
    const allocs = changes.find(({ unit }) => unit === 'allocs/op');
    assert.deepEqual([allocs?.verdict, allocs?.now.center], ['changed', 2], `from ${before}`);
  }
});
