/** The sample modules with a README: each passes its tests, and has the benchmarks that the README names. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { skipWithoutJudge } from '../judges.ts';

const workspace = join(import.meta.dirname, '../workspace');

function go(module: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const run = spawnSync('go', args, { cwd: join(workspace, module), encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

for (const module of ['debugprint', 'logging', 'protoprint', 'summary', 'template']) {
  test(`${module}: passes its tests, and has every benchmark that its README names`, (t) => {
    const download = go(module, 'mod', 'download');
    if (download.status !== 0) {
      t.skip(skipWithoutJudge(`Its dependencies cannot be downloaded: ${download.output}`));
      return;
    }
    // Without that codec of Gin's, which nothing here uses: it takes as long to compile as all the others.
    const run = go(module, 'test', '-vet=off', '-tags=nomsgpack', '-bench=.', '-benchtime=1x', '.');
    assert.equal(run.status, 0, run.output);
    const readme = readFileSync(join(workspace, module, 'README.md'), 'utf8');
    const named = new Set(readme.match(/Benchmark[\w/-]+/g));
    assert.ok(named.size > 0, 'the README names a benchmark');
    for (const name of named) {
      assert.match(run.output, new RegExp(`^${name}(-\\d+)?\\s`, 'm'), name);
    }
  });
}
