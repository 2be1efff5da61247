/** Edits of a package, and which of its benchmarks then run other code. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { benchmarkCodes } from '../../../src/go/objects/benchmarkCodes.ts';
import { built } from './built.ts';

const work = `package m

import "strings"

type Shape interface{ Area() int }

type Square struct{ side int }

func (s Square) Area() int { return s.side * s.side }

type Circle struct{ radius int }

func (c Circle) Area() int { return 3 * c.radius }

func (c Circle) Label() string { return "circle" }

type node struct {
	next *node
	name string
}

//go:noinline
func direct(x int) int { return x + 1 }

//go:noinline
func area(s Shape) int { return s.Area() }

//go:noinline
func largest[T int | float64](all []T) T {
	most := all[0]
	for _, each := range all {
		if each > most {
			most = each
		}
	}
	return most
}

var hook = func(x int) int { return x * 3 }

var table = [4]int{1, 2, 3, 4}

var names = strings.Fields("a b")

//go:noinline
func greet(s string) string { return strings.ToUpper("hello, " + s) }

//go:noinline
func link() *node { return &node{name: "a"} }

//go:noinline
func unused(x int) int { return x - 1 }
`;

const tests = `package m

import (
	"reflect"
	"testing"
)

var sink any

func run(b *testing.B, f func()) {
	for b.Loop() {
		f()
	}
}

func BenchmarkDirect(b *testing.B)  { run(b, func() { direct(1) }) }
func BenchmarkSquare(b *testing.B)  { run(b, func() { area(Square{2}) }) }
func BenchmarkCircle(b *testing.B)  { run(b, func() { area(Circle{2}) }) }
func BenchmarkGeneric(b *testing.B) { run(b, func() { largest([]int{1, 2}) }) }
func BenchmarkHook(b *testing.B)    { run(b, func() { hook(1) }) }
func BenchmarkTable(b *testing.B)   { run(b, func() { direct(table[b.N&3]) }) }
func BenchmarkText(b *testing.B)    { run(b, func() { greet("you") }) }
func BenchmarkLink(b *testing.B)    { run(b, func() { sink = link() }) }
func BenchmarkByName(b *testing.B) {
	name := b.Name()[:0] + "Label"
	run(b, func() { reflect.ValueOf(Circle{2}).MethodByName(name).Call(nil) })
}

func TestDirect(t *testing.T) {
	if direct(1) != 2 {
		t.Fatal("no")
	}
}
`;

const outside = `package m_test

import (
	"testing"

	"example.com/m"
)

func BenchmarkOutside(b *testing.B) {
	for b.Loop() {
		_ = m.Circle{}.Label()
	}
}
`;

const goMod = 'module example.com/m\n\ngo 1.24\n';
/** Of two packages, which one begins first is told by their names alone, unless one of them imports the other. */
const begins = (name: string) => `package ${name}\n\nimport "fmt"\n\nfunc init() { fmt.Sprint("${name}") }\n`;
const files = {
  'go.mod': goMod,
  'work.go': work,
  'work_test.go': tests,
  'outside_test.go': outside,
  'a/a.go': begins('a'),
  'z/z.go': begins('z'),
  'begins_test.go': 'package m\n\nimport (\n\t_ "example.com/m/a"\n\t_ "example.com/m/z"\n)\n',
};
const all = ['ByName', 'Circle', 'Direct', 'Generic', 'Hook', 'Link', 'Outside', 'Square', 'Table', 'Text'];

/** What is done to one file, and the benchmarks that run other code then. */
const edits: readonly [what: string, from: string, to: string, others: readonly string[]][] = [
  ['a comment that moves every line', 'type Shape', '// Two\n// lines.\n\ntype Shape', []],
  ['a function that nothing calls', 'return x - 1', 'return x - 12345', []],
  [
    'a new function with texts of its own',
    'type Shape',
    'func New() string { return "a new text" }\n\ntype Shape',
    [],
  ],
  ['a new test', 'func TestDirect', 'func TestNew(t *testing.T) { t.Log(unused(3)) }\n\nfunc TestDirect', []],
  ['a function', 'return x + 1', 'return x + 2', ['Direct', 'Table']],
  ['a method that is called through an interface', '3 * c.radius', '4 * c.radius', ['ByName', 'Circle']],
  ['a method of another type there', 's.side * s.side', 's.side + s.side', ['Square']],
  ['a method that is called by a name', '"circle"', '"round!"', ['ByName', 'Outside']],
  ['a generic function', 'each > most', 'each >= most', ['Generic']],
  ['a function in a variable', 'return x * 3', 'return x * 5', ['Hook']],
  ['what a variable begins with', '{1, 2, 3, 4}', '{1, 2, 3, 5}', ['Table']],
  ['a text of the same length', '"hello, "', '"howdy, "', ['Text']],
  ['a field of a type', 'name string\n', 'name string\n\tmore [4]int\n', ['Link']],
  ['an init', 'type Shape', 'func init() { table[0]++ }\n\ntype Shape', all],
  ['a benchmark itself', 'largest([]int{1, 2})', 'largest([]int{1, 3})', ['Generic']],
  ['what go.mod asks of the runtime', 'go 1.24\n', 'go 1.24\n\ngodebug asynctimerchan=1\n', all],
  [
    'an import that the program has already',
    'import "strings"',
    'import (\n\t"os"\n\t"strings"\n)\n\nfunc first() string { return os.Args[0] }',
    [],
  ],
  ['the order in which packages begin', 'import "fmt"', 'import (\n\t"fmt"\n\n\t_ "example.com/m/z"\n)', all],
  ['TestMain', 'func TestDirect', 'func TestMain(m *testing.M) { m.Run() }\n\nfunc TestDirect', all],
];

describe('benchmarks that run other code after an edit of', () => {
  let base: ReadonlyMap<string, string>;
  before(async () => {
    base = benchmarkCodes(await built(files));
  });

  for (const [what, from, to, others] of edits) {
    test(what, async () => {
      const edited = Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          name,
          name === 'z/z.go' ? text : text.replace(from, to),
        ]),
      );
      assert.notDeepEqual(edited, files);
      const now = benchmarkCodes(await built(edited));
      const short = (names: Iterable<string>) =>
        [...names].map((name) => name.replace('Benchmark', '')).sort();
      assert.deepEqual(short(now.keys()), all);
      assert.deepEqual(short([...now.keys()].filter((name) => now.get(name) !== base.get(name))), others);
    });
  }
});
