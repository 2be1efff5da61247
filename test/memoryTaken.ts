import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * How many megabytes the reading of each kind of input takes, as `memoryOfReading.ts` in the folder measures it. In a process of
 * its own: the memory of a process that runs tests says nothing. It runs what is shipped, without what tsx adds to functions.
 */
export function memoryTaken(folder: string, megabytes: number): object {
  const made = mkdtempSync(join(tmpdir(), 'pprof-lens-test-'));
  try {
    const script = join(made, 'memoryOfReading.mjs');
    buildSync({
      entryPoints: [join(folder, 'memoryOfReading.ts')],
      outfile: script,
      bundle: true,
      format: 'esm',
      // As in dist: a package asks for Node's modules by it.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(process.argv[1]);",
      },
      platform: 'node',
    });
    // Garbage is collected often, at once, and by the thread that makes it: on a busy machine, others come late, and so do the
    // steps of a collection that goes on by the clock.
    const collector = [
      '--expose-gc',
      '--max-semi-space-size=1',
      '--single-threaded-gc',
      '--no-incremental-marking',
    ];
    const args = [...collector, script, String(megabytes * 2 ** 20)];
    const took: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    assert.ok(typeof took === 'object' && took !== null);
    return took;
  } finally {
    rmSync(made, { recursive: true });
  }
}
