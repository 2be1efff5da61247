// Whole runs with the installed Go on small modules.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { operationCount } from '../../../src/bench/benchfmt/operations.ts';
import type { BenchmarkResult } from '../../../src/go/run/benchmarkResult.ts';
import { sentence } from '../../../src/result.ts';
import { type GoModule, goModule, objectsOnLine, profile, type RunOptions } from '../goModule.ts';

async function done(module: GoModule, names: string[], options?: RunOptions): Promise<BenchmarkResult[]> {
  const outcome = await profile(module, names, options);
  assert.ok(outcome.ok, outcome.ok ? '' : sentence(outcome.problem));
  return outcome.value;
}

async function failed(module: GoModule, names: string[], options?: RunOptions) {
  const outcome = await profile(module, names, options);
  assert.ok(!outcome.ok, 'the run fails');
  return { ...outcome, said: `${outcome.problem.code}: ${sentence(outcome.problem)}` };
}

const problems = (results: BenchmarkResult[]) =>
  Object.fromEntries(
    results.map((result) => [result.name, result.problems.map((p) => `${p.code}: ${sentence(p)}`)]),
  );

describe('operations behind a profile', () => {
  const source = `package m

import (
	"fmt"
	"sync/atomic"
	"testing"
)

var sink any
var bytes []byte

type object [40]byte

func BenchmarkLoop(b *testing.B) {
	sink = new(object) // setup of Loop
	for b.Loop() {
		sink = new(object) // once in Loop
	}
}

func BenchmarkN(b *testing.B) {
	sink = new(object) // setup of N
	for i := 0; i < b.N; i++ {
		sink = new(object) // once in N
		for range 3 {
			bytes = make([]byte, 100) // thrice in N
		}
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			shared.Store(new(object)) // once in Parallel
		}
	})
}

var shared atomic.Pointer[object]

func BenchmarkOnce(b *testing.B) {
	bytes = make([]byte, 100)
}

func BenchmarkTable(b *testing.B) {
	for _, size := range []int{64, 4096} {
		b.Run(fmt.Sprintf("size-%d", size), func(b *testing.B) {
			for range b.N {
				bytes = make([]byte, size) // once in Table
			}
		})
		b.Run(fmt.Sprintf("loop/size=%d", size), func(b *testing.B) {
			for b.Loop() {
				bytes = make([]byte, size) // once in Table loop
			}
		})
	}
}
`;
  const module = goModule({ 'm_test.go': source });
  after(() => module.remove());
  const file = join(module.directory, 'm_test.go');

  async function objects(result: BenchmarkResult, marker: string): Promise<number> {
    const mem = result.profiles.find(({ kind }) => kind === 'mem');
    assert.ok(mem, `${result.name} has a memory profile`);
    return objectsOnLine(mem.path, file, module.line('m_test.go', marker));
  }

  for (const benchtime of ['1x', '2x', '1000x', '10ms']) {
    test(`a line that allocates once is counted once per operation, benchtime ${benchtime}`, async () => {
      const names = ['BenchmarkLoop', 'BenchmarkN', 'BenchmarkParallel', 'BenchmarkTable'];
      const results = await done(module, names, { kinds: ['mem'], benchtime, count: 2 });
      const marker: Record<string, string> = {
        BenchmarkLoop: 'once in Loop',
        BenchmarkN: 'once in N',
        BenchmarkParallel: 'once in Parallel',
        'BenchmarkTable/size-64': 'once in Table',
        'BenchmarkTable/loop/size=64': 'once in Table loop',
        'BenchmarkTable/size-4096': 'once in Table',
        'BenchmarkTable/loop/size=4096': 'once in Table loop',
      };
      assert.deepEqual(
        results.map(({ name }) => name),
        Object.keys(marker),
      );
      for (const result of results) {
        assert.deepEqual(result.problems, []);
        assert.equal(result.measurements.length, 2);
        assert.equal(
          await objects(result, marker[result.name]!),
          result.profiles[0]!.operations,
          result.name,
        );
      }
      const [loop, n] = results;
      assert.equal(await objects(loop!, 'setup of Loop'), 1);
      assert.equal(await objects(n!, 'setup of N'), benchtime === '1x' ? 1 : 2);
      assert.equal(await objects(n!, 'thrice in N'), 3 * n!.profiles[0]!.operations!);
    });
  }

  test('are as known without a memory profile, which tells the style of the loop', async () => {
    const names = ['BenchmarkLoop', 'BenchmarkN', 'BenchmarkParallel'];
    const results = await done(module, names, { kinds: ['cpu', 'block', 'mutex'], benchtime: '7x' });
    const operations = results.map(({ profiles }) => profiles.map((p) => p.operations));
    const [loop, n] = [operationCount('Loop', 7), operationCount('N', 7)];
    assert.deepEqual(operations, [Array(3).fill(loop), Array(3).fill(n), Array(3).fill(n)]);
    // 7 operations take no time at all, and the run says so.
    assert.match(problems(results).BenchmarkN![0]!, /^too-few-samples: .* BenchmarkN is too short/);
  });

  test('a benchmark that does nothing b.N times is not told to run longer', async () => {
    const [once] = await done(module, ['BenchmarkOnce'], { kinds: ['cpu'], benchtime: '10ms' });
    assert.match(
      problems([once!]).BenchmarkOnce![0]!,
      /^not-repeated: BenchmarkOnce does not repeat its work/,
    );
  });

  test('of each GOMAXPROCS asked for', async () => {
    const results = await done(module, ['BenchmarkTable'], { kinds: ['mem'], cpu: '1,2', benchtime: '10x' });
    const sizes = results.map(({ name, procs }) => `${name.replace('BenchmarkTable/', '')} ${procs}`);
    const loops = ['loop/size=64 1', 'loop/size=64 2'];
    assert.deepEqual(sizes.slice(0, 4), ['size-64 1', 'size-64 2', ...loops]);
    for (const { profiles, name } of results) {
      assert.equal(profiles[0]!.operations, name.includes('loop') ? 10 : 11);
    }
    assert.equal(new Set(results.map(({ profiles }) => profiles[0]!.path)).size, results.length);
  });

  test('the package, its directory and the output are named; the workspace is left as it was', async () => {
    const before = module.files();
    const [result] = await done(module, ['BenchmarkN'], { kinds: ['cpu', 'mem'] });
    assert.equal(result!.package, 'example.com/m');
    assert.equal(result!.directory, module.directory);
    assert.deepEqual(module.files(), before);
    assert.deepEqual(
      result!.profiles.map(({ kind, path }) => [kind, dirname(path), existsSync(path)]),
      [
        ['cpu', module.output, true],
        ['mem', module.output, true],
      ],
    );
    assert.equal(readdirSync(module.output).filter((name) => !name.endsWith('.pprof')).length, 0);
  });
});

describe('selecting', () => {
  const source = `package m

import "testing"

func sub(b *testing.B, names ...string) {
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
			}
		})
	}
}

func BenchmarkNames(b *testing.B) {
	sub(b, "a", "a/b", "a", "x.y (z)|[w]$", "x9y (z)", "tab\\t\\x00é", "", "-8")
}
func BenchmarkNamesToo(b *testing.B) { sub(b, "a") }
`;
  const module = goModule({ 'm_test.go': source });
  after(() => module.remove());
  const all = ['a', 'a/b', 'a#01', 'x.y_(z)|[w]$', 'x9y_(z)', 'tab_\\x00é', '#00', '-8'];

  test('any name is profiled alone, whatever characters it has', async () => {
    const results = await done(module, ['BenchmarkNames'], { kinds: ['mem'] });
    assert.deepEqual(
      results.map(({ name }) => name),
      all.map((name) => `BenchmarkNames/${name}`),
    );
    for (const { name, profiles, problems } of results) {
      assert.deepEqual([profiles.map((p) => p.operations), problems], [[5], []], name);
    }
  });

  test('one sub-benchmark by its full name', async () => {
    const results = await done(module, ['BenchmarkNames/x.y_(z)|[w]$', 'BenchmarkNames/-8']);
    assert.deepEqual(
      results.map(({ name }) => name),
      ['BenchmarkNames/x.y_(z)|[w]$', 'BenchmarkNames/-8'],
    );
  });

  test('a pattern is Go’s own; what is selected twice runs once', async () => {
    const names = async (selected: string[]) => (await done(module, selected)).map(({ name }) => name);
    assert.deepEqual(await names(['/Names$/^a#']), ['BenchmarkNames/a#01']);
    const twice = ['BenchmarkNamesToo', 'BenchmarkNamesToo/a', 'BenchmarkNamesToo'];
    assert.deepEqual(await names(twice), ['BenchmarkNamesToo/a']);
  });

  test('nothing is a problem that names what was asked for', async () => {
    assert.match((await failed(module, ['BenchmarkNo'])).said, /^matched-nothing: .*BenchmarkNo/);
    assert.match((await failed(module, ['/No|Nothing'])).said, /^matched-nothing: .*No\|Nothing/);
    assert.match((await failed(module, ['/('])).said, /^benchmark-failed: .*invalid regexp/);
    assert.match(
      (await failed(module, ['BenchmarkNames'], { benchtime: 'soon' })).said,
      /^bad-benchtime: soon/,
    );
  });
});

describe('benchmarks that do not end well', () => {
  const source = `package m

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

func BenchmarkGood(b *testing.B) {
	for b.Loop() {
		fmt.Print("hello")
	}
}
func BenchmarkSkips(b *testing.B)      { b.Skip("needs a", "network") }
func BenchmarkSkipsQuietly(b *testing.B) { b.SkipNow() }
func BenchmarkFails(b *testing.B)      { b.Fatalf("got %d", 3) }
func BenchmarkFailsLater(b *testing.B) {
	if b.N > 1 {
		b.Error("too many")
	}
}
func BenchmarkPanics(b *testing.B) { panic("boom") }
func BenchmarkPanicsLater(b *testing.B) {
	fmt.Println("started")
	if b.N > 1 {
		panic("late boom")
	}
}
func BenchmarkExits(b *testing.B)        { os.Exit(3) }
func BenchmarkExitsQuietly(b *testing.B) { os.Exit(0) }
func BenchmarkSubFails(b *testing.B) {
	b.Run("good", func(b *testing.B) {})
	b.Run("bad", func(b *testing.B) { b.Fatal("bad one") })
}
func BenchmarkHatesCPU(b *testing.B) {
	if flag.Lookup("test.cpuprofile").Value.String() != "" {
		b.Fatal("no profiler, please")
	}
	for range b.N {
	}
}
func BenchmarkRandom(b *testing.B) {
	b.Run(fmt.Sprint("pid", os.Getpid()), func(b *testing.B) {})
}
`;
  const module = goModule({ 'm_test.go': source });
  after(() => module.remove());

  test('each says what happened; the others have their results', async () => {
    const names = [...source.matchAll(/func (Benchmark\w+)/g)].map(([, name]) => name!);
    const results = await done(
      module,
      names.filter((name) => !/HatesCPU|Random/.test(name)),
    );
    assert.deepEqual(problems(results), {
      BenchmarkGood: [],
      BenchmarkSkips: ['skipped: BenchmarkSkips skips itself: needs a network'],
      BenchmarkSkipsQuietly: ['skipped: BenchmarkSkipsQuietly skips itself without a reason.'],
      BenchmarkFails: ['benchmark-failed: BenchmarkFails failed: got 3'],
      BenchmarkFailsLater: ['benchmark-failed: BenchmarkFailsLater failed: too many'],
      BenchmarkPanics: ['benchmark-panicked: BenchmarkPanics panicked: boom'],
      BenchmarkPanicsLater: ['benchmark-panicked: BenchmarkPanicsLater panicked: late boom'],
      BenchmarkExits: [
        'benchmark-failed: BenchmarkExits ended early (exit status 3): it printed nothing to say why',
      ],
      BenchmarkExitsQuietly: [
        'benchmark-panicked: BenchmarkExitsQuietly panicked: unexpected call to os.Exit(0) during test',
      ],
      'BenchmarkSubFails/good': [],
      'BenchmarkSubFails/bad': ['benchmark-failed: BenchmarkSubFails/bad failed: bad one'],
    });
    const withResults = results.filter((result) => result.measurements.length > 0).map(({ name }) => name);
    assert.deepEqual(withResults, ['BenchmarkGood', 'BenchmarkSubFails/good']);
  });

  test('one alone fails the run', async () => {
    assert.match((await failed(module, ['BenchmarkFails'])).said, /^benchmark-failed: /);
    assert.match((await failed(module, ['BenchmarkPanics'])).said, /^benchmark-panicked: /);
    assert.match(
      (await failed(module, ['/Skips$'])).said,
      /^skipped: BenchmarkSkips skips itself: needs a network/,
    );
  });

  test('a pass that fails keeps the results and the other profiles', async () => {
    const [result] = await done(module, ['BenchmarkHatesCPU'], { kinds: ['cpu', 'mem'] });
    assert.equal(result!.measurements.length, 1);
    assert.deepEqual(
      result!.profiles.map(({ kind, operations }) => [kind, operations]),
      [['mem', 6]],
    );
    assert.match(
      problems([result!]).BenchmarkHatesCPU![0]!,
      /^benchmark-failed: There is no cpu profile .* no profiler, please/,
    );
    assert.equal(readdirSync(module.output).length, 1);
  });

  test('a name that changes from process to process cannot be profiled', async () => {
    const [result] = await done(module, ['BenchmarkRandom'], { kinds: ['mem'] });
    assert.match(
      problems([result!])[result!.name]![0]!,
      /^matched-nothing: There is no mem profile of BenchmarkRandom\/pid/,
    );
  });
});

describe('what does not build', () => {
  test('compiler errors have their places', async () => {
    const module = goModule({
      'm.go': 'package m\n\nimport "example.com/m/dep"\n\nvar X int = dep.Y\n',
      'dep/dep.go': 'package dep\n\nvar Y = undefinedThing\n\nfunc f() int {\n}\n',
      'm_test.go': 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {}\n',
    });
    const { compilerErrors, problem, said } = await failed(module, ['BenchmarkX']);
    const file = join(module.directory, 'dep/dep.go');
    assert.deepEqual(compilerErrors, [
      { file, line: 3, column: 9, message: 'undefined: undefinedThing' },
      { file, line: 6, column: 1, message: 'missing return' },
    ]);
    assert.equal(
      said,
      `build-failed: The benchmark does not build: ${join('dep', 'dep.go')}:3: undefined: undefinedThing`,
    );
    assert.match(problem.details ?? '', /missing return/);
    assert.equal(existsSync(module.output), false);
    module.remove();
  });

  test('a broken test file, a missing package', async () => {
    const module = goModule({ 'm_test.go': 'package m\n\nimport "example.com/missing"\n' });
    const missing = await failed(module, ['BenchmarkX']);
    assert.deepEqual(
      missing.compilerErrors?.map(({ line, column }) => [line, column]),
      [[3, 8]],
    );
    module.remove();
    const broken = goModule({ 'm_test.go': 'package m\n\nfunc BenchmarkX(' });
    assert.equal((await failed(broken, ['BenchmarkX'])).compilerErrors?.[0]?.line, 3);
    broken.remove();
  });

  test('no module, no test files', async () => {
    const env = { ...process.env, GOFLAGS: '', GO111MODULE: '' };
    const bare = goModule({ 'go.mod': null, 'm_test.go': 'package m\n' });
    assert.match((await failed(bare, ['BenchmarkX'], { env })).said, /^not-a-module: .*go mod init/);
    bare.remove();
    const untested = goModule({ 'm.go': 'package m\n' });
    assert.match((await failed(untested, ['BenchmarkX'])).said, /^no-test-files: /);
    untested.remove();
  });

  test('a misnamed test does not keep a benchmark from running', async () => {
    const vetted =
      'package m\n\nimport "testing"\n\nfunc Testlower(t *testing.T) { t.Logf("%d") }\nfunc BenchmarkX(b *testing.B) {}\n';
    const module = goModule({ 'm_test.go': vetted });
    assert.equal((await done(module, ['BenchmarkX'])).length, 1);
    module.remove();
  });
});

test('flags, tags, environment and working directory are those of go test', async () => {
  const source = (body: string) =>
    `package m\n\nimport (\n\t"flag"\n\t"os"\n\t"strings"\n\t"testing"\n)\n${body}`;
  const module = goModule({
    'sub/data.txt': 'data',
    'sub/m_test.go': source(`
var mine = flag.String("mine", "", "")

func BenchmarkX(b *testing.B) {
	data, err := os.ReadFile("data.txt")
	wd, _ := os.Getwd()
	b.Fatal(string(data), err, testing.Short(), *mine, flag.Args(), tagged, os.Getenv("HELLO"), wd == os.Getenv("PWD"), strings.Count(b.Name(), "X"))
}
`),
    'sub/tagged_test.go': '//go:build special\n\npackage m\n\nconst tagged = "tagged"\n',
  });
  const { said } = await failed(module, ['BenchmarkX'], {
    packageDirectory: join(module.directory, 'sub'),
    tags: 'special',
    flags: ['-short', '-ldflags=-s', '-mine=own', '-args', 'x', 'y'],
    env: { ...process.env, HELLO: 'world' },
  });
  assert.equal(said, 'benchmark-failed: BenchmarkX failed: data <nil> true own [x y] tagged world true 1');
  module.remove();
});

describe('cancelling', { skip: process.platform === 'win32' }, () => {
  const module = goModule({
    'm_test.go': `package m

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"testing"
)

func BenchmarkEndless(b *testing.B) {
	child := exec.Command("sleep", "60")
	child.Start()
	fmt.Fprintln(os.Stderr, "pids", os.Getpid(), child.Process.Pid)
	child.Wait()
}

func BenchmarkStubborn(b *testing.B) {
	signal.Ignore(os.Interrupt)
	BenchmarkEndless(b)
}

func BenchmarkQuick(b *testing.B) {
	for range b.N {
	}
}
`,
  });
  after(() => module.remove());

  function isAlive(pid: number): boolean {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  }

  for (const name of ['BenchmarkEndless', 'BenchmarkStubborn']) {
    test(`${name}: no process and no file is left`, async () => {
      const before = module.files();
      const abort = new AbortController();
      let output = '';
      const onOutput = (text: string) => {
        output += text;
        if (/pids \d+ \d+\n/.test(output)) abort.abort();
      };
      const { said } = await failed(module, [name], {
        kinds: ['cpu', 'mem'],
        signal: abort.signal,
        onOutput,
      });
      assert.equal(said, 'cancelled: Cancelled.');
      const pids = /pids (\d+) (\d+)/.exec(output)!.slice(1).map(Number);
      assert.deepEqual(pids.map(isAlive), [false, false]);
      assert.equal(existsSync(dirname(module.output)), false);
      assert.deepEqual(module.files(), before);
    });
  }

  for (const step of ['Building', 'Timing', 'cpu profile', 'mem profile']) {
    test(`at the step "${step}" everything written is removed`, async () => {
      const abort = new AbortController();
      const onProgress = (message: string) => {
        if (message.includes(step)) setImmediate(() => abort.abort());
      };
      const { said } = await failed(module, ['BenchmarkQuick'], {
        kinds: ['cpu', 'mem'],
        benchtime: '300ms',
        signal: abort.signal,
        onProgress,
      });
      assert.equal(said, 'cancelled: Cancelled.');
      assert.equal(existsSync(dirname(module.output)), false);
    });
  }
});
