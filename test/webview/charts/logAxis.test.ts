import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axisRange, logPlace, logTicks, roomFor } from '../../../src/webview/charts/logAxis.ts';

describe('a logarithmic scale', () => {
  it('has equal factors at equal distances', () => {
    assert.deepEqual(
      [1, 10, 100].map((value) => logPlace(value, 1, 100)),
      [0, 0.5, 1],
    );
    assert.equal(logPlace(7, 7, 7), 0.5);
  });

  it('shows a little more than its values, and at least a factor of two', () => {
    const wide = axisRange([10, 1000]);
    assert.ok(wide.low < 10 && wide.low > 8 && wide.high > 1000 && wide.high < 1200);
    const flat = axisRange([100, 100, 100]);
    assert.ok(flat.high / flat.low > 1.99 && flat.low < 100 && flat.high > 100);
  });

  it('has ticks at powers of ten, not too many', () => {
    assert.deepEqual(logTicks(1, 1000, 6), [1, 10, 100, 1000]);
    assert.deepEqual(logTicks(1, 1e7, 4), [1, 100, 10_000, 1_000_000]);
  });

  it('has ticks between powers of ten where these are few', () => {
    assert.deepEqual(logTicks(2, 900, 6), [3, 10, 30, 100, 300]);
    assert.deepEqual(logTicks(2, 9, 6), [2, 3, 5, 7]);
    assert.deepEqual(logTicks(0.09, 0.6, 6), [0.1, 0.2, 0.5]);
  });

  it('has at least two ticks for every range, and never more than were asked for', () => {
    for (let low = 1; low < 10; low *= 1.07) {
      for (const factor of [2, 3, 5, 8, 20, 100, 1e4, 1e9]) {
        const { length } = logTicks(low, low * factor, 6);
        assert.ok(length >= 2 && length <= 6, `${low} ${factor} ${length}`);
      }
    }
  });
});

describe('labels', () => {
  const label = (at: number) => ({ at, width: 20 });

  it('have room, or are left out; the first and the last are there', () => {
    assert.deepEqual(roomFor([label(0), label(15), label(40), label(70), label(80)], 5), [
      true,
      false,
      true,
      false,
      true,
    ]);
    assert.deepEqual(roomFor([label(0), label(30), label(60)], 5), [true, true, true]);
  });

  it('never touch, however many there are', () => {
    for (let count = 2; count < 40; count++) {
      const labels = Array.from({ length: count }, (_, i) => label((400 * i) / (count - 1)));
      const drawn = labels.filter((_, i) => roomFor(labels, 8)[i]);
      for (const [i, { at }] of drawn.entries()) {
        assert.ok(i === 0 || at - (drawn[i - 1]?.at ?? 0) >= 28, String(count));
      }
    }
  });
});
