/** `bench --against` over several layouts of the code. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usualLayouts } from '../../src/cli/bench/benchPackage.ts';
import { assertNothingLeft } from '../go/git/repository.ts';
import { bench, only, repositoryOf, source } from './benchAgainst.ts';
import { runHere } from './runHere.ts';

describe('bench --against=REF --layouts=K', () => {
  test('the layout is the unit, and what looks worse is measured again over new ones; with CI set there are twelve', async () => {
    assert.deepEqual([usualLayouts({ CI: 'true' }), usualLayouts({})], [12, 0]);
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(300) });
    const asked = [only, '--against=HEAD', '--measure-same', '--layouts=4', '--count=8'];
    const run = await bench(repository, [...asked, `--out=${repository.output}`]);
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stdout, /^working tree, timed in turns with HEAD \([0-9a-f]{7}\), over 4 layouts$/m);
    assert.match(
      run.stdout,
      /Significant \(p=0\.029, 4 layouts(?:, CPU time)?\), also when measured again in fresh turns: .*4 layouts/,
    );
    assert.match(
      run.stderr,
      /allocates 2900% more \w+ than HEAD \([0-9a-f]{7}\) \(counted exactly\)\. There are 2 more/,
    );
    assert.equal(run.stderr.match(/Linking layout [14] of 4/g)?.length, 4);
    assertNothingLeft(repository);
  });

  test('too few are refused, and a saved binary keeps its layout', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    const few = await runHere('bench', only, '--against=HEAD', '--layouts=3');
    assert.equal(few.status, 2);
    assert.match(few.stderr, /--layouts=3 is too few: it takes 4 to tell a difference from chance\./);
    await bench(repository, [only, '--save=before', '--count=1']);
    repository.write({ 'm_test.go': source(11) });
    const saved = await bench(repository, [only, '--against=before', '--layouts=5', '--count=1']);
    assert.match(saved.stdout, /! before is a test binary that cannot be linked again/);
    assert.doesNotMatch(saved.stderr, /Linking/);
  });
});
