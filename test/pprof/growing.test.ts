import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growColumns, grown, grownLength } from '../../src/pprof/growing.ts';

describe('a column that grows', () => {
  it('keeps its type and its items, and has zeros after them', () => {
    assert.deepEqual(grown(Float64Array.of(0.5, -1), 4), Float64Array.of(0.5, -1, 0, 0));
    assert.deepEqual(grown(BigInt64Array.of(-1n), 2), BigInt64Array.of(-1n, 0n));
  });

  it('gets at least the room that is needed', () => {
    assert.equal(grownLength(100, 101), 150);
    assert.equal(grownLength(100, 1000), 1000);
    assert.equal(grownLength(0, 1), 1);
  });

  it('grows together with the other columns of its table', () => {
    const columns = { line: Uint32Array.of(7), cost: Float64Array.of(0.25) };
    growColumns(columns, 2);
    assert.deepEqual(columns, { line: Uint32Array.of(7, 0), cost: Float64Array.of(0.25, 0) });
  });
});
