// Whole runs of small modules with the installed Go.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { operationCount } from '../../../src/bench/benchfmt/operations.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { goModule, objectsOnLine } from '../goModule.ts';
import { done, failed, namesOf, problems } from '../outcome.ts';

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
  const file = join(module.directory, 'm_test.go');

  async function objects(result: BenchmarkResult, marker: string): Promise<number> {
    const mem = result.profiles.find(({ kind }) => kind === 'mem');
    assert.ok(mem, `${result.name} has a memory profile`);
    return objectsOnLine(mem.path, file, module.line('m_test.go', marker));
  }

  for (const benchtime of ['1x', '1000x', '10ms']) {
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
      assert.deepEqual(namesOf(results), Object.keys(marker));
      for (const result of results) {
        assert.deepEqual(result.problems, []);
        assert.equal(result.measurements.length, 2);
        const { operations } = result.profiles[0]!;
        assert.equal(await objects(result, marker[result.name]!), operations, result.name);
      }
      const [loop, n] = results;
      assert.equal(await objects(loop!, 'setup of Loop'), 1);
      assert.equal(await objects(n!, 'setup of N'), benchtime === '1x' ? 1 : 2);
      assert.equal(await objects(n!, 'thrice in N'), 3 * n!.profiles[0]!.operations!);
    });
  }

  test('are known without a memory profile, too, and before the next profile is taken', async () => {
    const names = ['BenchmarkLoop', 'BenchmarkN', 'BenchmarkParallel'];
    const heard: string[] = [];
    const results = await done(module, names, {
      kinds: ['cpu', 'block', 'mutex'],
      benchtime: '7x',
      onEvent: (event) => {
        if (event.is === 'step' && event.step.benchmark === 'BenchmarkLoop') heard.push(event.step.what);
        const { profiles, name } = event.is === 'profiled' ? event.result : { profiles: [], name: '' };
        if (name === 'BenchmarkLoop') heard.push(`${profiles.length} known`);
      },
    });
    const each = ['cpu', '1 known', 'block', '2 known', 'mutex', '3 known'];
    assert.deepEqual(heard, ['timing', ...each], 'whoever waits for lines sees the first at once');
    const operations = results.map(({ profiles }) => profiles.map((p) => p.operations));
    const [loop, n] = [operationCount('Loop', 7), operationCount('N', 7)];
    assert.deepEqual(operations, [Array(3).fill(loop), Array(3).fill(n), Array(3).fill(n)]);
    // 7 operations take almost no time, so there are too few samples.
    assert.match(problems(results).BenchmarkN![0]!, /^too-few-samples: .* BenchmarkN is too short/);
  });

  test('for a benchmark that does not use b.N, the message is not to run longer', async () => {
    const [once] = await done(module, ['BenchmarkOnce'], { kinds: ['cpu'], benchtime: '10ms' });
    const [said] = problems([once!]).BenchmarkOnce!;
    assert.match(said!, /^not-repeated: BenchmarkOnce does not repeat its work/);
  });

  test('for each GOMAXPROCS of -cpu', async () => {
    const results = await done(module, ['BenchmarkTable'], { kinds: ['mem'], cpu: '1,2', benchtime: '10x' });
    const sizes = results.map(({ name, procs }) => `${name.replace('BenchmarkTable/', '')} ${procs}`);
    const loops = ['loop/size=64 1', 'loop/size=64 2'];
    assert.deepEqual(sizes.slice(0, 4), ['size-64 1', 'size-64 2', ...loops]);
    for (const { profiles, name } of results) {
      assert.equal(profiles[0]!.operations, name.includes('loop') ? 10 : 11);
    }
    assert.equal(new Set(results.map(({ profiles }) => profiles[0]!.path)).size, results.length);
  });

  test('the result has the package, its directory and its profiles; the workspace stays as it was', async () => {
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
  const all = ['a', 'a/b', 'a#01', 'x.y_(z)|[w]$', 'x9y_(z)', 'tab_\\x00é', '#00', '-8'];

  test('a benchmark is profiled alone, with any characters in its name', async () => {
    const results = await done(module, ['BenchmarkNames'], { kinds: ['mem'] });
    const expected = all.map((name) => `BenchmarkNames/${name}`);
    assert.deepEqual(namesOf(results), expected);
    for (const { name, profiles, problems } of results) {
      assert.deepEqual([profiles.map((p) => p.operations), problems], [[5], []], name);
    }
  });

  test('one sub-benchmark by its full name, or by a pattern as in go test; what is selected twice runs once', async () => {
    const full = ['BenchmarkNames/x.y_(z)|[w]$', 'BenchmarkNames/-8'];
    const twice = ['BenchmarkNamesToo', 'BenchmarkNamesToo/a', 'BenchmarkNamesToo'];
    const results = await done(module, [...full, '/Names$/^a#', ...twice]);
    assert.deepEqual(namesOf(results), [...full, 'BenchmarkNames/a#01', 'BenchmarkNamesToo/a']);
  });

  test('if nothing is selected, the problem names what was asked for', async () => {
    assert.match((await failed(module, ['BenchmarkNo'])).said, /^matched-nothing: .*BenchmarkNo/);
    assert.match((await failed(module, ['/No|Nothing'])).said, /^matched-nothing: .*No\|Nothing/);
    assert.match((await failed(module, ['/('])).said, /^benchmark-failed: .*invalid regexp/);
    const { said } = await failed(module, ['BenchmarkNames'], { benchtime: 'soon' });
    assert.match(said, /^bad-benchtime: soon/);
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
});
