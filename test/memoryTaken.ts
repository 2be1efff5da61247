import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * How many megabytes the reading of each kind of input takes, as `memoryOfReading.ts` in the folder measures it. In a process of
 * its own: the memory of a process that runs tests says nothing.
 */
export function memoryTaken(folder: string, megabytes: number): object {
  const script = join(folder, 'memoryOfReading.ts');
  // Garbage is collected often, and by the thread that makes it: on a busy machine, others come late.
  const collector = ['--expose-gc', '--max-semi-space-size=1', '--single-threaded-gc'];
  const args = [...collector, '--import', 'tsx', script, String(megabytes * 2 ** 20)];
  const took: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  assert.ok(typeof took === 'object' && took !== null);
  return took;
}
