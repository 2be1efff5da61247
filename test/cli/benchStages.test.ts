/** `bench --stages`: several versions in turns, each compared with the one before. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { assertNothingLeft } from '../go/git/repository.ts';
import { bench, only, repositoryOf, source } from './benchAgainst.ts';
import { runHere } from './runHere.ts';

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly ({
    readonly text: string;
    readonly step: { readonly text: string } | null;
  } | null)[];
}

/** Three releases, and an edit: 40, 40, 20 and 10 objects. */
function releases() {
  const repository = repositoryOf({ 'm_test.go': source(40) });
  repository.git('tag', 'v1');
  repository.commit({ 'm_test.go': `${source(40)}\n// A change without effect.\n` });
  repository.git('tag', 'v2');
  repository.commit({ 'm_test.go': source(20) });
  repository.git('tag', 'v3');
  repository.write({ 'm_test.go': source(10) });
  return repository;
}

test('four versions: one table, each compared with the one before, all measured in turns', async () => {
  const repository = releases();
  const run = await bench(repository, [only, '--stages=v1,v2,v3,.', '--count=4', '--json']);
  assert.equal(run.status, 0, run.stderr);
  const { stages, rows }: { stages: string[]; rows: Row[] } = JSON.parse(run.stdout);
  assert.deepEqual(
    stages.map((title) => title.replace(/[0-9a-f]{7}/, 'hash')),
    ['v1 (hash)', 'v2 (hash)', 'v3 (hash)', 'working tree'],
  );
  assert.deepEqual([...new Set(rows.map(({ name }) => name.replace(/-\d+$/, '')))], ['BenchmarkWork']);
  const allocs = rows.find(({ unit }) => unit === 'allocs/op');
  assert.deepEqual(
    allocs?.values.map((value) => [value?.text, value?.step?.text]),
    [
      ['40', undefined],
      ['40', '='],
      ['20', '−50%'],
      ['10', '−50%'],
    ],
  );
  const rounds = run.stderr.match(/measurement \d of 4, in turns/g);
  assert.deepEqual(
    rounds,
    [1, 2, 3, 4].map((round) => `measurement ${round} of 4, in turns`),
  );
  assert.match(run.stderr, /^\[8\/8\] Timing \S+: measurement 4 of 4, in turns$/m);
  assert.match(run.stderr, /Each version was measured 4 times, in turns with all others\./);
  assertNothingLeft(repository);
  assert.deepEqual(readdirSync(repository.temporary), []);
});

test('a version without the benchmark, or that does not build, has an empty column and a sentence', async () => {
  const repository = repositoryOf({ 'm.go': 'package m\n' });
  repository.git('tag', 'none');
  repository.commit({ 'm_test.go': `${source(40)}\nvar x int = ""\n` });
  repository.git('tag', 'broken');
  repository.commit({ 'm_test.go': source(40) });
  repository.git('tag', 'good');
  repository.write({ 'm_test.go': source(20) });
  const asked = [only, '--stages=none,broken,good,.', '--count=2', '--format=md'];
  const run = await bench(repository, asked);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /\| allocs\/op +\| +\| +\| 40 +\| 20 −50%/);
  assert.match(run.stderr, /none \([0-9a-f]{7}\): The package has no tests at none/);
  assert.match(run.stderr, /broken \([0-9a-f]{7}\): The benchmark does not build at broken/);
  assertNothingLeft(repository);
});

test('a picture, and wrong lists', async () => {
  const repository = releases();
  const svg = await bench(repository, [only, '--stages=v2,v3', '--count=1', '--format=svg']);
  assert.match(svg.stdout, /^<svg [\s\S]*v3 \(/, svg.stderr);
  const unknown = await bench(repository, [only, '--stages=v1,v9']);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /There is no branch, tag or commit v9/);
  process.chdir(repository.directory);
  for (const [options, message] of [
    [['--stages=v1'], /--stages=v1 is not a list of 2 to 20 git refs such as v1,v2,main,\./],
    [['--stages=v1,v2', '--against=v1'], /--stages cannot be combined with --against/],
    [['--format=svg'], /--format=svg draws what --stages compares/],
  ] as const) {
    const wrong = await runHere('bench', only, ...options);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, message);
  }
});
