import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nodeTable } from '../../../src/analysis/costs/nodes.ts';
import { packageTable } from '../../../src/analysis/costs/profileCosts.ts';
import { frameTable } from '../../../src/analysis/flame/frames.ts';
import {
  functionStacks,
  leafFirstStacks,
  rootFirstStacks,
  type Stacks,
} from '../../../src/analysis/flame/stacks.ts';
import { stackProfile } from '../stackProfile.ts';

const profile = stackProfile({
  samples: ['main work f parse f alloc 1', 'main f 1', 'main work 1'],
});
const frames = frameTable(profile);
const funcNames = Array.from({ length: frames.funcCount }, (_, func) => frames.funcName(func));
const stacks = rootFirstStacks(profile, frames);

/** Function names of each stack. */
function names({ start, sites }: Stacks): string[] {
  return Array.from({ length: start.length - 1 }, (_, sample) =>
    [...sites.subarray(start[sample]!, start[sample + 1]!)]
      .map((site) => funcNames[frames.siteFunc[site]!])
      .join(' '),
  );
}

describe('the stacks through a function', () => {
  const halves = functionStacks(stacks, frames, funcNames.indexOf('f'));

  it('are cut where it stands nearest to the root', () => {
    assert.deepEqual(names(halves.callees), ['parse f alloc', '', '']);
    assert.deepEqual(names(halves.callers), ['work main', 'main', '']);
  });

  it('are those that have it', () => {
    assert.deepEqual([...halves.through], [1, 1, 0]);
  });

  it('are none for a function that is not there', () => {
    assert.deepEqual([...functionStacks(stacks, frames, -1).through], [0, 0, 0]);
  });
});

describe('stacks from the leaf', () => {
  it('are the same, the other way round', () => {
    assert.deepEqual(names(leafFirstStacks(stacks)), ['alloc f parse f work main', 'f main', 'work main']);
  });
});

describe('entries by package', () => {
  it('are those of all functions of a package; functions without one stand alone', () => {
    const table = packageTable(
      nodeTable(
        stackProfile({ samples: ['example.com/a.F example.com/a.(*T).M runtime.mallocgc memcpy 1'] }),
      ),
    );
    const labels = Array.from({ length: table.count }, (_, node) => table.label(node));
    assert.deepEqual(labels.sort(), ['example.com/a', 'memcpy', 'runtime']);
  });
});
