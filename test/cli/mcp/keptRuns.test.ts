import assert from 'node:assert/strict';
import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeRun } from '../../../src/cli/compare/savedRuns.ts';
import { KeptRuns } from '../../../src/cli/mcp/keptRuns.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { testFolder } from '../../testFolder.ts';
import { why } from '../../why.ts';

const result: BenchmarkResult = {
  runId: 'a',
  takenAt: 1,
  codeHash: null,
  package: 'example.com/m',
  directory: '/m',
  name: 'BenchmarkA',
  procs: 2,
  config: {},
  measurements: [],
  profiles: [],
  notes: [],
  problems: [],
};
const settings = { kinds: [], count: 1, benchtime: '1s', tags: '', flags: [] };

/** So many runs, each used a minute after the one before it. */
async function keptRuns(n: number) {
  const folder = testFolder();
  const names = Array.from({ length: n }, (_, i) => `mcp-20261125-1015${String(i).padStart(2, '0')}-3f2a`);
  for (const [i, name] of names.entries()) {
    const place = join(folder, name);
    mkdirSync(place);
    await writeRun(place, { takenAt: i, goVersion: 'go1.26', commit: null, settings }, [result]);
    utimesSync(place, 60 * i, 60 * i);
  }
  return { runs: new KeptRuns(folder), names };
}

test('the run that others are compared with is kept, however old; those that nobody asks for go', async () => {
  const { runs, names } = await keptRuns(32);
  const used = await runs.use(names[0]!);
  assert.ok(used.ok, why(used));
  await runs.prune();
  const left = (await runs.all()).map(({ name }) => name).sort();
  assert.deepEqual(left, [names[0], ...names.slice(3)]);
});

test('a run that is no longer kept is no git ref', async () => {
  const { runs } = await keptRuns(0);
  const gone = await runs.use('mcp-20261125-101500-3f2a');
  assert.equal(!gone.ok && gone.problem.code, 'no-such-run');
  assert.ok((await runs.use('HEAD')).ok);
});
