// What the bundles of one process share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forget, mayStart, remember, startOnlyIf } from '../../../src/go/toolchain/startedGroups.ts';

test('a second copy of the module asks the same rule, and has the same listeners', async () => {
  const copy: string = '../../../src/go/toolchain/startedGroups.ts?copy';
  const other: typeof import('../../../src/go/toolchain/startedGroups.ts') = await import(copy);
  assert.notEqual(other.startOnlyIf, startOnlyIf);
  startOnlyIf(() => false);
  assert.equal(other.mayStart(), false);
  other.startOnlyIf(() => true);
  assert.equal(mayStart(), true);

  const before = process.listenerCount('SIGTERM');
  other.remember(-1234567);
  remember(-1234568);
  assert.equal(process.listenerCount('SIGTERM'), before + 1);
  forget(-1234567);
  assert.equal(process.listenerCount('SIGTERM'), before + 1, 'one runs still');
  other.forget(-1234568);
  assert.equal(process.listenerCount('SIGTERM'), before);
});
