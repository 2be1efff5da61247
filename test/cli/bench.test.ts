// `pprof-lens bench` as another program sees it: exit status, standard output, standard error.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { type CliRun, cliRun } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

const source = `package m

import (
	"fmt"
	"strings"
	"testing"
)

type object [40]byte

var (
	kept  *object
	text  string
	other []*object
)

func BenchmarkLoop(b *testing.B) {
	other = make([]*object, 100) // setup
	for b.Loop() {
		kept = new(object) // loop
	}
}

func BenchmarkN(b *testing.B) {
	for i := 0; i < b.N; i++ {
		kept = new(object) // n
		text = repeat(100)
	}
}

func repeat(n int) string {
	return strings.Repeat("x", n) // callee
}

func BenchmarkTable(b *testing.B) {
	for _, size := range []int{1, 10} {
		b.Run(fmt.Sprintf("n=%d/x-y", size), func(b *testing.B) {
			for range b.N {
				for range size {
					kept = new(object) // table
				}
			}
		})
	}
}
`;
const module = goModule({
  'm_test.go': source,
  'none/none.go': 'package none\n',
  'failing/f_test.go':
    'package failing\n\nimport "testing"\n\nfunc BenchmarkBad(b *testing.B) { b.Fatal("broken") }\nfunc BenchmarkGood(b *testing.B) {}\n',
  'broken/b_test.go': 'package broken\n\nvar x = y\n',
});
const scratch = testFolder();

function start(args: string[], onStderr?: (text: string, interrupt: () => void) => void): Promise<CliRun> {
  // The default folder for profiles is a temporary one.
  const place = { directory: module.directory, env: { ...process.env, TMPDIR: scratch } };
  if (onStderr === undefined) return runHereIn(place, 'bench', ...args);
  return cliRun(['bench', ...args], { ...place, onStderr });
}

interface Line {
  file: string;
  line: number;
  function: string;
  metrics: Record<string, { flat: number; cum: number }>;
}
interface Benchmark {
  package: string;
  name: string;
  procs: number;
  runs: { iterations: number; metrics: Record<string, number> }[];
  profiles: { kind: string; path: string; operations: number }[];
  lines: Line[];
  otherLines: (Line & { bucket: string })[];
  explained: Record<string, number>;
  notes: { code: string; message: string }[];
}

async function json(...args: string[]): Promise<Benchmark[]> {
  const { status, stdout, stderr } = await start([...args, '--json']);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout).benchmarks;
}

/** The line with `marker` among `lines`. */
function lineAt<T extends Line>(lines: readonly T[], marker: string): T | undefined {
  const line = module.line('m_test.go', `// ${marker}`);
  return lines.find((each) => each.file === join(module.directory, 'm_test.go') && each.line === line);
}

/** What the timed loop pays on the line with `marker`. */
function lineOf(benchmark: Benchmark, marker: string): Line['metrics'] {
  const found = lineAt(benchmark.lines, marker);
  assert.ok(found, `${benchmark.name} has a cost at ${marker}`);
  return found.metrics;
}

describe('bench --json', () => {
  for (const benchtime of ['1000x', '20ms']) {
    test(`exact allocations per operation and line, benchtime ${benchtime}`, async () => {
      const out = join(scratch, benchtime);
      const args = ['--bench=.', '--profile=mem', '--count=2', `--benchtime=${benchtime}`, `--out=${out}`];
      const [loop, n, table1, table10] = await json(...args);
      const once = { flat: 1, cum: 1 };
      assert.deepEqual(lineOf(loop!, 'loop'), { 'allocs/op': once, 'B/op': { flat: 48, cum: 48 } });
      assert.deepEqual(lineOf(n!, 'n'), { 'allocs/op': once, 'B/op': { flat: 48, cum: 48 } });
      assert.deepEqual(lineOf(n!, 'callee')['allocs/op'], { flat: 0, cum: 1 });
      assert.deepEqual(lineOf(table1!, 'table')['allocs/op'], once);
      assert.deepEqual(lineOf(table10!, 'table')['allocs/op'], { flat: 10, cum: 10 });
      assert.equal(lineAt(loop!.lines, 'setup'), undefined, 'setup is no cost per operation');
      const setup = lineAt(loop!.otherLines, 'setup');
      assert.equal(setup?.bucket, 'setup');
      assert.deepEqual(setup?.metrics, { allocs: { flat: 1, cum: 1 }, bytes: { flat: 896, cum: 896 } });
      assert.equal(loop!.explained['allocs/op'], 1);
      // On a busy machine the runtime may allocate some bytes of its own while the timer runs.
      assert.ok(loop!.explained['B/op']! > 0.8, `${loop!.explained['B/op']} of the bytes are explained`);
      for (const benchmark of [loop!, n!, table1!, table10!]) {
        assert.equal(benchmark.package, 'example.com/m');
        assert.equal(benchmark.runs.length, 2);
        for (const { code, message } of benchmark.notes)
          assert.match(`${code}: ${message}`, /^(noise-[a-z-]+|allocates-less): ./);
        assert.deepEqual(Object.keys(benchmark.runs[0]!.metrics), ['ns/op', 'B/op', 'allocs/op']);
        assert.ok(existsSync(benchmark.profiles[0]!.path));
      }
      assert.deepEqual([table1!.name, table10!.name], ['BenchmarkTable/n=1/x-y', 'BenchmarkTable/n=10/x-y']);
      if (benchtime === '1000x') {
        const operations = [loop!, n!, table1!].map(({ profiles }) => profiles[0]!.operations);
        assert.deepEqual(operations, [1000, 1001, 1001]);
      }
    });
  }

  test('CPU time per operation, on lines of the standard library too', async () => {
    const [n] = await json('--bench=^BenchmarkN$', '--benchtime=200ms', '--cpu=1');
    assert.equal(n!.procs, 1);
    assert.deepEqual(
      n!.profiles.map(({ kind }) => kind),
      ['cpu', 'mem'],
    );
    const callee = lineOf(n!, 'callee')['cpu-ns/op'];
    assert.ok(callee && callee.cum > 0 && callee.cum < 1e6);
    const library = n!.lines.filter(({ file }) => file.endsWith('strings/strings.go'));
    assert.ok(library.length > 0 && library.every(({ file }) => existsSync(file)));
  });
});

test('without --json it is a text with the result and the hottest lines', async () => {
  // So many that the bytes of an operation stay the same where the runtime starts threads meanwhile: 5 kB were seen.
  const { status, stdout, stderr } = await start(['--bench=Loop', '--profile=mem', '--benchtime=20000x']);
  assert.equal(status, 0);
  assert.match(stdout, /^BenchmarkLoop(-\d+)? {2}.*s\/op · 48 B\/op · 1 allocs\/op\n/);
  assert.match(
    stdout,
    /1 allocs\/op +1 allocs\/op +module\/m_test\.go:\d+ +example\.com\/m\.BenchmarkLoop\n/,
  );
  assert.match(stderr, /^\[1\/\d\] Building/);
});

describe('exit status', () => {
  const cases: [what: string, args: string[], status: number, last: RegExp][] = [
    ['no --bench', [], 2, /^pprof-lens: --bench=RE/m],
    [
      'an unknown option',
      ['--bench=.', '--bnch=1'],
      2,
      /^pprof-lens: Unknown option --bnch\. Did you mean --bench\?/m,
    ],
    ['an unknown kind', ['--bench=.', '--profile=heap'], 2, /^pprof-lens: --profile=heap/m],
    ['a bad count', ['--bench=.', '--count=0'], 2, /^pprof-lens: --count=0/m],
    ['a bad benchtime', ['--bench=.', '--benchtime=soon'], 2, /^pprof-lens: soon is not a benchtime/m],
    ['no such package', ['./nowhere', '--bench=.'], 1, /^pprof-lens: The go command cannot list/m],
    ['no such benchmark', ['--bench=Nothing'], 1, /^pprof-lens: No benchmark matches “Nothing” in /m],
    ['no test files', ['./none', '--bench=.'], 1, /^pprof-lens: The package in .*none has no test files/m],
    [
      'a package that does not build',
      ['./broken', '--bench=.'],
      1,
      /^pprof-lens: The benchmark does not build: .*b_test\.go:3: undefined: y/m,
    ],
  ];
  for (const [what, args, status, said] of cases) {
    test(`${status} for ${what}`, async () => {
      const run = await (status === 2 ? runHere('bench', ...args) : start(args));
      assert.equal(run.status, status, run.stderr);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, said);
    });
  }

  test('1 where a benchmark fails, with the report of the others', async () => {
    const { status, stdout, stderr } = await start([
      './failing',
      '--bench=.',
      '--profile=',
      '--benchtime=1x',
      '--json',
    ]);
    assert.equal(status, 1);
    const { benchmarks }: { benchmarks: Benchmark[] } = JSON.parse(stdout);
    assert.deepEqual(
      benchmarks.map(({ name, runs }) => [name, runs.length]),
      [
        ['BenchmarkGood', 1],
        ['BenchmarkBad', 0],
      ],
    );
    assert.match(stderr, /^pprof-lens: BenchmarkBad failed: broken\n$/m);
  });

  test('several packages: those without the benchmark do not matter', async () => {
    const benchmarks = await json(
      '.',
      './none',
      './failing',
      '--bench=Good',
      '--profile=mem',
      '--benchtime=1x',
    );
    assert.deepEqual(
      benchmarks.map((b) => b.package),
      ['example.com/m/failing'],
    );
  });

  test('Ctrl+C leaves nothing behind', { skip: process.platform === 'win32' }, async () => {
    const before = readdirSync(scratch);
    const { status, stdout, stderr } = await start(['--bench=Loop', '--benchtime=60s'], (text, interrupt) => {
      if (text.includes('Timing')) interrupt();
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /pprof-lens: Cancelled\.\n$/);
    assert.deepEqual(readdirSync(scratch), before);
  });
});
