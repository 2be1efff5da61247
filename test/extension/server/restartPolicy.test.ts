import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDeath } from '../../../src/extension/server/restartPolicy.ts';

const minute = 60_000;

for (const [what, deaths, restart, tell] of [
  ['a first death: start again, and say so', [1000], true, true],
  ['a second one soon after: start again in silence', [0, minute], true, false],
  ['and a third', [0, minute, 2 * minute], true, false],
  ['a server that keeps dying is left alone, and the user is told', [0, 1, 2, 3], false, true],
  ['deaths of long ago do not count', [0, 1, 2, 10 * minute], true, true],
] as const) {
  test(what, () => assert.deepEqual(onDeath(deaths), { restart, tell }));
}
