// The lens after a benchmark has run again. Medians, percent, p and n are as in benchstat.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { type Circumstances, inTurns } from '../../../src/bench/verdicts/change.ts';
import { changeLine as pairLine } from '../../../src/server/results/changeText.ts';

function changeLine(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  known: Partial<Circumstances> = {},
): string {
  return pairLine({ base, measurements, circumstances: { ...inTurns, ...known } });
}

function timed(...nanoseconds: number[]): Measurement[] {
  return nanoseconds.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
}

function measured(metrics: Readonly<Record<string, number>>, count = 4): Measurement[] {
  return Array.from({ length: count }, () => ({ iterations: 1, metrics }));
}

const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, i) => i * step);

test('a significant difference has its size, p and n', () => {
  const before = timed(...upTo(10).map((i) => 22_600 + 9 * i));
  const after = timed(...upTo(10).map((i) => 5_391 + 10 * i));
  assert.equal(changeLine(before, after), '22.6µs → 5.44µs/op  −76% (p<0.001 n=10)');
  assert.equal(changeLine(after, before.slice(0, 5)), '5.44µs → 22.6µs/op  +316% (p=0.001 n=10+5)');
});

test('a small difference keeps a decimal', () => {
  assert.equal(
    changeLine(timed(1000, 1001, 1002, 1003), timed(1021, 1022, 1023, 1024)),
    '1.00µs → 1.02µs/op  +2.1% (p=0.029 n=4)',
  );
});

test('a difference that may be chance says how many measurements would show it', () => {
  const before = timed(100, 104, 98, 102, 96);
  const after = timed(103, 107, 101, 105, 99);
  assert.equal(
    changeLine(before, after),
    '100ns → 103ns/op ~ (p=0.222 n=5; about 25 measurements would show 3%)',
  );
  const close = timed(100.1, 104.1, 98.1, 102.1, 96.1);
  assert.equal(
    changeLine(before, close),
    '100ns → 100ns/op ~ (p=0.690 n=5; over 100 measurements would show 0.1%)',
  );
  assert.equal(changeLine(before, timed(96, 97, 100, 103, 104)), '100ns → 100ns/op ~ (p=1.000 n=5)');
});

test('three measurements are too few for any difference', () => {
  assert.equal(
    changeLine(timed(900, 901, 902), timed(100, 101, 102)),
    '901ns → 101ns/op, too few runs (n=3; needs 4 of each)',
  );
  assert.equal(changeLine(timed(900), timed(100)), '900ns → 100ns/op, too few runs (n=1; needs 4 of each)');
});

test('equal times are one number', () => {
  assert.equal(changeLine(timed(5, 5, 5, 5), timed(5, 5, 5, 5)), '5ns/op');
});

test('allocations are counted: equal ones are one number, different ones are two, even with few runs', () => {
  const before = measured({ 'ns/op': 5, 'B/op': 480, 'allocs/op': 3 });
  assert.equal(
    changeLine(before, measured({ 'ns/op': 5, 'B/op': 96, 'allocs/op': 3 }, 1)),
    '480 → 96 B/op · 5ns/op · 3 allocs/op',
  );
  assert.equal(
    changeLine(before, measured({ 'ns/op': 5, 'B/op': 4096, 'allocs/op': 1 })),
    '480 B → 4 kB/op · 3 → 1 allocs/op · 5ns/op',
  );
});

test('units that only one of the runs has are not compared', () => {
  assert.equal(
    changeLine(measured({ 'ns/op': 5 }), measured({ 'ns/op': 5, 'B/op': 96, 'allocs/op': 3 })),
    '5ns/op · 96 B/op · 3 allocs/op',
  );
});

test('a difference that comes from the machine is not shown as a change of the code', () => {
  const before = timed(100, 101, 102, 103);
  const after = timed(106, 107, 108, 109);
  assert.equal(changeLine(before, after, { isSameCode: true }), '102ns → 108ns/op, same code (p=0.029 n=4)');
  assert.equal(
    changeLine(before, after, { isInTurns: false, drift: 0.083 }),
    '102ns → 108ns/op, unsure: the same code differs as much',
  );
});

test('a difference that the evidence does not bear has no percentage and no p', () => {
  const before = timed(1050, 1051, 1052, 1053);
  const after = timed(2370, 2371, 2372, 2373);
  assert.equal(
    changeLine(before, after, { isInTurns: false, isDisturbed: true }),
    '1.05µs → 2.37µs/op, unsure: busy machine',
  );
  assert.equal(
    changeLine(before, timed(1090, 1091, 1092, 1093), { isInTurns: false }),
    '1.05µs → 1.09µs/op, unsure: small, and not in turns',
  );
});

describe('over layouts', () => {
  /** Three measurements of each layout, from the medians of the layouts. */
  const laidOut = (...medians: number[]): Measurement[] =>
    medians.flatMap((median, layout) =>
      [0.999, 1, 1.001].map((factor) => ({
        iterations: 1,
        metrics: { 'ns/op': median * factor },
        layout,
      })),
    );

  test('a difference has its p and the number of layouts', () => {
    const line = changeLine(laidOut(1000, 1010, 1004, 1002, 1008), laidOut(970, 975, 972, 979, 969));
    assert.equal(line, '1.00µs → 972ns/op  −3.2% (p=0.008, 5 layouts)');
  });

  test('what only the layouts do is not called a change', () => {
    const line = changeLine(laidOut(1000, 1080, 1002, 1004, 1001), laidOut(1081, 1003, 1085, 1004, 1083));
    assert.equal(line, '1.00µs → 1.08µs/op ~ (differs by ±4% between layouts: not your edit)');
  });

  test('the number of layouts that would show a difference is said', () => {
    const noisy = (...medians: number[]) =>
      medians.flatMap((median, layout) =>
        [0.9, 1, 1.1].map((factor) => ({ iterations: 1, metrics: { 'ns/op': median * factor }, layout })),
      );
    const line = changeLine(noisy(1000, 1040, 980, 1020, 960), noisy(1030, 1070, 1010, 1050, 990));
    assert.equal(line, '1µs → 1.03µs/op ~ (p=0.175, 5 layouts; about 19 layouts would show 3%)');
  });
});
