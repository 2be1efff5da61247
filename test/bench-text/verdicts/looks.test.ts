/** Measuring in turns that stops as soon as it may: how often it is wrong, in simulated pairs, by the verdict that is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, inTurns } from '../../../src/bench/verdicts/change.ts';
import { isSettled, levelAtEnd, mostLooked } from '../../../src/bench/verdicts/looks.ts';
import { Random } from '../../fuzz/random.ts';
import { normal } from '../../verdicts/draws.ts';

/** How simulated pairs differ, as shares. */
interface Plan {
  readonly change?: number;
  /** Of the processes of a pair. */
  readonly spread?: number;
  /** Of the machine from pair to pair. */
  readonly drift?: number;
  /** Of the layouts, and how many each version has. */
  readonly layouts?: { readonly count: number; readonly spread: number };
  /** Whether now and then a pair is disturbed by much more. */
  readonly isDisturbed?: boolean;
  /** Somebody stops it then, who has not seen what was measured. */
  readonly stopAt?: number;
}

type Side = readonly Measurement[];

function measured(random: Random, plan: Plan): { readonly verdict: string; readonly of: number } {
  const { change = 0, spread = 0.02, drift = 0.1, layouts, stopAt = mostLooked } = plan;
  const placed = [0, 1].map(() =>
    Array.from({ length: layouts?.count ?? 1 }, () => (layouts?.spread ?? 0) * normal(random)),
  );
  const sides: [Measurement[], Measurement[]] = [[], []];
  for (let pair = 0; pair < stopAt; pair++) {
    const speed = drift * normal(random);
    for (const [i, side] of sides.entries()) {
      const disturbed = plan.isDisturbed === true && random.oneIn(5) ? 20 : 1;
      const layout = pair % (layouts?.count ?? 1);
      const log = speed + placed[i]![layout]! + disturbed * spread * normal(random) + i * Math.log1p(change);
      side.push({
        iterations: 1000,
        metrics: { 'ns/op': 1000 * Math.exp(log) },
        pair,
        ...(layouts === undefined ? {} : { layout }),
      });
    }
    if (isSettled(...sides, { comparisons: 1 })) break;
  }
  return { verdict: verdictOf(...sides), of: sides[0].length };
}

function verdictOf(base: Side, now: Side): string {
  const level = levelAtEnd(base, now, mostLooked);
  if (level === null) return 'none';
  return compareMeasurements(base, now, { ...inTurns, level })[0]?.verdict ?? 'none';
}

function ends(pairs: number, plan: (random: Random) => Plan): ReturnType<typeof measured>[] {
  const random = new Random(24);
  return Array.from({ length: pairs }, () => measured(random, plan(random)));
}

const share = <T>(all: readonly T[], isIt: (one: T) => boolean) => all.filter(isIt).length / all.length;
const isCalled = ({ verdict }: { readonly verdict: string }) => verdict === 'changed';

test('without a change, at most 1% of the pairs are called one, however often is looked', () => {
  const pairs = 500;
  // The level is at most 1%. With so many pairs, the share is exact to 0.45 percent.
  const most = 0.01 + 2 * 0.0045;
  const plans: Record<string, (random: Random) => Plan> = {
    usual: () => ({}),
    disturbed: () => ({ isDisturbed: true }),
    layouts: () => ({ spread: 0.005, layouts: { count: 12, spread: 0.03 } }),
    stopped: (random) => ({ stopAt: 4 + random.below(mostLooked - 3) }),
  };
  for (const [name, plan] of Object.entries(plans)) {
    // Of a single layout a difference is unsure at most.
    const falsely = share(ends(pairs, plan), ({ verdict }) => ['changed', 'unsure'].includes(verdict));
    assert.ok(falsely <= most, `${falsely} of ${name}`);
  }
});

test('a large change is settled at the first look, a small one is found by the end, and none ends it when none can be left', () => {
  const large = ends(100, () => ({ change: 0.2 }));
  assert.ok(share(large, ({ of, verdict }) => of === 10 && verdict === 'changed') > 0.95, 'large');
  const small = ends(100, () => ({ change: 0.01, spread: 0.008, layouts: { count: 20, spread: 0.002 } }));
  assert.ok(share(small, isCalled) > 0.8, `${share(small, isCalled)} of the small changes`);
  const none = ends(100, () => ({ spread: 0.002 }));
  assert.ok(share(none, ({ of, verdict }) => of === 10 && verdict === 'noise') > 0.9);
});

test('with fewer than four of each there is no verdict, and nothing is settled between the looks', () => {
  const side = (median: number, count: number, inPairs: boolean): Measurement[] =>
    Array.from({ length: count }, (_, pair) => ({
      iterations: 1000,
      metrics: { 'ns/op': median + pair / 1000 },
      ...(inPairs ? { pair } : {}),
    }));
  const apart = (count: number, inPairs: boolean) =>
    [side(1, count, inPairs), side(2, count, inPairs)] as const;
  const one = { comparisons: 1 };
  for (const inPairs of [false, true]) {
    assert.equal(levelAtEnd(...apart(3, inPairs), 40), null);
    const settled = [9, 10, 11].map((count) => isSettled(...apart(count, inPairs), one));
    assert.deepEqual(settled, [false, true, false]);
  }
  const levels = [4, 10, 11, 40].map((count) => levelAtEnd(...apart(count, false), 40));
  assert.deepEqual(levels, [0.04, 0.002, 0.04, 0.04]);
  assert.equal(
    isSettled(...apart(10, true), { comparisons: 2 }),
    false,
    'each benchmark has its part of the level',
  );
});
