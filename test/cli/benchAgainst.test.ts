/** `bench --against` with a git ref, as a terminal and a CI system see it. Runs the built command line. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseBenchmarkText } from '../../src/bench/benchfmt/parse.ts';
import { assertNothingLeft } from '../go/git/repository.ts';
import { bench, only, repositoryOf, source } from './benchAgainst.ts';
import { runHere } from './runHere.ts';

describe('bench --against=REF', () => {
  test('an improvement: status 0, both results, p, and nothing changed or left', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1000) });
    repository.write({ 'm_test.go': source(10) });
    const before = repository.state();
    const args = [only, '--against=HEAD', '--count=6', '--verbose', `--out=${repository.output}`];
    const run = await bench(repository, args);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^BenchmarkWork/);
    assert.match(run.stdout, /working tree, timed in turns with HEAD \([0-9a-f]{7}\)/);
    assert.match(run.stdout, /sec\/op.*[\s\S]*-9\d\.\d\d% \(p=0\.002 n=6\)/);
    assert.match(run.stdout, /allocs\/op[\s\S]*-99\.00%/);
    assert.deepEqual(repository.state(), before);
    assertNothingLeft(repository);
    for (const [file, objects] of [
      ['results.txt', 10],
      ['base/results.txt', 1000],
    ] as const) {
      const { measurements } = parseBenchmarkText(readFileSync(join(repository.output, file), 'utf8'));
      assert.deepEqual([measurements.length, measurements[0]!.metrics['allocs/op']], [6, objects], file);
    }
  });

  test('what else has changed: the version of a module, the defaults of go.mod', async () => {
    const goMod = (go: string, version: string) =>
      `module example.com/m\n\ngo ${go}\n\nrequire example.com/lib ${version}\n\nreplace example.com/lib => ./lib\n`;
    const repository = repositoryOf({
      'go.mod': goMod('1.24', 'v1.0.0'),
      'lib/go.mod': 'module example.com/lib\n\ngo 1.22\n',
      'lib/lib.go': 'package lib\n\nvar N = 1\n',
      'm_test.go': source(10).replace('import "testing"', 'import "testing"\nimport _ "example.com/lib"'),
    });
    repository.write({ 'go.mod': goMod('1.22', 'v1.1.0') });
    const args = [only, '--against=HEAD', '--count=4', '--benchtime=1x', '--measure-same', '--json'];
    const { comparison } = JSON.parse((await bench(repository, args)).stdout);
    const module = 'example.com/lib v1.0.0 => ./lib -> v1.1.0 => ./lib';
    assert.match(
      comparison.remarks.join('\n'),
      new RegExp(`^Also changed: ${module}, GODEBUG \\w+ .* -> `, 'm'),
    );
    assert.deepEqual(comparison.surroundings[0], {
      what: 'example.com/lib',
      before: 'v1.0.0 => ./lib',
      now: 'v1.1.0 => ./lib',
    });
  });

  test('a regression: the report, one sentence, status 1', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(13) });
    const run = await bench(repository, [
      '--bench=.',
      '--against=main',
      '--count=4',
      // So many that what the runtime allocates by itself is rounded away.
      '--benchtime=50000x',
      '--profile=mem',
      `--out=${repository.output}`,
    ]);
    assert.equal(run.status, 1);
    const lines = run.stdout.split('\n');
    /** Below the row of a unit. A stray byte of the runtime decides which of the two comes first. */
    const below = (unit: string) => {
      const row = new RegExp(
        `^changed {2}BenchmarkWork\\S* {2}${unit} +\\+30% {2,}It is counted exactly\\.$`,
      );
      const at = lines.findIndex((line) => row.test(line));
      assert.notEqual(at, -1, run.stdout);
      return lines[at + 1];
    };
    assert.match(lines[0] ?? '', /^working tree, timed in turns with main \([0-9a-f]{7}\)$/);
    assert.equal(below('B/op'), '    +192 B/op  m/m_test.go:10  kept = new([64]byte)');
    assert.equal(below('allocs/op'), '    +3 allocs/op  m/m_test.go:10  kept = new([64]byte)');
    assert.match(
      lines.at(-2) ?? '',
      /^Failed: BenchmarkWork\S* is worse by more than 5% \(2 benchmarks, \S+\)\.$/,
    );
    assert.match(
      run.stderr.trimEnd().split('\n').at(-1)!,
      /^pprof-lens: BenchmarkWork(-\d+)? allocates 30% more bytes than main \([0-9a-f]{7}\) \(counted exactly\)\./,
    );
  });

  test('--json has both runs and the comparison as compare has it, --html a page with the difference', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(20) });
    const page = join(repository.output, 'page.html');
    const run = await bench(repository, [
      '--bench=.',
      '--against=HEAD',
      '--count=4',
      `--html=${page}`,
      // So many that what the runtime allocates by itself is rounded away.
      '--benchtime=20000x',
      '--profile=mem',
      '--json',
      `--out=${repository.output}`,
    ]);
    assert.equal(run.status, 1, run.stderr);
    const written = readdirSync(repository.output).filter((name) => name.endsWith('.html'));
    assert.equal(written.length, 2);
    assert.match(readFileSync(page, 'utf8'), /<title>BenchmarkWork · Memory · HEAD \(.*\) →<\/title>/);
    const { benchmarks, base, comparison } = JSON.parse(run.stdout);
    assert.deepEqual(
      [benchmarks, base].map((side: { name: string }[]) => side.map(({ name }) => name)),
      [
        ['BenchmarkWork', 'BenchmarkSame'],
        ['BenchmarkWork', 'BenchmarkSame'],
      ],
    );
    const objects = [benchmarks, base].map((side) =>
      side[0].lines.find(({ line }: { line: number }) => line === 10),
    );
    assert.deepEqual(
      objects.map(({ file, metrics }) => [file, metrics['allocs/op'].flat]),
      [
        [join(repository.directory, 'm_test.go'), 20],
        [join(repository.directory, 'm_test.go'), 10],
      ],
    );
    assert.match(comparison.against, /^HEAD \([0-9a-f]{7}\)$/);
    assert.equal(comparison.inTurns, true);
    const allocations = comparison.tables.find(({ unit }: { unit: string }) => unit === 'allocs/op');
    assert.equal(allocations.rows[0].comparison.ratio, 2);
    assert.deepEqual(
      comparison.regressions
        .map(({ name, unit, ratio }: { name: string; unit: string; ratio: number }) =>
          unit === 'ns/op' ? name : [name, unit, ratio],
        )
        .filter(Array.isArray),
      [
        ['BenchmarkWork', 'B/op', 2],
        ['BenchmarkWork', 'allocs/op', 2],
      ],
    );
  });

  test('the same code is never a regression, and the report says that it is the same', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': `// Only a comment.\n${source(10)}` });
    const args = [only, '--against=HEAD', '--count=4', '--threshold=0%', '--json'];
    for (const isMeasured of [false, true]) {
      const run = await bench(repository, isMeasured ? [...args, '--measure-same'] : args);
      assert.equal(run.status, 0, run.stderr);
      if (process.platform !== 'linux') continue;
      const { benchmarks, comparison } = JSON.parse(run.stdout);
      assert.deepEqual(
        benchmarks.map(({ runs }: { runs: unknown[] }) => runs.length),
        [isMeasured ? 4 : 0],
      );
      const { unit, verdict, ratio, n } = comparison.verdicts[0];
      assert.deepEqual([unit, verdict, n], ['ns/op', 'same code', isMeasured ? 4 : 0]);
      assert.ok(isMeasured || ratio === 1);
      assert.match(
        comparison.remarks.join('\n'),
        isMeasured
          ? /^Both ran the same machine code: BenchmarkWork\./m
          : /^Both run the same machine code for 1 of 1 benchmarks, so these were not measured: BenchmarkWork\. --measure-same does\.$/m,
      );
    }
  });

  test('only benchmarks that reach what was changed are measured', async () => {
    const two = (n: number) =>
      `${source(10)}
func other() {
	for range ${n} {
		kept = new([64]byte)
	}
}

func BenchmarkOther(b *testing.B) {
	for b.Loop() {
		other()
	}
}
`;
    const repository = repositoryOf({ 'm_test.go': two(10) });
    repository.write({ 'm_test.go': two(20) });
    for (const [wanted, names] of [
      ['Work|Other', ['BenchmarkOther', 'BenchmarkWork']],
      ['^BenchmarkOther$', ['BenchmarkOther']],
    ] as const) {
      const args = [`--bench=${wanted}`, '--benchtime=10x', '--against=HEAD', '--count=4', '--json'];
      const run = await bench(repository, args);
      assert.equal(run.status, 1, run.stderr);
      // Nothing is said of benchmarks that nobody asked for.
      const saysSame = run.stderr.includes('same machine code in both');
      assert.equal(saysSame, wanted !== '^BenchmarkOther$', run.stderr);
      const { benchmarks, comparison } = JSON.parse(run.stdout);
      assert.deepEqual(
        benchmarks.map(({ name, runs }: { name: string; runs: unknown[] }) => [name, runs.length]),
        names.map((name) => [name, name === 'BenchmarkOther' ? 4 : 0]),
      );
      const ofWork = comparison.verdicts.filter(({ name }: { name: string }) => name === 'BenchmarkWork');
      assert.deepEqual(
        [...new Set(ofWork.map(({ verdict }: { verdict: string }) => verdict))],
        saysSame ? ['same code'] : [],
      );
    }
  });

  test('where a file of testdata has changed, the same code is measured, and not called the same', async () => {
    const head = 'func BenchmarkWork(b *testing.B) {';
    const read = '\tinput, _ := os.ReadFile("testdata/input.txt")\n\t_ = input';
    const reading = source(10).replace(head, `${head}\n${read}`);
    const files = { 'm_test.go': reading.replace('import "testing"', 'import (\n\t"os"\n\t"testing"\n)') };
    const repository = repositoryOf({ ...files, 'testdata/input.txt': 'short' });
    const args = [only, '--against=HEAD', '--benchtime=10x', '--count=4', '--json'];
    const measured = async () => {
      const run = await bench(repository, args);
      const { benchmarks, comparison } = JSON.parse(run.stdout);
      const verdicts = comparison.verdicts.map(({ verdict }: { verdict: string }) => verdict);
      return [benchmarks[0].runs.length, verdicts.includes('same code')];
    };
    repository.write({ 'notes.txt': 'beside it' });
    assert.deepEqual(await measured(), [0, true]);
    repository.write({ 'testdata/input.txt': 'longer than it was' });
    assert.deepEqual(await measured(), [4, false]);
  });

  test('1 for no such ref', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1) });
    const run = await bench(repository, [only, '--against=nowhere']);
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stderr, /^pprof-lens: There is no branch, tag or commit nowhere/m);
    assertNothingLeft(repository);
  });

  for (const [what, args, said] of [
    ['a threshold that is none', ['--against=HEAD', '--threshold=some'], /--threshold=some is not/],
    ['an alpha that is none', ['--against=HEAD', '--alpha=2'], /--alpha=2 is not between/],
    ['too many rounds', ['--against=HEAD', '--confirm=99'], /--confirm=99 is more than 10/],
    [
      'a format that is none',
      ['--format=pdf'],
      /Option --format cannot be pdf\. Choose one of: text, md, svg\./,
    ],
    ['a name that is none', ['--save=../x'], /--save=\.\.\/x is not a name/],
  ] as const) {
    test(`2 for ${what}`, async () => {
      const { status, stderr } = await runHere('bench', only, ...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, new RegExp(`^pprof-lens: ${said.source}`, 'm'));
    });
  }

  test('Ctrl+C leaves no process, no worktree, no folder', {
    skip: process.platform === 'win32',
  }, async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    const before = repository.state();
    const args = [only, '--against=HEAD', '--measure-same', '--benchtime=60s'];
    const run = await bench(repository, args, (text, interrupt) => {
      if (text.includes('Timing')) interrupt();
    });
    assert.deepEqual([run.status, run.stdout], [1, '']);
    assert.match(run.stderr, /pprof-lens: Cancelled\.\n$/);
    assert.deepEqual(repository.state(), before);
    assertNothingLeft(repository);
  });
});
