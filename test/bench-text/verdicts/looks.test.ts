/** Measuring in turns that stops as soon as it may: how often it is wrong, in simulated pairs, by the verdict that is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMeasurements, inTurns } from '../../../src/bench/verdicts/change.ts';
import { isSettled, levelAtEnd } from '../../../src/bench/verdicts/looks.ts';
import { Random } from '../../fuzz/random.ts';
import { times } from '../../verdicts/draws.ts';

const measurements = (values: readonly number[]) =>
  values.map((value) => ({ iterations: 1000, metrics: { 'ns/op': value } }));

/** @param stopAt somebody stops it then, who has not seen what was measured */
function measured(random: Random, { count, change = 0, stopAt = count }: Plan) {
  const all = [1000, 1000 * (1 + change)].map((median) => measurements(times(random, count, median)));
  let [base, now] = [all[0]!, all[1]!].map((each) => each.slice(0, stopAt));
  for (let each = 1; each <= stopAt; each++) {
    const until = [base!.slice(0, each), now!.slice(0, each)] as const;
    if (isSettled(...until)) {
      [base, now] = until;
      break;
    }
  }
  const level = levelAtEnd(base!, now!, count);
  if (level === null) return { verdict: 'none', of: now!.length };
  const [time] = compareMeasurements(base!, now!, { ...inTurns, level });
  return { verdict: time!.verdict, of: now!.length };
}

interface Plan {
  readonly count: number;
  readonly change?: number;
  readonly stopAt?: number;
}

const pairs = 1500;

function share(plan: (random: Random) => Plan, isIt: (end: ReturnType<typeof measured>) => boolean): number {
  const random = new Random(24);
  const ends = Array.from({ length: pairs }, () => measured(random, plan(random)));
  return ends.filter(isIt).length / pairs;
}

const isCalled = ({ verdict }: { readonly verdict: string }) => verdict === 'changed';

test('without a change, at most 5% of the pairs are called one, however often is looked', () => {
  // The level is at most 5 %. With so many pairs, the share is exact to 0.6 percent.
  const most = 0.05 + 2 * 0.006;
  for (const count of [10, 20, 50]) {
    const falsely = share(() => ({ count }), isCalled);
    assert.ok(falsely <= most, `${falsely} of pairs of ${count}`);
  }
  const stopped = share((random) => ({ count: 20, stopAt: 4 + random.below(17) }), isCalled);
  assert.ok(stopped <= most, `${stopped} of those that somebody has stopped`);
});

test('a large change is settled at the first look, a small one is found by the end', () => {
  assert.ok(
    share(
      () => ({ count: 20, change: 0.3 }),
      ({ of, verdict }) => of === 5 && verdict === 'changed',
    ) > 0.8,
  );
  const small = { count: 20, change: 0.03 };
  const always = share(() => small, isCalled);
  assert.ok(always > 0.75, `${always} of the small changes`);
});

test('with fewer than four of each there is no verdict, and nothing is settled between the looks', () => {
  const apart = (count: number) =>
    [1, 2].map((median) => measurements(Array.from({ length: count }, (_, i) => median + i / 1000))) as [
      ReturnType<typeof measurements>,
      ReturnType<typeof measurements>,
    ];
  assert.equal(levelAtEnd(...apart(3), 10), null);
  assert.equal(isSettled(...apart(4)), false);
  assert.equal(isSettled(...apart(5)), true);
  assert.equal(isSettled(...apart(6)), false);
  assert.deepEqual(
    [
      levelAtEnd(...apart(4), 10),
      levelAtEnd(...apart(5), 10),
      levelAtEnd(...apart(6), 10),
      levelAtEnd(...apart(10), 10),
    ],
    [0.05, 0.008, 0.042, 0.042],
  );
});
