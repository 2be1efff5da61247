// Benchmarks that fail, panic, exit or skip, and packages that do not build.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { goModule } from '../goModule.ts';
import { done, failed, problems } from '../outcome.ts';

describe('benchmarks that do not end well', () => {
  const source = `package m

import (
	"flag"
	"fmt"
	"os"
	"syscall"
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
		// Of a panic in its own goroutine, Go's testing may know nothing before it ends.
		go panic("late boom")
		select {}
	}
}
func BenchmarkVanishes(b *testing.B) {
	if b.N > 1 {
		syscall.Exit(0)
	}
}
func BenchmarkSkipsLater(b *testing.B) {
	if b.N > 1 {
		b.Skip("enough")
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

  test('each has its reason; the others have measurements', async () => {
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
      BenchmarkVanishes: ['benchmark-failed: BenchmarkVanishes ended early: it measured no operation.'],
      BenchmarkSkipsLater: ['benchmark-failed: BenchmarkSkipsLater ended early: enough'],
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

  test('a single one fails the run', async () => {
    assert.match((await failed(module, ['BenchmarkFails'])).said, /^benchmark-failed: /);
    assert.match((await failed(module, ['BenchmarkPanics'])).said, /^benchmark-panicked: /);
    const both = await failed(module, ['/^BenchmarkFails$|^BenchmarkPanics$']);
    assert.match(both.said, /^benchmark-panicked: BenchmarkPanics /, 'it ended both');
    assert.match(
      (await failed(module, ['/Skips$'])).said,
      /^skipped: BenchmarkSkips skips itself: needs a network/,
    );
  });

  test('if a pass fails, the measurements and the other profiles stay', async () => {
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
  test('compiler errors have file, line and column', async () => {
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
  });

  test('a broken test file, a missing package', async () => {
    const module = goModule({ 'm_test.go': 'package m\n\nimport "example.com/missing"\n' });
    const missing = await failed(module, ['BenchmarkX']);
    assert.deepEqual(
      missing.compilerErrors?.map(({ line, column }) => [line, column]),
      [[3, 8]],
    );
    const broken = goModule({ 'm_test.go': 'package m\n\nfunc BenchmarkX(' });
    assert.equal((await failed(broken, ['BenchmarkX'])).compilerErrors?.[0]?.line, 3);
  });

  test('a sum that is missing: the message has the command that adds it', async () => {
    const module = goModule({
      'go.mod': 'module example.com/m\n\ngo 1.24\n\nrequire example.com/missing v1.0.0\n',
      'm_test.go': 'package m\n\nimport _ "example.com/missing"\n',
    });
    assert.match(
      (await failed(module, ['BenchmarkX'])).said,
      /m_test\.go:3: .* to add: go get -t example\.com\/m$/,
    );
  });

  test('no module, no test files', async () => {
    const env = { ...process.env, GOFLAGS: '', GO111MODULE: '' };
    const bare = goModule({ 'go.mod': null, 'm_test.go': 'package m\n' });
    assert.match((await failed(bare, ['BenchmarkX'], { env })).said, /^not-a-module: .*go mod init/);
    const untested = goModule({ 'm.go': 'package m\n' });
    assert.match((await failed(untested, ['BenchmarkX'])).said, /^no-test-files: /);
  });

  test('a benchmark runs although a test has a wrong name', async () => {
    const vetted =
      'package m\n\nimport "testing"\n\nfunc Testlower(t *testing.T) { t.Logf("%d") }\nfunc BenchmarkX(b *testing.B) {}\n';
    const module = goModule({ 'm_test.go': vetted });
    assert.equal((await done(module, ['BenchmarkX'])).length, 1);
  });
});
