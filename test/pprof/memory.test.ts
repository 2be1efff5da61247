// However a profile is made, reading it takes memory in proportion to its bytes. In a process of its own: the memory of a
// process that runs tests says nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileShapes } from './hostileProfiles.ts';

const megabytes = 24;
/** The engine's own memory, and what it has not yet given back. */
const engine = 40;
const most = 10 * megabytes + engine;

test('a profile takes at most ten times its bytes of memory while it is read', () => {
  const output = execFileSync(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      'tsx',
      join(import.meta.dirname, 'memoryOfReading.ts'),
      String(megabytes * 2 ** 20),
    ],
    { encoding: 'utf8' },
  );
  const took: unknown = JSON.parse(output);
  assert.ok(typeof took === 'object' && took !== null);
  assert.deepEqual(Object.keys(took), hostileShapes);
  const tooMuch = Object.entries(took).filter(([, more]) => more > most);
  assert.deepEqual(tooMuch, [], `more than ${most} MB for ${megabytes} MB`);
});
