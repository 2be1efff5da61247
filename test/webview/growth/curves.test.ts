import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decades, logPlace } from '../../../src/webview/growth/curves.ts';

describe('a logarithmic scale', () => {
  it('has equal factors at equal distances', () => {
    assert.deepEqual(
      [1, 10, 100].map((value) => logPlace(value, 1, 100)),
      [0, 0.5, 1],
    );
    assert.equal(logPlace(7, 7, 7), 0.5);
  });

  it('has ticks at powers of ten, not too many', () => {
    assert.deepEqual(decades(1, 1000, 6), [1, 10, 100, 1000]);
    assert.deepEqual(decades(2, 900, 6), [10, 100]);
    assert.deepEqual(decades(1, 1e7, 4), [1, 100, 10_000, 1_000_000]);
    assert.deepEqual(decades(2, 9, 6), []);
  });
});
