import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { surroundingsChanges, surroundingsText } from '../../../src/go/results/surroundings.ts';
import { resultOf } from '../../server/builders.ts';

const timed = (time: number): Measurement[] => [{ iterations: 1, metrics: { 'ns/op': time } }];

test('two results that were measured again in turns are compared by that, in either order', () => {
  const older = resultOf({ runId: 'older', measurements: timed(1) });
  const again = { takenAt: 3, base: timed(10), measurements: timed(20), notes: [] };
  const newer = resultOf({ runId: 'newer', measurements: timed(2), inTurns: { with: 'older', again } });
  const forth = resultPair(older, newer, 0);
  assert.deepEqual([forth.base, forth.measurements], [timed(10), timed(20)]);
  assert.equal(forth.circumstances.isInTurns, true);
  const back = resultPair(newer, older, 0);
  assert.deepEqual([back.base, back.measurements], [timed(20), timed(10)]);
  assert.equal(back.circumstances.isInTurns, true);
});

test('what turns in one layout say is unchecked, in either order; not what turns over layouts say, or what was not in turns', () => {
  const isUnchecked = (...measurements: Measurement[]) => {
    const older = resultOf({ runId: 'older', measurements: timed(1) });
    const again = { takenAt: 3, base: measurements, measurements, notes: [] };
    const inTurns = measurements.length === 0 ? { with: 'older' } : { with: 'older', again };
    const newer = resultOf({ runId: 'newer', measurements: timed(2), inTurns });
    const pairs = [resultPair(older, newer, 0), resultPair(newer, older, 0)];
    return pairs.map(({ circumstances }) => circumstances.isUnchecked);
  };
  const [one] = timed(10);
  assert.ok(one !== undefined);
  assert.deepEqual(isUnchecked(one), [true, true]);
  assert.deepEqual(isUnchecked({ ...one, layout: 0 }, { ...one, layout: 1 }), [false, false]);
  assert.deepEqual(isUnchecked(), [false, false]);
});

test('with another run, the measurements in turns say nothing', () => {
  const other = resultOf({ runId: 'other', measurements: timed(1) });
  const newer = resultOf({ runId: 'newer', measurements: timed(2), inTurns: { with: 'older' } });
  const pair = resultPair(other, newer, 0);
  assert.deepEqual([pair.base, pair.measurements], [timed(1), timed(2)]);
  assert.equal(pair.circumstances.isInTurns, false);
});

test('counts of operations are compared with counts of operations, and not with those of whole processes', () => {
  const counted = (perOp: number, by: 'valgrind' | 'perf', ...flat: true[]) =>
    resultOf({
      instructions: { perOp, spread: 0, by },
      profiles: flat.map((isFlat) => ({ kind: 'event:instructions', path: '', operations: 10, isFlat })),
    });
  const [operations, flat] = [counted(100, 'valgrind'), counted(108, 'valgrind', true)];
  const areCompared = (base: typeof flat, now: typeof flat) =>
    resultPair(base, now, 0).circumstances.instructions !== undefined;
  assert.equal(areCompared(operations, operations), true);
  assert.equal(areCompared(flat, flat), true);
  assert.equal(areCompared(operations, flat), false);
  assert.equal(areCompared(flat, operations), false);
  const byPerf = counted(100, 'perf');
  assert.equal(areCompared(byPerf, operations), false);
  const said = (base: typeof flat, now: typeof flat) => surroundingsText(surroundingsChanges(base, now));
  assert.equal(said(operations, flat), 'instructions counted by valgrind -> valgrind (whole process)');
  assert.equal(said(byPerf, operations), 'instructions counted by perf -> valgrind');
  assert.equal(said(flat, flat), '');
  assert.equal(said(flat, resultOf({})), '');
});
