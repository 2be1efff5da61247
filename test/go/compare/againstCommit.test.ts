/** The working tree against a commit: the results, the problems, and that the user's repository stays as it is. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import type { ComparedResults } from '../../../src/go/compare/compareBuilds.ts';
import { assertNothingLeft, goRepository } from '../git/repository.ts';
import { objectsOnLine, openedProfile } from '../goModule.ts';
import { against, allocations, done, type Options, refused, source } from './against.ts';

type Files = Readonly<Record<string, string>>;

describe('the working tree against a commit', () => {
  test('both are measured in turns, in a git hook too; the user’s files, index and branches stay, and no hook runs', async () => {
    const repository = goRepository({ 'm_test.go': source(400), 'other.txt': 'one\n' });
    const hook = join(repository.directory, '.git', 'hooks', 'post-checkout');
    const witness = join(repository.directory, '..', 'hook-was-here');
    mkdirSync(join(hook, '..'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch ${witness}\n`);
    chmodSync(hook, 0o755);
    repository.write({ 'other.txt': 'stashed\n' });
    repository.git('stash');
    repository.write({ 'other.txt': 'staged\n', 'm_test.go': source(4), 'untracked.txt': '' });
    repository.git('add', 'other.txt');
    repository.write({ 'other.txt': 'dirty\n' });
    const before = repository.state();
    const order: string[] = [];
    const compared = await done(repository, {
      // Git tells its hooks of another index.
      env: { GIT_DIR: join(repository.directory, 'no', '.git'), GIT_INDEX_FILE: '/nowhere/index' },
      count: 6,
      benchtime: '1000x',
      onOutput: (text) => {
        const binary = /^\$ (\S+) .*-test\.bench=/.exec(text)?.[1];
        if (binary) order.push(binary.includes('-base') ? 'A' : 'B');
      },
    });
    assert.equal(order.join(''), 'ABABABABABABAB');
    const [time] = compareMeasurements(compared.base[0]!.measurements, compared.results[0]!.measurements);
    assert.equal(time!.verdict, 'changed');
    assert.ok(time!.comparison.p < 0.01 && time!.now.center < time!.base.center);
    assert.deepEqual(allocations(compared), [[400], [4]]);
    assert.deepEqual(compared.problems, []);
    assert.deepEqual(repository.state(), before);
    assert.equal(existsSync(witness), false);
    assertNothingLeft(repository);
  });

  test('profiles of the commit have the paths of the working tree: of a nested module, opened through a symbolic link', async () => {
    const inPackage = (n: number) => source(n).replace('package m', 'package a');
    const repository = goRepository({
      'tools/bench/go.mod': 'module example.com/bench\n\ngo 1.24\n',
      'tools/bench/a/a_test.go': inPackage(5),
    });
    repository.write({ 'tools/bench/a/a_test.go': `// A new line.\n${inPackage(2)}` });
    const link = join(repository.directory, '..', 'link');
    symlinkSync(repository.directory, link);
    const compared = await done(
      { ...repository, directory: link },
      { package: 'tools/bench/a', kinds: ['cpu', 'mem'], benchtime: '50ms', count: 1 },
    );
    assert.deepEqual(allocations(compared), [[5], [2]]);
    const file = join(link, 'tools/bench/a/a_test.go');
    const objects = async (result: ComparedResults['results'][number], line: number) => {
      const mem = result.profiles.find(({ kind }) => kind === 'mem');
      return (await objectsOnLine(mem!.path, file, line)) / mem!.operations!;
    };
    const [base] = compared.base;
    assert.deepEqual([await objects(base!, 9), await objects(compared.results[0]!, 10)], [5, 2]);
    assert.equal(compared.baseSources.get(file), inPackage(5));
    const { strings } = await openedProfile(base!.profiles[0]!.path);
    const texts = Array.from({ length: strings.length }, (_, i) => strings.get(i));
    assert.deepEqual(
      texts.filter((text) => text.startsWith(repository.temporary) && text.endsWith('.go')),
      [],
    );
    assert.equal(base!.directory, join(link, 'tools/bench/a'));
    assert.match(base!.commit ?? '', /^[0-9a-f]{7}$/);
    assert.ok(base!.takenAt < compared.results[0]!.takenAt, 'the base is the older one');
  });

  test('a benchmark reads the data of its own version', async () => {
    const reads = source(1)
      .replace('import "testing"', 'import "os"\nimport "testing"')
      .replace('\t\twork()', '\t\ttext, _ := os.ReadFile("testdata/n.txt"); for range len(text) { work() }');
    const repository = goRepository({ 'm_test.go': reads, 'testdata/n.txt': 'x' });
    repository.write({ 'testdata/n.txt': 'x'.repeat(100) });
    const [[base] = [], [now] = []] = allocations(await done(repository, { count: 1 }));
    assert.equal(now! - base!, 99);
  });
});

describe('what cannot be compared', () => {
  const broken = `${source(1)}\nvar x = y\n`;
  const rows: readonly [what: string, said: RegExp, committed: Files, now: Files, options?: Options][] = [
    [
      'the commit does not build',
      /^ref-build-failed: The benchmark does not build at HEAD \([0-9a-f]{7}\): m_test\.go:19: undefined: y$/,
      { 'm_test.go': broken },
      { 'm_test.go': source(1) },
    ],
    [
      'the package is new',
      /^no-package-at-ref: There is no package new at HEAD \(.*\), so there is nothing to compare with\.$/,
      {},
      { 'new/n_test.go': source(1) },
      { package: 'new' },
    ],
    [
      'the package has no tests there',
      /^no-benchmark-at-ref: The package has no tests at HEAD/,
      { 'old/old.go': 'package old\n' },
      { 'old/o_test.go': source(1).replace('package m', 'package old') },
      { package: 'old' },
    ],
  ];
  for (const [what, said, committed, now, options] of rows) {
    test(what, async () => {
      const repository = goRepository(committed);
      repository.write(now);
      assert.match(await refused(repository, options), said);
    });
  }

  test('the working tree does not build: then nothing is checked out', async () => {
    const repository = goRepository({ 'm_test.go': source(1) });
    repository.write({ 'm_test.go': broken });
    const said: string[] = [];
    const onProgress = (text: string) => said.push(text);
    assert.match(await refused(repository, { onProgress }), /^build-failed: .*undefined: y$/);
    assert.deepEqual(said, ['Building the benchmark']);
  });

  test('the benchmark is new: it has its own result, and the reason why there is no other', async () => {
    const repository = goRepository({ 'm_test.go': source(1) });
    repository.write({ 'm_test.go': source(2).replace('BenchmarkWork', 'BenchmarkNew') });
    const compared = await done(repository, { names: ['BenchmarkNew'] });
    assert.deepEqual(allocations(compared), [[], [2]]);
    assert.deepEqual(compared.results[0]!.measurements.length, 2);
    assert.match(compared.problems.map(sentence).join(), /^There is no BenchmarkNew at HEAD \(.*\), so/);
  });

  test('no such ref, no commit, no repository, no git', async () => {
    const repository = goRepository({ 'm_test.go': source(1) });
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
      const repository = goRepository({ 'm_test.go': source(1) });
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
