/** The gate over many benchmarks: what takes a share of the family's level, what is measured again, what fails. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { combinedP, holm, measurementsToReach } from '../../../src/bench/verdicts/family.ts';
import {
  type FreshRound,
  type GatePair,
  isSuspicious,
  judge,
  type UnitVerdict,
} from '../../../src/bench/verdicts/gate.ts';
import { Random } from '../../fuzz/random.ts';
import { falseGains } from '../../verdicts/simulatedEdits.ts';
import { type GateTally, runGate, type SimulatedGate, usualGate } from '../../verdicts/simulatedGate.ts';

const options = { alpha: 0.05, threshold: 0.05 };

function timed(unit: string, values: readonly number[]): Measurement[] {
  return values.map((value) => ({ iterations: 100, metrics: { [unit]: value } }));
}

/** So many values around `center`, none of them equal. */
function around(center: number, count = 10): number[] {
  return Array.from({ length: count }, (_, i) => center * (1 + (i - count / 2) / 1000));
}

function pair(
  before: readonly number[],
  now: readonly number[],
  more: Partial<GatePair> = {},
  unit = 'ns/op',
): GatePair {
  return {
    base: timed(unit, before),
    measurements: timed(unit, now),
    circumstances: inTurns,
    facts: {},
    rounds: [],
    ...more,
  };
}

const round = (before: readonly number[], now: readonly number[], unit = 'ns/op'): FreshRound => ({
  base: timed(unit, before),
  measurements: timed(unit, now),
});

function said(pairs: readonly GatePair[], given = options): string[] {
  const text = ({ verdict, reason, isFailure }: UnitVerdict) =>
    `${verdict}: ${reason.what}${isFailure ? ', fails' : ''}`;
  return judge(pairs, given).verdicts.flat().map(text);
}

/** Pairs without a difference. */
function unchanged(count: number, measurements = 10): GatePair[] {
  const mixed = (first: number) => around(100, 2 * measurements).filter((_, i) => i % 2 === first);
  return Array.from({ length: count }, () => pair(mixed(0), mixed(1)));
}

describe('the family', () => {
  test('by Holm, each p-value has its own level', () => {
    // The example of Holm's rule in R: p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm") is 0.04 0.06 0.06 0.06.
    assert.deepEqual(holm([0.01, 0.02, 0.03, 0.04], 0.05), {
      significant: [true, false, false, false],
      level: 0.05 / 3,
    });
    assert.deepEqual(holm([0.04, 0.01, 0.02], 0.06).significant, [true, true, true]);
    assert.deepEqual(holm([], 0.05), { significant: [], level: 0.05 });
    assert.deepEqual(holm([Number.NaN, 0], 0.05).significant, [false, true]);
  });

  test('by weights, one has more of the level, which then is for the others', () => {
    assert.deepEqual(holm([0.024, 0.024, 0.024], 0.05).significant, [false, false, false]);
    assert.deepEqual(holm([0.024, 0.024, 0.024], 0.05, [2, 1, 1]).significant, [true, true, true]);
    assert.deepEqual(holm([0.03, 0.01], 0.05, [9, 1]), { significant: [true, true], level: 0.05 });
    assert.deepEqual(holm([0.046, 0.006], 0.05, [9, 1]), { significant: [false, false], level: 0.05 / 10 });
  });

  test('by Fisher, two tests are stronger than each', () => {
    assert.equal(combinedP([0.03]), 0.03);
    // 1 - pchisq(-2*log(0.05*0.05), 4) in R.
    assert.ok(Math.abs(combinedP([0.05, 0.05]) - 0.01747866) < 1e-8);
    assert.equal(combinedP([0, 0.5]), 0);
    assert.equal(combinedP([1, 1]), 1);
  });

  test('the default count is enough for a family of thousands', () => {
    assert.ok(measurementsToReach(0.05 / 4000) <= 10);
    assert.equal(measurementsToReach(0.05), 4);
  });

  test('what is counted exactly is certain, and takes no share', () => {
    const counted = pair([64, 64], [96, 96], {}, 'B/op');
    const outcome = judge([counted, ...unchanged(3)], options);
    assert.equal(outcome.comparisons, 3);
    assert.deepEqual(said([counted]), ['changed: counted, fails']);
    assert.deepEqual(said([pair([64, 64], [64, 64], {}, 'B/op')]), ['same: equal']);
  });
});

describe('a server in turns', () => {
  /** By so much a layout makes both versions of a turn slower; what is left beside that is smaller. */
  const ofTurn = [3, -4, 6, 0, -2, 5, -5, 2, 4, -3];
  const besides = [0.4, -1.1, 0.9, 0.2, -0.5, 1.2, -0.8, 0.1, -0.2, 0.6];
  const turns = (factor: number, by: readonly number[]): Measurement[] =>
    ofTurn.map((slower, turn) => ({
      iterations: 300,
      pair: turn,
      metrics: {
        'cpu-ns/req': 1e6 * factor * (1 + (slower + by[turn]!) / 100),
        ...Object.fromEntries(noisy.map((unit, i) => [unit, 100 + ((turn * 7 + i) % 10)])),
      },
    }));
  const noisy = ['requests/s', 'p50-ns', 'p90-ns', 'p99-ns', 'max-ns', 'B/req', 'allocs/req', 'peak-B'];
  const server = (factor: number): GatePair => ({
    base: turns(1, besides),
    measurements: turns(factor, [...besides].reverse()),
    circumstances: { ...inTurns, looks: 1 },
    facts: {},
    mainUnit: 'cpu-ns/req',
    rounds: [],
  });
  const mainOf = (given: GatePair) =>
    judge([given], options).verdicts[0]?.find(({ change }) => change.unit === given.mainUnit);
  const cpu = (given: GatePair) => `${mainOf(given)?.verdict}: ${mainOf(given)?.reason.what}`;

  test('3% more CPU are found, although turns differ by more, and nine units are judged', () => {
    assert.equal(cpu(server(1.03)), 'changed: significant');
    assert.equal(cpu(server(1)), 'same: noise');
  });

  test('what both of a turn have in common is not known of measurements that are no pairs', () => {
    const apart = ({ pair: _, ...each }: Measurement) => each;
    const { base, measurements, ...others } = server(1.03);
    assert.equal(
      cpu({ ...others, base: base.map(apart), measurements: measurements.map(apart) }),
      'same: noise',
    );
  });

  test('pairs that were looked at on the way need more', () => {
    const pOf = (given: GatePair) => mainOf(given)?.change.comparison.p;
    assert.equal(pOf(server(1.03)), 2 / 2 ** 10);
    assert.equal(pOf({ ...server(1.03), circumstances: inTurns }), 5 * (2 / 2 ** 10));
  });
});

describe('one benchmark among others', () => {
  const slightly = pair(around(100, 5), around(101, 5));

  test('a difference that is significant by itself may be chance among many', () => {
    assert.deepEqual(said([slightly])[0], 'changed: significant');
    // p = 0.03.
    const weak = pair(
      Array.from({ length: 10 }, (_, i) => 100 + i),
      Array.from({ length: 10 }, (_, i) => 103.5 + i),
    );
    assert.equal(said([weak])[0], 'changed: significant');
    assert.equal(said([weak, ...unchanged(49)])[0], 'same: family');
  });

  test('with too few measurements for the family, it says how many are needed', () => {
    const [first] = judge([slightly, ...unchanged(49, 5)], options).verdicts;
    assert.deepEqual(first?.[0]?.reason, { what: 'few', needed: 7 });
    assert.equal(first?.[0]?.verdict, 'too few runs');
  });

  test('the level is the user’s', () => {
    const few = pair(around(100, 4), around(101, 4));
    assert.deepEqual(said([few], { ...options, alpha: 0.01 }), ['too few runs: few']);
    const weak = pair([100, 101, 102, 103], [101.5, 104, 105, 106]);
    assert.deepEqual(said([weak], { ...options, alpha: 0.2 }), ['changed: significant']);
  });

  test('the same code, and what the evidence does not bear, are never called', () => {
    const circumstances = { ...inTurns, isSameCode: true };
    assert.deepEqual(said([pair(around(100), around(200), { circumstances })]), ['same code: same-code']);
    const apart = { ...inTurns, isInTurns: false };
    assert.deepEqual(said([pair(around(100), around(104), { circumstances: apart })]), ['unsure: doubt']);
  });
});

test('of a thousand edits without effect none is called a gain, where gains are measured again, too', () => {
  assert.equal(falseGains(new Random(3), 1000, 2), 0);
  const gains = { ...options, confirms: 'gains' as const };
  const faster = pair(around(120), around(100));
  assert.ok(isSuspicious(faster, gains));
  assert.ok(!isSuspicious({ ...faster, rounds: [round(around(100), around(120))] }, gains));
  const confirmed = round(around(120), around(100));
  assert.deepEqual(said([{ ...faster, rounds: [confirmed] }], gains), ['changed: significant']);
  const refuted = round(around(100), around(101));
  assert.deepEqual(said([{ ...faster, rounds: [confirmed, refuted] }], gains), ['unsure: unconfirmed']);
});

test('what may be an accident of the only layout is measured again, if that is asked for', () => {
  const inPairs = (of: readonly Measurement[], layouts: number) =>
    of.map((each, i) => ({ ...each, pair: i, ...(layouts === 0 ? {} : { layout: i % layouts }) }));
  const faster = (by: number, layouts = 0) =>
    pair([], [], {
      base: inPairs(timed('ns/op', around(100 + by, 24)), layouts),
      measurements: inPairs(timed('ns/op', around(100, 24)), layouts),
    });
  const accidents = { ...options, confirms: 'accidents' as const };
  assert.ok(isSuspicious(faster(15), accidents));
  assert.ok(!isSuspicious(faster(15), options));
  assert.ok(!isSuspicious(faster(40), accidents), 'no layout does that');
  assert.ok(!isSuspicious(faster(15, 12), accidents), 'over layouts');
  assert.ok(isSuspicious(faster(-4), accidents), 'a small loss');
  assert.ok(!isSuspicious(faster(-4), options));
  assert.ok(!isSuspicious(faster(-4, 12), accidents));
  const over = { rounds: [{ base: faster(-4, 12).base, measurements: faster(-4, 12).measurements }] };
  assert.deepEqual(said([{ ...faster(-4), ...over }], accidents), ['changed: significant']);
  const unchecked = (by: number, layouts = 0) =>
    said([{ ...faster(by, layouts), circumstances: { ...inTurns, isUnchecked: true } }]);
  assert.deepEqual(unchecked(15), ['unsure: doubt'], 'where nobody can');
  assert.deepEqual([unchecked(40), unchecked(15, 12)].flat(), Array(2).fill('changed: significant'));
});

test('where all that has changed is measured again, a little worse is a suspect, too', () => {
  const all = { ...options, confirms: 'all' as const };
  const slower = pair(around(100), around(104));
  assert.ok(isSuspicious(slower, all));
  const confirmed = [round(around(100), around(103))];
  assert.deepEqual(said([{ ...slower, rounds: confirmed }], all), ['changed: significant']);
  const muchSlower = [round(around(100), around(110))];
  assert.deepEqual(said([{ ...slower, rounds: muchSlower }], all), ['changed: significant']);
  for (const refuted of [round(around(100), around(96)), round(around(100), around(100.1))])
    assert.deepEqual(said([{ ...slower, rounds: [refuted] }], all), ['unsure: unconfirmed']);
  assert.ok(isSuspicious(pair(around(104), around(100)), all), 'so is a gain');
  // Of ten measures, chance shows one in two rounds more often than it may: together they have to be rarer.
  const twice = (now: number) => [
    { ...pair(around(100), around(now)), rounds: [round(around(100), around(now))] },
  ];
  assert.deepEqual(said(twice(100.4), all), ['unsure: family']);
  const gains = { ...options, confirms: 'gains' as const, threshold: 0 };
  assert.deepEqual(said(twice(100.4), gains), ['changed: significant, fails']);
  assert.deepEqual(said(twice(100.7), all), ['changed: significant']);
});

describe('what looks worse', () => {
  const slower = pair(around(100), around(120));

  test('is measured again; not what is better, too little, or counted', () => {
    assert.ok(isSuspicious(slower, options));
    assert.ok(!isSuspicious(pair(around(120), around(100)), options));
    assert.ok(!isSuspicious(pair(around(100), around(104)), options));
    assert.ok(!isSuspicious(pair([1, 1], [2, 2], {}, 'allocs/op'), options));
    assert.ok(isSuspicious(pair(around(100), around(80), {}, 'MB/s'), options));
    assert.ok(!isSuspicious(pair(around(100), around(80), {}, 'hits'), options));
    const facts = { hits: { better: 'higher' } };
    assert.ok(isSuspicious(pair(around(100), around(80), { facts }, 'hits'), options));
  });

  test('fails if the fresh round shows it, too', () => {
    assert.deepEqual(said([slower]), ['changed: significant, fails'], 'not measured again');
    const confirmed = { ...slower, rounds: [round(around(100), around(115))] };
    assert.deepEqual(said([confirmed]), ['changed: significant, fails']);
    assert.ok(isSuspicious(confirmed, options), 'a second round would be fresh again');
    for (const fresh of [
      round(around(100), around(104)),
      round(around(115), around(100)),
      round(around(100), [...around(100, 9), 300]),
      round([], []),
    ]) {
      const refuted = { ...slower, rounds: [fresh] };
      assert.deepEqual(said([refuted]), ['unsure: unconfirmed']);
      assert.ok(!isSuspicious(refuted, options));
    }
  });

  test('fails if the fresh round counts it exactly, where a stray byte had kept the first from it', () => {
    const strayed = pair([640, 640, 640, 641], [832, 832, 832, 832], {}, 'B/op');
    assert.ok(isSuspicious(strayed, options));
    const rounds = [round([640, 640, 640, 640], [832, 832, 832, 832], 'B/op')];
    assert.deepEqual(said([{ ...strayed, rounds }]), ['changed: significant, fails']);
  });

  test('is found in a large family by both rounds together, where one long measurement hides it from the first', () => {
    const hidden = pair([...around(100, 8), 130, 131], around(120));
    assert.equal(said([hidden, ...unchanged(49)])[0], 'same: family');
    const again = { ...hidden, rounds: [round(around(100), around(120))] };
    assert.equal(said([again, ...unchanged(49)])[0], 'changed: significant, fails');
  });

  test('a change of another unit is not judged by the fresh round', () => {
    const rounds = [round(around(100), around(100.01))];
    assert.deepEqual(said([pair(around(120), around(100), { rounds })]), ['changed: significant']);
  });
});

describe('simulated gates over 50 benchmarks', () => {
  const run = (seed: number, gates: number, changed: Partial<SimulatedGate>): GateTally[] => {
    const random = new Random(seed);
    return Array.from({ length: gates }, () => runGate(random, { ...usualGate, ...changed }));
  };

  test('unchanged code does not fail', () => {
    // 60 of 60 would also happen in more than half of all cases if 1% failed; `npm run verdicts -- gate` runs a thousand.
    assert.equal(run(1, 60, {}).filter(({ failed }) => failed).length, 0);
  });

  test('a benchmark that is 20% slower fails each time', () => {
    assert.equal(run(2, 60, { slowdown: 0.2 }).filter(({ found }) => !found).length, 0);
  });

  test('without the family and the fresh round, nearly all would fail', () => {
    const single = run(3, 20, { threshold: 0, confirm: 0, alpha: 0.999 });
    assert.ok(single.filter(({ failed }) => failed).length > 15);
  });
});
