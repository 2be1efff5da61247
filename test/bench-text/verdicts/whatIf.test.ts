// How much longer an operation takes when one of its lines does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewestRounds, importanceOf, slopeOf } from '../../../src/bench/verdicts/whatIf.ts';

/** Rounds of four delays on a machine whose speed changes from round to round, and that disturbs every fifth one. */
function rounds(slope: number, count = 40) {
  return Array.from({ length: count }, (_, round) =>
    [0, 100, 200, 300].map((added, i) => {
      const slow = 1000 + 30 * Math.sin(round);
      const disturbed = round % 5 === 0 && i === round % 4 ? 5000 : 0;
      const noise = 8 * Math.sin(1.7 * (4 * round + i));
      return { added, took: slow + slope * added + noise + disturbed };
    }),
  );
}

test('the slope is found although the machine changes, with an interval that has it', () => {
  for (const [slope, importance] of [
    [1, 'critical'],
    [0.5, 'partly'],
    [0, 'waits'],
  ] as const) {
    const found = slopeOf(rounds(slope));
    assert.ok(found !== null);
    assert.ok(found.low <= slope && slope <= found.high, JSON.stringify(found));
    assert.ok(found.high - found.low < 0.2, JSON.stringify(found));
    assert.equal(importanceOf(found, false), importance);
    // The fast stage of a pipeline had a slope of 0.65 beside other programs, where it is 0.03.
    assert.equal(importanceOf(found, true), 'disturbed');
  }
});

test('too few rounds, or rounds of one delay, say nothing', () => {
  assert.equal(slopeOf(rounds(1, fewestRounds - 1)), null);
  assert.notEqual(slopeOf(rounds(1, fewestRounds)), null);
  assert.equal(
    slopeOf(
      Array.from({ length: 10 }, () => [
        { added: 5, took: 1 },
        { added: 5, took: 2 },
      ]),
    ),
    null,
  );
});

test('a wide interval does not tell', () => {
  assert.equal(importanceOf({ slope: 0.4, low: -0.2, high: 1.2 }, false), 'unsure');
  assert.equal(importanceOf({ slope: 0.1, low: -0.3, high: 0.2 }, false), 'unsure');
});
