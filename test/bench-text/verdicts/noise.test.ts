/** Notes about the machine and about measurements that vary. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { twoSpeeds } from '../../../src/bench/statistics/twoSpeeds.ts';
import {
  conditions,
  disturbances,
  disturbancesIn,
  type MachineWatch,
  procsChangedNote,
  procsNote,
  spreadNotes,
} from '../../../src/bench/verdicts/noise.ts';

const quiet: MachineWatch = {
  seconds: 10,
  cores: 4,
  usableCores: 4,
  otherSeconds: 1,
  busiest: { name: 'editor', seconds: 1 },
  stolenSeconds: 0,
  throttledSeconds: 0,
  hotThrottles: 0,
  onBattery: false,
  slowGovernor: null,
};

function said(watch: Partial<MachineWatch>): string[] {
  const machine = { ...quiet, ...watch };
  return [...disturbances(machine), ...conditions(machine)].map(sentence);
}

describe('the machine', () => {
  test('without disturbances, or without numbers, there is no note', () => {
    assert.deepEqual(said({}), []);
    const unknown = { otherSeconds: null, busiest: null, stolenSeconds: null, throttledSeconds: null };
    assert.deepEqual(said({ ...unknown, hotThrottles: null, onBattery: null }), []);
  });

  test('other processes are busy, with the name of the busiest', () => {
    assert.deepEqual(said({ otherSeconds: 12, busiest: { name: 'compile', seconds: 9 } }), [
      'Other processes kept 1.2 of 4 cores busy, compile most of all.',
    ]);
    assert.deepEqual(said({ otherSeconds: 12, busiest: { name: 'one of many', seconds: 2 } }), [
      'Other processes kept 1.2 of 4 cores busy.',
    ]);
    assert.deepEqual(said({ cores: 64, otherSeconds: 12 }), [], 'as many cores have room for that');
    assert.deepEqual(said({ seconds: 0.05, otherSeconds: 0.04 }), [], 'the counters are too coarse to tell');
  });

  test('what slows the cores down', () => {
    assert.deepEqual(said({ stolenSeconds: 4 }), [
      'The host of this virtual machine took away 10% of its processor time.',
    ]);
    assert.deepEqual(said({ usableCores: 1.5, throttledSeconds: 2 }), [
      'The container had used up its 1.5 cores and was stopped for 20% of the time.',
    ]);
    assert.match(said({ hotThrottles: 3 }).join(), /^Cores were slowed down because they were hot/);
    assert.match(said({ onBattery: true }).join(), /^The machine runs on battery/);
    assert.match(said({ slowGovernor: 'powersave' }).join(), /set to save power \(powersave\)/);
    assert.match(said({ usableCores: 1 }).join(), /^There is one core/);
    const weak = conditions({ ...quiet, onBattery: true, slowGovernor: 'powersave', usableCores: 1 });
    assert.equal(weak.length, 3);
    assert.deepEqual(disturbancesIn(weak), []);
    const hot = disturbances({ ...quiet, hotThrottles: 3 });
    assert.deepEqual(disturbancesIn(hot), hot);
  });
});

test('GOMAXPROCS beyond a container’s quota; Go rounds a quota up to two at least', () => {
  const note = (procs: number, usable: number) =>
    procsNote({ procs, measurements: [] }, usable)?.args ?? null;
  assert.deepEqual(note(64, 2), [64, '2 cores', 2]);
  assert.deepEqual(note(8, 1.5), [8, '1.5 cores', 1]);
  assert.deepEqual([note(2, 0.5), note(3, 2.5), note(4, 4), note(1, 8)], [null, null, null, null]);
});

function timings(values: readonly number[]): string[] {
  const measurements = values.map((value) => ({ iterations: 1, metrics: { 'ns/op': value } }));
  return spreadNotes({ procs: 1, measurements }).map(sentence);
}

describe('the measurements', () => {
  test('that agree have no note; that do not agree have one', () => {
    assert.deepEqual(timings([100, 101, 102, 103, 104, 105]), []);
    assert.deepEqual(timings([100]), []);
    assert.deepEqual(timings([100, 110, 120, 130, 140, 150]), [
      'The measurements differ by ±20%. More of them make the result more certain.',
    ]);
    assert.deepEqual(timings([100, 130]), [], 'two measurements make nothing certain anyway');
    assert.equal(timings([100, 200]).length, 1);
  });

  test('at two speeds', () => {
    assert.deepEqual(timings([100, 101, 102, 103, 104, 150, 151, 152, 153, 154]), [
      'It runs at two speeds: 5 measurements at 102ns/op, 5 at 152ns/op. Something switches between them, so the median says little.',
    ]);
  });
});

/** Numbers between 0 and 1 from a seed (mulberry32), so that the test is always the same. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('two speeds are seen in fewer than 1 of 100 samples that have one, and in most that have two', () => {
  const uniform = generator(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const share = (size: number, draw: (i: number) => number) => {
    let seen = 0;
    for (let i = 0; i < 2000; i++) {
      if (twoSpeeds(Array.from({ length: size }, (_, j) => draw(j))) !== null) seen++;
    }
    return seen / 2000;
  };
  const single = {
    normal: () => 100 + 30 * normal(),
    'log-normal': () => 100 * Math.exp(0.8 * normal()),
    exponential: () => 100 - 100 * Math.log(1 - uniform()),
    uniform: () => 100 + 100 * uniform(),
  };
  for (const [name, draw] of Object.entries(single)) {
    for (const size of [10, 20, 30]) assert.ok(share(size, draw) < 0.01, `${name}, ${size}`);
  }
  assert.ok(share(10, (i) => 100 + normal() + (i % 2) * 15) > 0.9);
  assert.equal(
    share(10, (i) => 100 + normal() / 10 + (i % 2) * 3),
    0,
    'too close to matter',
  );
});

test('a note if the processes of a run had different GOMAXPROCS', () => {
  assert.equal(procsChangedNote([4]), null);
  assert.equal(procsChangedNote([4, 4]), null);
  assert.deepEqual(procsChangedNote([8, 4, 8])?.args, ['4, 8']);
});
