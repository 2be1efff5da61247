/** Benchmarks that are written for functions: with which arguments, and that Go compiles and runs them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { benchmarkFor } from '../../../src/go/write/benchmarkFor.ts';
import { readPackage } from '../../../src/go/write/readPackage.ts';
import { succeeded } from '../../why.ts';
import { goModule, installedGo } from '../goModule.ts';
import { scanner } from '../scan/goScanner.ts';

const module = goModule({
  'm.go': `package m

import (
	"io"
	"strings"
	"time"
)

type Mode int

type Reader struct{ text string }

func NewReader(text string) (*Reader, error) { return &Reader{text}, nil }

func NewMode() Mode { return 2 }

func (r *Reader) Find(word string) int { return strings.Index(r.text, word) }

func (m Mode) Find(word string) int { return int(m) }

func (m Mode) Double() Mode { return 2 * m }

func Parse(text string, mode Mode) (int, error) { return len(text) * int(mode), nil }

func Sum(numbers []int64, scale int32) (sum int64) {
	for _, each := range numbers {
		sum += each * int64(scale)
	}
	return sum
}

func Copy(from io.Reader, limit int) int64 {
	n, _ := io.Copy(io.Discard, from)
	return n
}

func Load(from io.Reader) int { return len(word(from)) }

func word(from io.Reader) string {
	text, _ := io.ReadAll(from)
	if len(text) == 0 {
		panic("used up")
	}
	return string(text)
}

type Box[K ordered, V any] struct{ values map[K]V }

type ordered interface{ ~int | ~string }

type shape interface{ Area() float64 }

func NewBox[K ordered, V any](size int) *Box[K, V] { return &Box[K, V]{make(map[K]V, size)} }

func (b *Box[K, V]) Take(key K, others ...V) (V, bool) {
	value, isThere := b.values[key]
	return value, isThere
}

func Joined[T ~string](parts []T) (all T) {
	for _, each := range parts {
		all += each
	}
	return all
}

func Largest[S shape](shapes []S) (area float64) {
	for _, each := range shapes {
		area = max(area, each.Area())
	}
	return area
}

func Pick[K comparable, V any](values map[K]V, key K) V { return values[key] }

func Wait(until time.Time, done <-chan int) bool { return until.IsZero() && done == nil }
`,
  'm_test.go': `package m

import (
	"strings"
	"testing"
)

const usual = Mode(1)

func TestParse(t *testing.T) {
	usual := usual
	tests := []struct {
		name string
		in   string
		mode Mode
	}{
		{"short", "a", usual},
		{name: "long", in: "abc" + "def", mode: Mode(3)},
		{"local", t.Name(), 1},
		{"same", "a\\n\\"", 1},
	}
	for _, tt := range tests {
		if n, err := Parse(tt.in, tt.mode); err != nil || n == 0 {
			t.Error(n)
		}
	}
	for name, text := range map[string]string{"map": "{}"} {
		_ = name
		Parse(text, 7)
	}
}

func TestFind(t *testing.T) {
	reader, err := NewReader("some text")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"text", "none"} {
		reader.Find(word)
	}
	NewMode().Find("two")
}

func TestLoad(t *testing.T) {
	text := "a word"
	Load(strings.NewReader(text))
	Load(strings.NewReader("b"))
}

func TestPick(t *testing.T) {
	Pick[string, int](map[string]int{"a": 1}, "a")
}

func FuzzParse(f *testing.F) {
	f.Add(int64(1), "seed")
	f.Fuzz(func(t *testing.T, mode int64, text string) {
		Parse(text, 1)
		Same(text, mode)
	})
}
`,
  'same.go': 'package m\n\nfunc Same(text string, n int64) string { return text[:len(text)] }\n',
  'testdata/fuzz/FuzzParse/0a': 'go test fuzz v1\nint64(-5)\nstring("\\xff")\n',
  'testdata/fuzz/FuzzParse/bad': 'go test fuzz v1\nint64(func() int64 { return 1 }())\nstring("x")\n',
});

const read = await readPackage(module.directory);

function written(name: string, goMinor = 26) {
  return succeeded(benchmarkFor({ ...read, scanner, function: name, goMinor }));
}

const problemOf = (name: string) => {
  const outcome = benchmarkFor({ ...read, scanner, function: name, goMinor: 26 });
  return outcome.ok ? null : outcome.problem.code;
};

test('rows of tables, keyed and not, are the rows of its table; what hangs on the test is left out', () => {
  const { name, fileName, cases, open, text } = written('example.com/m.Parse');
  assert.deepEqual([name, fileName, open], ['BenchmarkParse', 'm_bench_test.go', []]);
  // `usual` of the test is another one than that of its package.
  assert.deepEqual(cases, ['TestParse/long', 'TestParse/same', 'TestParse/map']);
  assert.equal(
    text,
    `package m

import (
	"runtime"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	for _, test := range []struct {
		name string
		text string
		mode Mode
	}{
		{"TestParse/long", "abc" + "def", Mode(3)},
		{"TestParse/same", "a\\n\\"", 1},
		{"TestParse/map", "{}", 7},
	} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				got0, got1 := Parse(test.text, test.mode)
				runtime.KeepAlive(got0)
				runtime.KeepAlive(got1)
			}
		})
	}
}
`,
  );
  assert.match(written('Parse', 23).text, /for i := 0; i < b\.N; i\+\+ \{/);
});

test('seeds and corpora of a fuzz target are in the order of the function; the corpus is no code', () => {
  const { cases, text } = written('Same');
  assert.deepEqual(cases, ['FuzzParse/seed 1', 'FuzzParse/0a']);
  assert.match(
    text,
    /\{"FuzzParse\/seed 1", "seed", int64\(1\)\},\n\t\t\{"FuzzParse\/0a", string\("\\xff"\), int64\(-5\)\},/,
  );
  assert.equal(written('same.Same'.replace('same', 'm')).fileName, 'same_bench_test.go');
});

test('a method has a receiver of its own type, made as in the test', () => {
  const { name, cases, text } = written('(*Reader).Find');
  assert.deepEqual([name, cases], ['BenchmarkReader_Find', ['TestFind', 'TestFind']]);
  assert.match(text, /on, err := NewReader\("some text"\)\n\t\tif err != nil \{\n\t\t\tb\.Fatal\(err\)/);
  assert.match(text, /got0 := on\.Find\(word\)/);
  assert.match(written('Mode.Find').text, /on := NewMode\(\)/);
  assert.match(written('Mode.Double').text, /^\ton := NewMode\(\)$/m);
});

test('what an operation uses up is made in each; type arguments stay', () => {
  assert.match(written('Load').text, /for b\.Loop\(\) \{\n\t\t\tgot0 := Load\(strings\.NewReader\("b"\)\)/);
  assert.match(written('Pick').text, /got0 := Pick\[string, int\]\(map\[string\]int\{"a": 1\}, "a"\)/);
});

test('without tests a text or slice has sizes, and what only the user knows is theirs to say', () => {
  const sum = written('Sum');
  assert.deepEqual([sum.cases, sum.open], [[], []]);
  assert.match(sum.text, /for _, size := range \[\]int\{16, 1024, 65536\} \{/);
  assert.match(sum.text, /numbers\[i\] = int64\(i \* 7919 % size\)/);
  const wait = written('Wait');
  assert.deepEqual(wait.open, ['until', 'done']);
  assert.match(wait.text, /var until time\.Time \/\/ TODO/);
  assert.equal(problemOf('Nothing'), 'no-such-function');
});

test('what is generic, and called by no test, has types that its constraints permit, for the user to choose others', () => {
  const { text, open } = written('Box.Take');
  assert.deepEqual(open, ['K', 'V']);
  assert.match(text, /\t\/\/ TODO: \[int, int\] stands for \[K, V\]\.\n\ton := NewBox\[int, int\]\(1\)\n/);
  assert.match(text, /got0, got1 := on\.Take\(1\)/);
  assert.match(
    written('Joined').text,
    /parts := make\(\[\]string, size\).*got0 := Joined\[string\]\(parts\)/s,
  );
  assert.equal(problemOf('Largest'), 'no-type-arguments');
});

test('a method can be named without its type where one type has it', () => {
  assert.equal(written('Double').name, written('Mode.Double').name);
  assert.equal(problemOf('Find'), 'several-methods');
  assert.equal(problemOf('Reader.Double'), 'no-such-function');
});

test('all of them compile and run, no hint finds anything in them, and gofmt would change nothing', async () => {
  const gofmt = join((await installedGo()).goroot, 'bin', 'gofmt');
  const names = [
    'Parse',
    'Same',
    'Reader.Find',
    'Mode.Find',
    'Mode.Double',
    'Load',
    'Pick',
    'Box.Take',
    'Joined',
    'Sum',
    'Copy',
    'Wait',
  ];
  for (const [i, name] of names.entries()) {
    const file = join(module.directory, `written${i}_test.go`);
    const { text } = written(name);
    writeFileSync(file, text);
    assert.deepEqual(scanner.smells(text)?.smells, [], name);
  }
  const go = (...args: string[]) => spawnSync('go', args, { cwd: module.directory, encoding: 'utf8' });
  const { stdout: printed, stderr, status } = go('test', '-run=^$', '-bench=.', '-benchtime=2x', '.');
  assert.equal(status, 0, printed + stderr);
  for (const name of ['Parse/TestParse/map', 'Same/FuzzParse/0a', 'Sum/size=1024', 'Mode_Double'])
    assert.match(printed, new RegExp(`^Benchmark${name}\\S*\\s+2\\s`, 'm'), printed);
  assert.equal(spawnSync(gofmt, ['-l', '.'], { cwd: module.directory, encoding: 'utf8' }).stdout, '');
});
