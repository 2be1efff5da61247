// The lens after a benchmark has run again. Medians, percent, p and n are as in benchstat. verdictTable.test.ts has every verdict.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { changeLine as pairLine } from '../../../src/server/results/changeText.ts';

function changeLine(base: readonly Measurement[], measurements: readonly Measurement[]): string {
  return pairLine({ base, measurements, circumstances: inTurns });
}

function timed(...nanoseconds: number[]): Measurement[] {
  return nanoseconds.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
}

function measured(metrics: Readonly<Record<string, number>>, count = 4): Measurement[] {
  return Array.from({ length: count }, () => ({ iterations: 1, metrics }));
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a significant difference has its size, p and n; a small one keeps a decimal', () => {
  const before = timed(...upTo(10).map((i) => 22_600 + 9 * i));
  const after = timed(...upTo(10).map((i) => 5_391 + 10 * i));
  assert.equal(changeLine(before, after), '22.6µs → 5.44µs/op  −76% (p<0.001 n=10)');
  assert.equal(changeLine(after, before.slice(0, 5)), '5.44µs → 22.6µs/op  +316% (p=0.001 n=10+5)');
  const small = changeLine(timed(1000, 1001, 1002, 1003), timed(1021, 1022, 1023, 1024));
  assert.equal(small, '1.00µs → 1.02µs/op  +2.1% (p=0.029 n=4)');
});

test('a difference that may be chance says how many measurements would show it', () => {
  const before = timed(100, 104, 98, 102, 96);
  for (const [after, line] of [
    [timed(103, 107, 101, 105, 99), '103ns/op ~ (p=0.222 n=5; about 25 measurements would show 3%)'],
    [
      timed(100.1, 104.1, 98.1, 102.1, 96.1),
      '100ns/op ~ (p=0.690 n=5; over 100 measurements would show 0.1%)',
    ],
    [timed(96, 97, 100, 103, 104), '100ns/op ~ (p=1.000 n=5)'],
  ] as const) {
    assert.equal(changeLine(before, after), `100ns → ${line}`);
  }
});

test('over layouts, the number of layouts that would show a difference is said', () => {
  const noisy = (...medians: number[]) =>
    medians.flatMap((median, layout) =>
      [0.9, 1, 1.1].map((factor) => ({ iterations: 1, metrics: { 'ns/op': median * factor }, layout })),
    );
  const line = changeLine(noisy(1000, 1040, 980, 1020, 960), noisy(1030, 1070, 1010, 1050, 990));
  assert.equal(line, '1µs → 1.03µs/op ~ (p=0.175, 5 layouts; about 19 layouts would show 3%)');
});

test('one measurement is too few for any difference', () => {
  assert.equal(changeLine(timed(900), timed(100)), '900ns → 100ns/op, too few runs (n=1; needs 4 of each)');
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
  const now = measured({ 'ns/op': 5, 'B/op': 96, 'allocs/op': 3 });
  assert.equal(changeLine(measured({ 'ns/op': 5 }), now), '5ns/op · 96 B/op · 3 allocs/op');
});
