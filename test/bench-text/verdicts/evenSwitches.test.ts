/** CPU time of a server whose threads switch more or less often. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, inTurns } from '../../../src/bench/verdicts/change.ts';
import { withEvenSwitches } from '../../../src/bench/verdicts/evenSwitches.ts';

const unit = 'cpu-ns/req';
const perSwitch = 12;

/** @param switches of each turn */
function turns(cost: number, switches: readonly number[]): Measurement[] {
  return switches.map((each, pair) => ({
    iterations: 100,
    metrics: { [unit]: cost + perSwitch * each + (pair % 3) },
    switches: each,
    pair,
  }));
}

const some = [0, 9, 3, 18, 1, 12, 7, 25, 4, 2, 16, 0];
const others = [7, 0, 14, 2, 21, 3, 1, 11, 19, 5, 0, 8];
const verdictOf = (base: Measurement[], now: Measurement[]) => {
  const [change] = compareMeasurements(base, now, { ...inTurns, looks: 1 });
  return `${change?.verdict} ${(100 * ((change?.now.center ?? 0) / (change?.base.center ?? 1) - 1)).toFixed(1)}%`;
};
const without = (side: Measurement[]) => side.map(({ switches, ...each }) => each);

test('a change shows that is smaller than what the switches take', () => {
  const [base, now] = [turns(1000, some), turns(1030, others)];
  assert.match(verdictOf(base, now), /^changed [23]\.\d%$/);
  assert.match(verdictOf(without(base), without(now)), /^noise/);
});

test('code that takes longer has more switches in that time, and all of it is its own', () => {
  const base = turns(1000, some);
  const longer = turns(1000, others).map(({ metrics, switches = 0, ...each }) => ({
    ...each,
    metrics: { [unit]: 1.1 * metrics[unit]! },
    switches: 1.1 * switches,
  }));
  assert.match(verdictOf(base, longer), /^changed (9\.[89]|10\.[012])%$/);
});

test('what switches take is no change', () => {
  assert.match(verdictOf(turns(1000, some), turns(1000, others)), /^noise -?0\.\d%$/);
});

test('a version that switches more often takes that time itself', () => {
  const more = others.map((each) => each + 40);
  assert.equal(withEvenSwitches(unit, turns(1000, some), turns(1000, more)), null);
  assert.match(verdictOf(turns(1000, some), turns(1000, more)), /^changed 4\d\.\d%$/);
});

test('switches that explain nothing, or are not known, change nothing', () => {
  const steady = turns(1000, some).map((each, turn) => ({ ...each, switches: others[turn]! }));
  assert.equal(withEvenSwitches(unit, steady, steady), null);
  assert.equal(withEvenSwitches(unit, without(turns(1000, some)), turns(1000, others)), null);
  assert.equal(withEvenSwitches(unit, [], []), null);
  const never = turns(
    1000,
    some.map(() => 0),
  );
  assert.equal(withEvenSwitches(unit, never, never), null);
});

test('both are evened out alike: which is the older one makes no difference', () => {
  const turn = fc.record({
    cost: fc.integer({ min: 500, max: 2000 }),
    switches: fc.integer({ min: 0, max: 30 }),
  });
  const side = (rows: readonly { cost: number; switches: number }[]) =>
    rows.map(({ cost, switches }, pair) => ({
      iterations: 1,
      metrics: { [unit]: cost + 100 * switches },
      switches,
      pair,
    }));
  fc.assert(
    fc.property(fc.array(fc.tuple(turn, turn), { minLength: 10, maxLength: 30 }), (pairs) => {
      const [one, other] = [side(pairs.map(([first]) => first)), side(pairs.map(([, second]) => second))];
      const [there, back] = [withEvenSwitches(unit, one, other), withEvenSwitches(unit, other, one)];
      assert.deepEqual(there === null, back === null);
      const of = (all: readonly Measurement[] = []) => all.map(({ metrics }) => metrics[unit] ?? 0);
      const [these, those] = [
        [...of(there?.base), ...of(there?.measurements)],
        [...of(back?.measurements), ...of(back?.base)],
      ];
      assert.ok(these.every((each, i) => Math.abs(each - those[i]!) < 0.001));
    }),
  );
});
