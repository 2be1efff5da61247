/** `bench --against` and `--save`, as a terminal and a CI system see them. Runs the built command line. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parseBenchmarkText } from '../../src/bench/benchfmt/parse.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import {
  assertNothingLeft,
  gitEnvironment,
  goRepository,
  type TestRepository,
} from '../go/git/repository.ts';
import { type CliRun, outcomeOf } from './runCli.ts';

/** The user's build cache, which is warm. Other caches are in a folder of these tests. */
const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();
const cli = join(import.meta.dirname, '../../dist/cli.js');

/** Makes `n` objects in each operation. */
function source(n: number): string {
  return `package m

import "testing"

var kept *[64]byte

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		for range ${n} {
			kept = new([64]byte)
		}
	}
}

func BenchmarkSame(b *testing.B) {
	for b.Loop() {
		kept = new([64]byte)
	}
}
`;
}

function bench(
  repository: TestRepository,
  args: readonly string[],
  onStderr?: (text: string, interrupt: () => void) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [cli, 'bench', '--profile=', '--benchtime=20x', ...args], {
    cwd: repository.directory,
    env: {
      ...gitEnvironment,
      // There it would compare over layouts.
      CI: '',
      ...env,
      GOCACHE: goCache,
      TMPDIR: repository.temporary,
      XDG_CACHE_HOME: join(repository.output, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child, onStderr);
}

function repositoryOf(files: Readonly<Record<string, string>>): TestRepository {
  const repository = goRepository(files);
  mkdirSync(repository.output, { recursive: true });
  after(() => repository.remove());
  return repository;
}

const only = '--bench=^BenchmarkWork$';

describe('bench --against=REF --layouts=K', () => {
  test('the layout is the unit: in the tables, the verdicts and the JSON', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(1000) });
    const args = [only, '--against=HEAD', '--layouts=5', '--confirm=0', `--out=${repository.output}`];
    const run = await bench(repository, args);
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stdout, /^working tree, timed in turns with HEAD \([0-9a-f]{7}\), over 5 layouts$/m);
    assert.match(run.stdout, /p=0\.008 n=5/);
    assert.match(run.stdout, /Significant among 1 comparisons \(p=0\.008, 5 layouts\)/);
    assert.match(run.stderr, /slower than HEAD \([0-9a-f]{7}\) \(p=0\.008, 5 layouts\)/);
    assert.match(run.stderr, /Linking layout 5 of 5/);
    assertNothingLeft(repository);
  });

  test('with CI set there are five, and what looks worse is measured again over new ones', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(1000) });
    const run = await bench(repository, [only, '--against=HEAD', '--json'], undefined, { CI: 'true' });
    assert.equal(run.status, 1, run.stderr);
    const { comparison } = JSON.parse(run.stdout) as {
      comparison: { layouts: number; verdicts: { unit: string; n: number; again?: { n: number }[] }[] };
    };
    assert.equal(comparison.layouts, 5);
    const time = comparison.verdicts.find(({ unit }) => unit === 'ns/op');
    assert.deepEqual([time?.n, time?.again?.map(({ n }) => n)], [5, [5]]);
    assert.equal(run.stderr.match(/Linking layout 1 of 5/g)?.length, 2);
  });

  test('too few are refused, and a saved binary keeps its layout', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    const few = await bench(repository, [only, '--against=HEAD', '--layouts=3']);
    assert.equal(few.status, 2);
    assert.match(few.stderr, /--layouts=3 is too few: it takes 4 to tell a difference from chance\./);
    await bench(repository, [only, '--save=before', '--count=4']);
    repository.write({ 'm_test.go': source(11) });
    const saved = await bench(repository, [
      only,
      '--against=before',
      '--layouts=5',
      '--count=4',
      '--threshold=99999',
    ]);
    assert.match(saved.stdout, /! before is a test binary that cannot be linked again/);
    assert.doesNotMatch(saved.stderr, /Linking/);
  });
});

describe('bench --against=REF', () => {
  test('an improvement: status 0, both results, p, and nothing changed or left', async () => {
    const repository = repositoryOf({ 'm_test.go': source(1000) });
    repository.write({ 'm_test.go': source(10) });
    const before = repository.state();
    const run = await bench(repository, [only, '--against=HEAD', '--count=6', `--out=${repository.output}`]);
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

  test('a regression: the report, one sentence, status 1; beyond the threshold only', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(13) });
    const out = `--out=${repository.output}`;
    const run = await bench(repository, [
      '--bench=.',
      '--against=main',
      '--count=4',
      '--benchtime=5000x',
      out,
    ]);
    assert.equal(run.status, 1);
    assert.match(run.stdout, /allocs\/op[\s\S]*\+30\.00%/);
    assert.match(
      run.stderr.trimEnd().split('\n').at(-1)!,
      /^pprof-lens: BenchmarkWork(-\d+)? .* main \([0-9a-f]{7}\) \(p=0\.0\d\d n=4\)\./,
    );
    const lenient = ['--bench=Work', '--against=main', '--count=4', '--threshold=200%', out];
    assert.equal((await bench(repository, lenient)).status, 0);
  });

  test('--json has both runs and the comparison as compare has it', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(20) });
    const run = await bench(repository, [
      '--bench=.',
      '--against=HEAD',
      '--count=4',
      // So many that what the runtime allocates by itself is rounded away.
      '--benchtime=20000x',
      '--profile=mem',
      '--json',
      `--out=${repository.output}`,
    ]);
    assert.equal(run.status, 1, run.stderr);
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

  test('--format=md is a comment for a pull request', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(20).replace('BenchmarkSame', 'BenchmarkNew') });
    const run = await bench(repository, ['--bench=.', '--against=HEAD', '--count=4', '--format=md']);
    assert.match(run.stdout, /^### Benchmarks: working tree against HEAD \(/);
    assert.match(run.stdout, /\| allocs\/op \| HEAD \([0-9a-f]{7}\) \| working tree \| vs base \|/);
    assert.match(run.stdout, /\*\*\+100\.00%\*\*/);
    assert.match(run.stdout, /^- BenchmarkWork\S* allocates 100% more objects than HEAD/m);
    assert.match(run.stdout, /^- Only in the working tree: BenchmarkNew\S*\.$/m);
    assert.match(run.stdout, /^- Only in HEAD \(.*\): BenchmarkSame\S*\.$/m);
  });

  test('the same code is never a regression, and the report says that it is the same', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': `// Only a comment.\n${source(10)}` });
    const run = await bench(repository, [only, '--against=HEAD', '--count=4', '--threshold=0%']);
    assert.equal(run.status, 0, run.stderr);
    if (process.platform === 'linux')
      assert.match(run.stdout, /^! Both ran the same machine code: BenchmarkWork\./m);
  });

  test('--html is a page with the difference', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.write({ 'm_test.go': source(20) });
    const page = join(repository.output, 'page.html');
    const args = [
      '--bench=.',
      '--against=HEAD',
      '--count=1',
      '--profile=mem',
      '--threshold=500%',
      `--html=${page}`,
    ];
    const run = await bench(repository, args);
    assert.equal(run.status, 0, run.stderr);
    const written = readdirSync(repository.output).filter((name) => name.endsWith('.html'));
    assert.equal(written.length, 2);
    assert.match(readFileSync(page, 'utf8'), /<title>BenchmarkWork · Memory · HEAD \(.*\) →<\/title>/);
  });

  for (const [what, args, status, said] of [
    ['no such ref', ['--against=nowhere'], 1, /^pprof-lens: There is no branch, tag or commit nowhere/m],
    [
      'a threshold that is none',
      ['--against=HEAD', '--threshold=some'],
      2,
      /^pprof-lens: --threshold=some is not/,
    ],
    ['an alpha that is none', ['--against=HEAD', '--alpha=2'], 2, /^pprof-lens: --alpha=2 is not between/],
    ['too many rounds', ['--against=HEAD', '--confirm=99'], 2, /^pprof-lens: --confirm=99 is more than 10/],
    [
      'a format that is none',
      ['--format=pdf'],
      2,
      /^pprof-lens: Option --format cannot be pdf\. Choose one of: text, md\./,
    ],
    ['a name that is none', ['--save=../x'], 2, /^pprof-lens: --save=\.\.\/x is not a name/],
  ] as const) {
    test(`${status} for ${what}`, async () => {
      const repository = repositoryOf({ 'm_test.go': source(1) });
      const run = await bench(repository, [only, ...args]);
      assert.equal(run.status, status, run.stderr);
      assert.match(run.stderr, said);
      assertNothingLeft(repository);
    });
  }

  test('Ctrl+C leaves no process, no worktree, no folder', {
    skip: process.platform === 'win32',
  }, async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    const before = repository.state();
    const args = [only, '--against=HEAD', '--benchtime=60s'];
    const run = await bench(repository, args, (text, interrupt) => {
      if (text.includes('Timing')) interrupt();
    });
    assert.deepEqual([run.status, run.stdout], [1, '']);
    assert.match(run.stderr, /pprof-lens: Cancelled\.\n$/);
    assert.deepEqual(repository.state(), before);
    assertNothingLeft(repository);
  });
});

/** Reports these metrics, the same in each measurement, after what it prints. */
function reporting(metrics: Readonly<Record<string, number>>, printed = ''): string {
  const calls = Object.entries(metrics).map(([unit, value]) => `\tb.ReportMetric(${value}, "${unit}")\n`);
  return `package m

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Print(${JSON.stringify(printed)})
	os.Exit(m.Run())
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
	}
	b.ReportMetric(0, "ns/op")
${calls.join('')}}
`;
}

interface JsonVerdict {
  readonly name: string;
  readonly unit: string;
  readonly verdict: string;
  readonly ratio: number;
  readonly n: number;
  readonly why: string;
  readonly again?: readonly { readonly ratio: number }[];
}

describe('the gate', () => {
  const quick = ['--bench=.', '--against=HEAD', '--count=4'];
  const verdictsOf = ({ stdout }: CliRun): JsonVerdict[] => JSON.parse(stdout).comparison.verdicts;

  test('a benchmark’s own metric is judged by its name or its Unit line, and measured again before it fails', async () => {
    const repository = repositoryOf({ 'm_test.go': reporting({ 'req/s': 100, probes: 10, hits: 5 }) });
    repository.write({ 'm_test.go': reporting({ 'req/s': 79, probes: 20, hits: 9 }) });
    const run = await bench(repository, [...quick, '--json']);
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stderr, /Measuring BenchmarkWork again, as it looks worse: 4 of 4, in turns with HEAD/);
    assert.match(
      run.stderr,
      /BenchmarkWork\S* has 21% less req\/s than HEAD .*\. Measured again in fresh turns: -21% \(p=0\.029 n=4\)\.$/m,
    );
    assert.deepEqual(
      JSON.parse(run.stdout).comparison.regressions.map(({ unit }: JsonVerdict) => unit),
      ['req/s'],
      'nobody knows which is better of the others',
    );
    const rate = verdictsOf(run).find(({ unit }) => unit === 'req/s');
    assert.deepEqual([rate?.verdict, rate?.ratio, rate?.n, rate?.again?.length], ['changed', 0.79, 4, 1]);
    assert.match(rate?.why ?? '', /^Significant \(p=0\.029 n=4\), also when measured again in fresh turns/);

    repository.write({
      'm_test.go': reporting(
        { 'req/s': 100, probes: 20, hits: 9 },
        'Unit probes better=lower\nUnit hits better=higher\n',
      ),
    });
    const directed = await bench(repository, quick);
    assert.equal(directed.status, 1, directed.stderr);
    assert.match(directed.stderr, /BenchmarkWork\S* has 100% more probes than HEAD/);
    assert.doesNotMatch(directed.stderr, /hits/);
  });

  test('--confirm=0 fails at once, --confirm=2 measures twice, --alpha is the level of all together', async () => {
    const repository = repositoryOf({ 'm_test.go': reporting({ 'req/s': 100 }) });
    repository.write({ 'm_test.go': reporting({ 'req/s': 80 }) });
    const args = ['--bench=.', '--against=HEAD', '--count=5'];
    const once = await bench(repository, [...args, '--confirm=0', '--format=md']);
    assert.equal(once.status, 1, once.stderr);
    assert.doesNotMatch(once.stderr, /again/);
    assert.match(once.stdout, /^\| \*\*changed\*\* \| BenchmarkWork\S* \| req\/s \| -20% \| Significant/m);
    const twice = await bench(repository, [...args, '--confirm=2']);
    assert.equal(twice.stderr.match(/again.*: 1 of 5, in turns with HEAD/g)?.length, 2);
    assert.match(twice.stdout, /^ {2}changed {2}BenchmarkWork\S* {2}req\/s {2}-20% {2}Significant/m);
    const strict = await bench(repository, [...args, '--confirm=0', '--alpha=0.001', '--json']);
    assert.equal(strict.status, 0, strict.stderr);
    const rate = verdictsOf(strict).find(({ unit }) => unit === 'req/s');
    assert.equal(rate?.verdict, 'too few runs');
    assert.match(rate.why, /it takes [78] measurements of each/);
  });

  test('what is new, removed or skipped is said, and does not fail', async () => {
    const skips = (name: string) => `func Benchmark${name}(b *testing.B) {\n\tb.Skip("not here")\n}\n`;
    const repository = repositoryOf({
      'm_test.go': `${source(10).replace('BenchmarkSame', 'BenchmarkOld')}${skips('Skipped')}`,
    });
    repository.write({
      'm_test.go': `${source(10).replace('BenchmarkSame', 'BenchmarkNew')}${skips('Skipped')}`,
    });
    const run = await bench(repository, quick);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^! Only in the working tree: BenchmarkNew/m);
    assert.match(run.stdout, /^! Only in HEAD \(.*\): BenchmarkOld/m);
  });

  test('a base that does not build, or has no such package, is said, with the results of now', async () => {
    const repository = repositoryOf({ 'm_test.go': 'package m\n\nvar x int = ""\n' });
    repository.write({ 'm_test.go': source(10), 'new/new_test.go': source(10) });
    const run = await bench(repository, ['./...', ...quick]);
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stdout.match(/^BenchmarkWork/gm)?.length, 2);
    assert.match(run.stdout, /^! The benchmark does not build at HEAD \(.*\): m_test\.go:3/m);
    assert.match(run.stdout, /^! There is no package new at HEAD/m);
    assert.match(run.stdout, /^! Only in the working tree: BenchmarkWork/m);
  });
});

describe('bench --save and --against=NAME', () => {
  test('a saved run is timed again, in turns; without its binary, the report says that time has passed', async () => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const saved = await bench(repository, [only, '--count=4', '--profile=mem', '--save=before']);
    assert.equal(saved.status, 0, saved.stderr);
    const folder = /^Saved as before: (.*)$/m.exec(saved.stderr)![1]!;
    assert.ok(folder.startsWith(join(repository.output, 'cache')));
    const [profile] = readdirSync(folder).filter((name) => name.endsWith('.pprof'));
    assert.ok((await readProfileFile(join(folder, profile!))).ok);
    repository.write({ 'm_test.go': source(10) });
    const run = await bench(repository, [only, '--count=4', '--against=before']);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /allocs\/op[\s\S]*-50\.00%/);
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
    assert.match(later.stdout, /allocs\/op[\s\S]*\+100\.00%/);
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
    const run = await bench(repository, [only, '--count=1', '--against=mine', '--json', out]);
    assert.equal(JSON.parse(run.stdout).base[0].runs[0].metrics['allocs/op'], 10);
    const elsewhere = await bench(repository, [only, '--count=1', '--against=mine']);
    assert.match(elsewhere.stderr, /There is no branch, tag or commit mine/);
    assert.ok(existsSync(join(repository.output, 'results.txt')));
  });
});
