/** The working tree against a commit: the results, the problems, and that the user's repository stays as it is. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import type { ComparedResults } from '../../../src/go/compare/compareBuilds.ts';
import { readProfileFile } from '../../../src/go/profiles/profileFile.ts';
import { sentence } from '../../../src/result.ts';
import { assertNothingLeft } from '../git/repository.ts';
import { objectsOnLine } from '../goModule.ts';
import { against, allocations, done, refused, repositoryOf, source } from './against.ts';

describe('the working tree against a commit', () => {
  test('the working tree with its changes and the commit are measured in turns', async () => {
    const repository = repositoryOf({ 'm_test.go': source(400) });
    repository.write({ 'm_test.go': source(4) });
    const order: string[] = [];
    const compared = await done(repository, {
      count: 6,
      benchtime: '1000x',
      onOutput: (text) => {
        const binary = /^\$ (\S+) .*-test\.bench=/.exec(text)?.[1];
        if (binary) order.push(binary.includes('-base') ? 'A' : 'B');
      },
    });
    assert.equal(order.join(''), 'ABBAABBAABBA');
    const [time] = compareMeasurements(compared.base[0]!.measurements, compared.results[0]!.measurements);
    assert.equal(time!.verdict, 'changed');
    assert.ok(time!.comparison.p < 0.01 && time!.now.center < time!.base.center);
    assert.deepEqual(allocations(compared), [[400], [4]]);
    assert.deepEqual(compared.problems, []);
    assertNothingLeft(repository);
  });

  test('the user’s files, index and branches stay as they are, and no hook runs', async () => {
    const repository = repositoryOf({ 'm_test.go': source(2), 'other.txt': 'one\n' });
    const hook = join(repository.directory, '.git', 'hooks', 'post-checkout');
    const witness = join(repository.directory, '..', 'hook-was-here');
    mkdirSync(join(hook, '..'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch ${witness}\n`);
    chmodSync(hook, 0o755);
    repository.write({ 'other.txt': 'stashed\n' });
    repository.git('stash');
    repository.write({ 'other.txt': 'staged\n', 'm_test.go': source(3), 'untracked.txt': '' });
    repository.git('add', 'other.txt');
    repository.write({ 'other.txt': 'dirty\n' });
    const before = repository.state();
    assert.deepEqual(allocations(await done(repository)), [[2], [3]]);
    assert.deepEqual(repository.state(), before);
    assert.equal(existsSync(witness), false);
  });

  test('it works in a git hook too, where the environment names another index', async () => {
    const repository = repositoryOf({ 'm_test.go': source(2) });
    repository.write({ 'm_test.go': source(3) });
    const env = { GIT_DIR: join(repository.directory, 'no', '.git'), GIT_INDEX_FILE: '/nowhere/index' };
    assert.deepEqual(allocations(await done(repository, { env })), [[2], [3]]);
  });

  test('profiles of the commit have the paths of the working tree', async () => {
    const repository = repositoryOf({ 'm_test.go': source(5) });
    repository.write({ 'm_test.go': `// A new line.\n${source(2)}` });
    const compared = await done(repository, { kinds: ['cpu', 'mem'], benchtime: '50ms' });
    const file = join(repository.directory, 'm_test.go');
    const objects = async (result: ComparedResults['results'][number], line: number) => {
      const mem = result.profiles.find(({ kind }) => kind === 'mem');
      return (await objectsOnLine(mem!.path, file, line)) / mem!.operations!;
    };
    assert.deepEqual([await objects(compared.base[0]!, 9), await objects(compared.results[0]!, 10)], [5, 2]);
    assert.equal(compared.baseSources.get(file), source(5));
    const read = await readProfileFile(compared.base[0]!.profiles[0]!.path);
    assert.ok(read.ok && read.value);
    const { strings } = read.value;
    const texts = Array.from({ length: strings.length }, (_, i) => strings.get(i));
    assert.deepEqual(
      texts.filter((text) => text.startsWith(repository.temporary) && text.endsWith('.go')),
      [],
    );
    assert.equal(compared.base[0]!.directory, repository.directory);
    assert.match(compared.base[0]!.commit ?? '', /^[0-9a-f]{7}$/);
  });

  test('a package in a nested module, opened through a symbolic link', async () => {
    const repository = repositoryOf({
      'tools/bench/go.mod': 'module example.com/bench\n\ngo 1.24\n',
      'tools/bench/a/a_test.go': source(2).replace('package m', 'package a'),
    });
    repository.write({ 'tools/bench/a/a_test.go': source(3).replace('package m', 'package a') });
    const link = join(repository.directory, '..', 'link');
    symlinkSync(repository.directory, link);
    const compared = await done(
      { ...repository, directory: link },
      { package: 'tools/bench/a', kinds: ['mem'] },
    );
    assert.deepEqual(allocations(compared), [[2], [3]]);
    const [path] = compared.base[0]!.profiles.map((profile) => profile.path);
    assert.ok((await objectsOnLine(path!, join(link, 'tools/bench/a/a_test.go'), 9)) > 0);
  });

  test('a benchmark reads the data of its own version', async () => {
    const reads = source(1)
      .replace('import "testing"', 'import "os"\nimport "testing"')
      .replace('\t\twork()', '\t\ttext, _ := os.ReadFile("testdata/n.txt"); for range len(text) { work() }');
    const repository = repositoryOf({ 'm_test.go': reads, 'testdata/n.txt': 'x' });
    const one = allocations(await done(repository, { count: 1 }));
    repository.write({ 'testdata/n.txt': 'x'.repeat(100) });
    const compared = allocations(await done(repository, { count: 1 }));
    assert.deepEqual(compared[0], one[0]);
    assert.equal(compared[1]![0]! - one[1]![0]!, 99);
  });
});

describe('what cannot be compared', () => {
  test('the commit does not build', async () => {
    const repository = repositoryOf({ 'm_test.go': `${source(1)}\nvar x = y\n` });
    repository.write({ 'm_test.go': source(1) });
    assert.match(
      await refused(repository),
      /^ref-build-failed: The benchmark does not build at HEAD \([0-9a-f]{7}\): m_test\.go:19: undefined: y$/,
    );
  });

  test('the working tree does not build: then nothing is checked out', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    repository.write({ 'm_test.go': `${source(1)}\nvar x = y\n` });
    const said: string[] = [];
    assert.match(
      await refused(repository, { onProgress: (text) => said.push(text) }),
      /^build-failed: .*undefined: y$/,
    );
    assert.deepEqual(said, ['Building the benchmark']);
  });

  test('the package is new, or has no tests there', async () => {
    const repository = repositoryOf({ 'old/old.go': 'package old\n' });
    repository.write({
      'new/n_test.go': source(1),
      'old/o_test.go': source(1).replace('package m', 'package old'),
    });
    assert.match(
      await refused(repository, { package: 'new' }),
      /^no-package-at-ref: There is no package new at HEAD \(.*\), so there is nothing to compare with\.$/,
    );
    assert.match(
      await refused(repository, { package: 'old' }),
      /^no-benchmark-at-ref: The package has no tests at HEAD/,
    );
  });

  test('the benchmark is new: it has its own result, and the reason why there is no other', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    repository.write({ 'm_test.go': source(2).replace('BenchmarkWork', 'BenchmarkNew') });
    const compared = await done(repository, { names: ['BenchmarkNew'] });
    assert.deepEqual(allocations(compared), [[], [2]]);
    assert.deepEqual(compared.results[0]!.measurements.length, 2);
    assert.match(compared.problems.map(sentence).join(), /^There is no BenchmarkNew at HEAD \(.*\), so/);
  });

  test('no such ref, no commit, no repository, no git', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    assert.match(
      await refused(repository, { ref: 'nowhere' }),
      /^no-such-ref: There is no branch, tag or commit nowhere/,
    );
    assert.match(await refused(repository, { ref: '--help' }), /^no-such-ref: /);
    repository.git('update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    assert.match(await refused(repository, { ref: 'trunk' }), /^no-such-ref: .*there is origin\/trunk\.$/);
    const env = { PATH: join(repository.directory, '..') };
    assert.match(await refused(repository, { env }), /^no-git: The git command does not start/);
    rmSync(join(repository.directory, '.git'), { recursive: true });
    const outcome = await against(repository);
    assert.ok(!outcome.ok && outcome.problem.code === 'not-a-repository');
  });
});

describe('cancelling leaves nothing', () => {
  for (const [when, message] of [
    ['while the commit is checked out or built', /^Building the benchmark at/],
    ['while timing', /^Timing BenchmarkWork: measurement 2/],
    ['while profiling', /cpu profile$/],
  ] as const) {
    test(when, async () => {
      const repository = repositoryOf({ 'm_test.go': source(1) });
      const abort = new AbortController();
      const said = await refused(repository, {
        kinds: ['cpu'],
        benchtime: message.source.includes('measurement 2') ? '300ms' : '10x',
        signal: abort.signal,
        onProgress: (text) => {
          if (message.test(text)) setImmediate(() => abort.abort());
        },
      });
      assert.match(said, /^cancelled: /);
    });
  }
});
