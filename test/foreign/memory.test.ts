// However a recording is made, reading it takes memory in proportion to its bytes, or it is refused. In a process of its
// own: the memory of a process that runs tests says nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileKinds } from './hostileRecordings.ts';

const megabytes = 4;
/** The engine's own memory, and what it has not yet given back. */
const engine = 60;
const most = 10 * megabytes + engine;

test('a recording takes at most ten times its bytes of memory while it is read', () => {
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
  assert.deepEqual(Object.keys(took), hostileKinds);
  const tooMuch = Object.entries(took).filter(([, more]) => more > most);
  assert.deepEqual(tooMuch, [], `more than ${most} MB for ${megabytes} MB`);
});
