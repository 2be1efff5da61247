// Small objects share blocks, which a profile charges to the line that begins them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeOwnLines } from '../../../src/analysis/lines/ownLines.ts';
import { withoutSharedBlocks } from '../../../src/analysis/lines/sharedBlocks.ts';
import { profileOf } from '../../pprof/builder.ts';

const operations = 100;

/** By line: how many objects, and of how many bytes. */
function allocated(rows: Record<number, readonly [objects: number, size: number]>) {
  const samples = Object.entries(rows).map(([line, [objects, size]]) => ({
    values: [objects, objects * size],
    stack: [`m.F a.go:${line}`],
  }));
  return {
    profile: profileOf({ sampleTypes: ['alloc_objects/count', 'alloc_space/bytes'], samples }),
    operations,
  };
}

const charged = (...profiles: Parameters<typeof withoutSharedBlocks>) =>
  withoutSharedBlocks(...profiles).map((profile) =>
    chargeOwnLines(profile, 0, () => true).map(({ line, charge }) => [line, charge]),
  );

test('blocks that other lines begin now are no growth of theirs', () => {
  const before = allocated({ 1: [57, 16], 2: [43, 16], 3: [100, 48] });
  const after = allocated({ 1: [12, 16], 2: [88, 16], 3: [200, 48] });
  assert.deepEqual(charged(before, after), [[[3, 100]], [[3, 200]]]);
});

test('blocks that have come are', () => {
  const before = allocated({ 1: [50, 16], 3: [100, 48] });
  const after = allocated({ 1: [100, 16], 3: [100, 48] });
  assert.deepEqual(charged(before, after)[1], [
    [1, 100],
    [3, 100],
  ]);
});
