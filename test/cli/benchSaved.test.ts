/** `bench --save`, and `--against` with the name of a saved run. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import { bench, commandIn, only, repositoryOf, source } from './benchAgainst.ts';

describe('bench --save and --against=NAME', () => {
  test('a saved run is timed again, in turns; without its binary, the report says that time has passed', async () => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const saved = await bench(repository, [only, '--count=4', '--profile=mem', '--save=before']);
    assert.equal(saved.status, 0, saved.stderr);
    const folder = /^Saved as before: (.*)$/m.exec(saved.stderr)![1]!;
    assert.ok(folder.startsWith(join(repository.output, 'cache')));
    const [profile] = readdirSync(folder).filter((name) => name.endsWith('.pprof'));
    assert.ok((await readProfileFile(join(folder, profile!))).ok);
    const compared = await commandIn(repository, ['compare', '--stages', 'before', 'again=before']);
    assert.match(compared.stdout, /^BenchmarkWork(?:-\d+)? +allocs\/op +20 +20 =$/m);
    repository.write({ 'm_test.go': source(10) });
    const run = await bench(repository, [only, '--count=4', '--against=before']);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^changed .* allocs\/op +-50% {2}It is counted exactly\.$/m);
    assert.match(run.stdout, /^working tree, timed in turns with before$/m);
    assert.match(run.stderr, /Timing \^BenchmarkWork\$: measurement 4 of 4, in turns with before/);
    assert.doesNotMatch(run.stdout, /timed earlier/);
    repository.write({ 'm_test.go': source(40) });
    assert.equal((await bench(repository, [only, '--count=4', '--against=before'])).status, 1);
    const [binary] = readdirSync(folder).filter((name) => name.includes('package.test'));
    rmSync(join(folder, binary!));
    const later = await bench(repository, [only, '--count=4', '--against=before']);
    assert.equal(later.status, 1, later.stderr);
    assert.match(later.stdout, /^working tree, compared with before$/m);
    assert.match(later.stdout, /^! before was timed earlier, not in turns/m);
    assert.match(later.stdout, /^changed .* allocs\/op +\+100% /m);
    const left = readdirSync(repository.temporary, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      left.filter((name) => name.includes('package.test')),
      [],
    );
  });

  test('a run that is saved again replaces the old one; with --out it is in that folder', async () => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const out = `--out=${repository.output}`;
    await bench(repository, [only, '--count=1', '--save=mine', out]);
    repository.write({ 'm_test.go': source(10) });
    await bench(repository, [only, '--count=1', '--save=mine', out]);
    assert.deepEqual(readdirSync(join(repository.output, 'saved')), ['mine']);
    const run = await bench(repository, [
      only,
      '--count=1',
      '--against=mine',
      '--measure-same',
      '--json',
      out,
    ]);
    assert.equal(JSON.parse(run.stdout).base[0].runs[0].metrics['allocs/op'], 10);
    const elsewhere = await bench(repository, [only, '--count=1', '--against=mine']);
    assert.match(elsewhere.stderr, /There is no branch, tag or commit mine/);
    assert.ok(existsSync(join(repository.output, 'results.txt')));
  });
});
