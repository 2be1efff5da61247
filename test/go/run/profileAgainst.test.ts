/** The working tree against a commit: what is compared, what is said, and that nothing of the user's is touched. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import { readProfileFile } from '../../../src/go/profiles/profileFile.ts';
import { profileAgainst } from '../../../src/go/run/profileAgainst.ts';
import type { ComparedResults, TwoBuildsOutcome } from '../../../src/go/run/twoBuilds.ts';
import type { ProfileKind } from '../../../src/model.ts';
import { sentence } from '../../../src/result.ts';
import { assertNothingLeft, gitEnvironment, goRepository, type TestRepository } from '../git/repository.ts';
import { installedGo, objectsOnLine } from '../goModule.ts';

/** Makes `n` objects in each operation, which is what tells one version from another. */
function source(n: number): string {
  return `package m

import "testing"

var kept *[64]byte

func work() {
	for range ${n} {
		kept = new([64]byte) // here
	}
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		work()
	}
}
`;
}

interface Options {
  readonly ref?: string;
  readonly package?: string;
  readonly names?: readonly string[];
  readonly kinds?: readonly ProfileKind[];
  readonly count?: number;
  readonly benchtime?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  readonly onOutput?: (text: string) => void;
}

async function against(repository: TestRepository, options: Options = {}): Promise<TwoBuildsOutcome> {
  const env = { ...gitEnvironment, ...options.env };
  const packageDirectory = join(repository.directory, options.package ?? '');
  const found = await findRepository(packageDirectory, env);
  if (!found.ok) return { ...found, compilerErrors: [] };
  const ref = await resolveRef(found.value, options.ref ?? 'HEAD');
  if (!ref.ok) return { ...ref, compilerErrors: [] };
  return profileAgainst(
    {
      toolchain: await installedGo(),
      packageDirectory,
      benchmarks: (options.names ?? ['BenchmarkWork']).map((name) => ({ name })),
      kinds: options.kinds ?? [],
      count: options.count ?? 2,
      benchtime: options.benchtime ?? '10x',
      flags: [],
      env,
      outputDirectory: repository.output,
      baseOutputDirectory: `${repository.output}-base`,
      repository: found.value,
      ref: ref.value,
      temporaryDirectory: repository.temporary,
    },
    {
      output: (text) => options.onOutput?.(text),
      progress: (message) => options.onProgress?.(message),
      signal: options.signal ?? new AbortController().signal,
    },
  );
}

async function done(repository: TestRepository, options?: Options): Promise<ComparedResults> {
  const outcome = await against(repository, options);
  assert.ok(outcome.ok, outcome.ok ? '' : sentence(outcome.problem) + outcome.problem.details);
  return outcome.value;
}

/** `code: sentence` of a run that fails, after which nothing is left. */
async function refused(repository: TestRepository, options?: Options): Promise<string> {
  const before = repository.state();
  const outcome = await against(repository, options);
  assert.ok(!outcome.ok);
  assert.deepEqual(repository.state(), before);
  assertNothingLeft(repository);
  assert.deepEqual([existsSync(repository.output), existsSync(`${repository.output}-base`)], [false, false]);
  return `${outcome.problem.code}: ${sentence(outcome.problem)}`;
}

/** Allocations per operation of the commit and of the working tree. */
function allocations({ base, results }: ComparedResults): (number | undefined)[][] {
  return [base, results].map((side) => side.map((result) => result.measurements[0]?.metrics['allocs/op']));
}

function repositoryOf(files: Readonly<Record<string, string>>, inside?: string): TestRepository {
  const repository = goRepository(files, inside);
  after(() => repository.remove());
  return repository;
}

describe('the working tree against a commit', () => {
  test('uncommitted changes are measured, the commit as it was, in turns, with p', async () => {
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

  test('nothing of the user’s is touched, and no hook runs', async () => {
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

  test('from within a git hook too, where the environment names another index', async () => {
    const repository = repositoryOf({ 'm_test.go': source(2) });
    repository.write({ 'm_test.go': source(3) });
    const env = { GIT_DIR: join(repository.directory, 'no', '.git'), GIT_INDEX_FILE: '/nowhere/index' };
    assert.deepEqual(allocations(await done(repository, { env })), [[2], [3]]);
  });

  test('profiles of the commit name the files as the working tree has them', async () => {
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

  test('a package in a nested module, called through a symbolic link', async () => {
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

  test('a benchmark’s data comes from the same version', async () => {
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

describe('what stands beside the repository', () => {
  const lib = { 'go.mod': 'module example.com/lib\n\ngo 1.24\n', 'lib.go': 'package lib\n\nconst N = 3\n' };
  const usesLib = source(1)
    .replace('import "testing"', 'import "testing"\nimport "example.com/lib"')
    .replace('range 1', 'range lib.N');

  function writeLib(repository: TestRepository): void {
    for (const [name, text] of Object.entries(lib)) {
      mkdirSync(join(repository.directory, '..', 'lib'), { recursive: true });
      writeFileSync(join(repository.directory, '..', 'lib', name), text);
    }
  }

  test('a module that go.mod replaces by a folder beside', async () => {
    const repository = repositoryOf({
      'go.mod':
        'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ../lib\n',
      'm_test.go': usesLib,
    });
    writeLib(repository);
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  const required = 'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n';
  test('a go.work above, with modules beside', async () => {
    const repository = repositoryOf({ 'go.mod': required, 'm_test.go': usesLib });
    writeLib(repository);
    writeFileSync(join(repository.directory, '..', 'go.work'), 'go 1.24\n\nuse (\n\t./lib\n\t./m\n)\n');
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  test('a go.work that is left out of git, with a module that is new', async () => {
    const repository = repositoryOf({ 'go.mod': required, 'm_test.go': usesLib, '.gitignore': 'go.work\n' });
    writeLib(repository);
    repository.write({
      'go.work': 'go 1.24\n\nuse (\n\t.\n\t./new\n\t../lib\n)\n',
      'new/go.mod': 'module example.com/new\n\ngo 1.24\n',
    });
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  test('vendored modules are those of the commit', async () => {
    const vendored = (n: number) => ({
      'vendor/example.com/lib/lib.go': `package lib\n\nconst N = ${n}\n`,
      'vendor/modules.txt': '# example.com/lib v0.0.0\n## explicit; go 1.24\nexample.com/lib\n',
    });
    const repository = repositoryOf({ 'go.mod': required, 'm_test.go': usesLib, ...vendored(2) });
    repository.write(vendored(7));
    assert.deepEqual(allocations(await done(repository)), [[2], [7]]);
  });

  test('a submodule as the commit has it; one that cannot be had is told of', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    const library = repositoryOf({ ...lib }, 'lib');
    repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      library.directory,
      'lib',
    );
    repository.commit({
      'go.mod':
        'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n',
      'm_test.go': usesLib,
    });
    repository.write({ 'lib/lib.go': 'package lib\n\nconst N = 9\n' });
    const compared = await done(repository);
    assert.deepEqual([allocations(compared), compared.problems], [[[3], [9]], []]);
    assertNothingLeft(repository);
    assert.equal(repository.git('-C', 'lib', 'worktree', 'list').trim().split('\n').length, 1);

    const bare = repositoryOf({ 'm_test.go': source(1) });
    bare.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.directory, 'lib');
    bare.commit({});
    bare.git('submodule', '--quiet', 'deinit', '--force', 'lib');
    assert.deepEqual((await done(bare)).problems.map(sentence), [
      'The submodule lib is not there at this commit.',
    ]);
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

  test('the working tree does not build: nothing is checked out for it', async () => {
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

  test('the benchmark is new: it has its own results, and the reason why no others', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    repository.write({ 'm_test.go': source(2).replace('BenchmarkWork', 'BenchmarkNew') });
    const compared = await done(repository, { names: ['BenchmarkNew'] });
    assert.deepEqual(allocations(compared), [[], [2]]);
    assert.deepEqual(compared.results[0]!.measurements.length, 2);
    assert.match(compared.problems.map(sentence).join(), /^There is no BenchmarkNew at HEAD \(.*\), so/);
  });

  test('no such ref, none at all, no repository, no git', async () => {
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
    ['while timing', /^Timing BenchmarkWork: run 2/],
    ['while profiling', /cpu profile$/],
  ] as const) {
    test(when, async () => {
      const repository = repositoryOf({ 'm_test.go': source(1) });
      const abort = new AbortController();
      const said = await refused(repository, {
        kinds: ['cpu'],
        benchtime: message.source.includes('run 2') ? '300ms' : '10x',
        signal: abort.signal,
        onProgress: (text) => {
          if (message.test(text)) setTimeout(() => abort.abort(), 20);
        },
      });
      assert.match(said, /^cancelled: /);
    });
  }
});
