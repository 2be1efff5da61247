import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeTable } from '../../../src/analysis/costs/nodes.ts';
import { stackFrames } from '../../../src/analysis/costs/stackFrames.ts';
import { myCode } from '../../../src/analysis/filters/myCode.ts';
import { stackProfile } from '../stackProfile.ts';

test('what is below own code is one frame for each cause', () => {
  const own = 'testing.runN shop.Outer:1@o.go shop.Inner:7@a.go';
  const profile = stackProfile({
    samples: [
      `${own} 1`,
      `${own} +bytes.(*Buffer).Write:3@/go/src/bytes/buffer.go 2`,
      `${own} +bytes.(*Buffer).Write:3@/go/src/bytes/buffer.go runtime.growslice runtime.mallocgc 3`,
      `${own} runtime.newobject runtime.mallocgc 4`,
      'runtime.gcBgMarkWorker runtime.gcDrain 5',
    ],
  });
  const made = myCode(profile);
  const table = nodeTable(made, { granularity: 'lines' });
  const stacks = Array.from({ length: made.samples.count }, (_, sample) =>
    stackFrames(made, table, sample)
      .map(({ node }) => table.label(node))
      .reverse()
      .join(' < '),
  );
  const mine = 'testing.runN < shop.Outer o.go:1 < shop.Inner a.go:7';
  assert.deepEqual(stacks, [
    mine,
    `${mine} < [standard library: bytes]`,
    `${mine} < [slice growth]`,
    `${mine} < [allocation]`,
    '[garbage collector]',
  ]);
  assert.deepEqual([...made.samples.values.approximate], [1, 2, 3, 4, 5]);
});
