// What the bundles of one process share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tsImport } from 'tsx/esm/api';
import { forget, mayStart, remember, startOnlyIf } from '../../../src/go/toolchain/startedGroups.ts';

/** The event loop has gone round. */
const aMoment = async () => {
  for (let rounds = 0; rounds < 5; rounds++) await new Promise(setImmediate);
};

test('a second copy of the module asks the same rule, and has the same listeners', async () => {
  const other: typeof import('../../../src/go/toolchain/startedGroups.ts') = await tsImport(
    '../../../src/go/toolchain/startedGroups.ts',
    import.meta.url,
  );
  assert.notEqual(other.startOnlyIf, startOnlyIf);
  startOnlyIf(() => false);
  assert.equal(other.mayStart(), false);
  other.startOnlyIf(() => true);
  assert.equal(mayStart(), true);

  const before = process.listenerCount('SIGTERM');
  const groups = [other.remember(), remember()] as const;
  assert.equal(process.listenerCount('SIGTERM'), before + 1);
  forget(groups[0]);
  await aMoment();
  assert.equal(process.listenerCount('SIGTERM'), before + 1, 'one runs still');
  other.forget(groups[1]);
  assert.equal(process.listenerCount('SIGTERM'), before + 1, 'a signal may have come already');
  await aMoment();
  assert.equal(process.listenerCount('SIGTERM'), before);
});
