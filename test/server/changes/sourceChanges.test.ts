// Which edits make a benchmark's result old. Each case: the sources of a run, an edit, and what of it matters.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { SourceCode } from '../../../src/go/scan/sourceCode.ts';
import { type CodeChange, SourceChanges } from '../../../src/server/changes/sourceChanges.ts';
import { snapshotOf } from '../builders.ts';

const testFile = `package p

import "testing"

func BenchmarkAdd(b *testing.B) {
	l := New()
	for b.Loop() {
		l.Add(limit)
	}
}

func BenchmarkOther(b *testing.B) {
	other()
}
`;
const listFile = `package p

import (
	"fmt"
	"math/rand"
)

const (
	limit = 10
	unused = 20
)

type List struct{ items []Item }

type Item = int

func New() *List { return &List{} }

// Add appends.
func (l *List) Add(n int) {
	l.items = append(l.items, n)
	grow(l)
}

func (l *List) Remove(n int) { other() }

func (l *List) String() string { return fmt.Sprint(l.items) }

func (l *List) Visit() { rand.Int() }

func grow(l *List) {}

func other() {
	l := New()
	l.Remove(1)
}

type Unused struct{}

func (Unused) Add() {}

func init() { setup() }

func setup() {}
`;
const sources = {
  '/m/go.mod': 'module example.com/m\n\ngo 1.24\n',
  '/m/p/list.go': listFile,
  '/m/p/list_test.go': testFile,
  '/m/p/fast_amd64.s': 'TEXT ·fast(SB), 4, $0 // fast\n\tRET\n',
  '/m/q/q.go': 'package q\n\nfunc Q() {}\n',
};

const name = ({ unit, file, isNew }: CodeChange) =>
  `${isNew ? 'new ' : ''}${unit === null ? path.basename(file) : [unit.receiver, ...unit.names].filter(Boolean).join('.') || unit.program}`;

/** What matters to `BenchmarkAdd` when these files are as given; `null` for a file that is gone. */
function relevant(files: Readonly<Record<string, string | null>>): string[] {
  const changes = new SourceChanges(snapshotOf(sources));
  for (const [file, text] of Object.entries(files)) {
    changes.update(file, text === null ? null : new SourceCode(text, file.endsWith('.go')));
  }
  return changes.relevant('key', ({ unit }) => unit.names[0] === 'BenchmarkAdd').map(name);
}

const list = (from: string, to: string): string[] => {
  assert.ok(listFile.includes(from), from);
  return relevant({ '/m/p/list.go': listFile.replace(from, to) });
};

describe('matters', () => {
  const cases: [what: string, from: string, to: string, names: string[]][] = [
    ['a method that the benchmark calls', 'append(l.items, n)', 'append(l.items, n+1)', ['List.Add']],
    ['what that calls', 'func grow(l *List) {}', 'func grow(l *List) { println() }', ['grow']],
    ['a constant that it uses', 'limit = 10', 'limit = 11', ['limit']],
    ['a type that it uses', 'items []Item', 'items []Item; n int', ['List']],
    ['a type that this type uses', 'Item = int', 'Item = int32', ['Item']],
    ['what runs before it', 'func setup() {}', 'func setup() { println() }', ['setup']],
    [
      'a method that the standard library may call',
      'Sprint(l.items)',
      'Sprint(len(l.items))',
      ['List.String'],
    ],
    [
      'a method that nothing in the module calls, so a library may',
      'rand.Int()',
      'rand.Int63()',
      ['List.Visit'],
    ],
    ['a removed function', 'func grow(l *List) {}', '', ['grow']],
    ['a directive', 'func grow', '//go:noinline\nfunc grow', ['grow']],
    ['a package in place of another', '"math/rand"', 'rand "math/rand/v2"', ['import "math/rand"']],
    [
      'a function that hides a builtin one',
      'func grow',
      'func append(a, b any) any { return a }\nfunc grow',
      ['new append'],
    ],
    ['a new init', 'func grow', 'func init() {}\nfunc grow', ['new init']],
    [
      'a new method that a library may call',
      'func grow',
      'func (l *List) Error() string { return "" }\nfunc grow',
      ['new List.Error'],
    ],
  ];
  for (const [what, from, to, names] of cases) test(what, () => assert.deepEqual(list(from, to), names));

  const files: [what: string, file: string, text: string | null, first: string][] = [
    ['go.mod', '/m/go.mod', 'module example.com/m\n\ngo 1.25\n', 'go.mod'],
    ['assembly in its folder', '/m/p/fast_amd64.s', 'TEXT ·fast(SB), 4, $0\n\tNOP\n\tRET\n', 'fast_amd64.s'],
    ['a new file with an init', '/m/p/new.go', 'package p\n\nfunc init() { println() }\n', 'new init'],
  ];
  for (const [what, file, text, name] of files) {
    test(what, () => assert.deepEqual(relevant({ [file]: text }), [name]));
  }
  test('a removed file', () => assert.ok(relevant({ '/m/p/list.go': null }).includes('List.Add')));
});

describe('does not matter', () => {
  const cases: [what: string, from: string, to: string][] = [
    ['a comment', '// Add appends.', '// Add appends\n// an item.'],
    ['a comment in code', 'grow(l)', 'grow(l) // later'],
    ['spaces', 'append(l.items, n)', 'append( l.items,n )'],
    ['line breaks', 'append(l.items, n)', 'append(\n\t\tl.items,\n\t\tn,\n\t)'],
    ['a function that it does not call', 'l.Remove(1)', 'l.Remove(2)'],
    ['a method of its type that it does not call', 'Remove(n int) { other() }', 'Remove(n int) {}'],
    ['a constant that it does not use', 'unused = 20', 'unused = 21'],
    [
      'a method of the same name of a type that it does not use',
      '(Unused) Add() {}',
      '(Unused) Add() { println() }',
    ],
    ['a new function', 'func grow', 'func new2() {}\nfunc grow'],
    ['another package', '"fmt"', '"fmt"\n\t"os"'],
    ['an order', 'const (\n\tlimit = 10\n\tunused = 20\n)', 'const (\n\tunused = 20\n\tlimit = 10\n)'],
  ];
  for (const [what, from, to] of cases) test(what, () => assert.deepEqual(list(from, to), []));

  const moved = 'func grow(l *List) {}\n';
  const files: [what: string, files: Readonly<Record<string, string>>][] = [
    ['another benchmark', { '/m/p/list_test.go': testFile.replace('\tother()', '\tother(1)') }],
    ['a package that it does not use', { '/m/q/q.go': 'package q\n\nfunc Q() { println() }\n' }],
    [
      'a function that has moved to another file of its package',
      { '/m/p/list.go': listFile.replace(moved, ''), '/m/p/grow.go': `package p\n\n${moved}` },
    ],
    ['a file for another system', { '/m/p/list_windows.go': `package p\n\nfunc init() {}\n${moved}` }],
    ['a comment in go.mod', { '/m/go.mod': `// Our module.\n${sources['/m/go.mod']}` }],
  ];
  for (const [what, edited] of files) test(what, () => assert.deepEqual(relevant(edited), []));
});

test('what is undone is no change', () => {
  const changes = new SourceChanges(snapshotOf(sources));
  const text = listFile.replace('append(l.items, n)', 'append(l.items, 7)');
  assert.equal(changes.update('/m/p/list.go', new SourceCode(text, true)), true);
  assert.equal(changes.isEmpty, false);
  // Typing on in the same declaration is no news.
  assert.equal(changes.update('/m/p/list.go', new SourceCode(text.replace('7', '77'), true)), false);
  assert.equal(changes.update('/m/p/list.go', new SourceCode(listFile, true)), true);
  assert.equal(changes.isEmpty, true);
});

test('with iota, a constant changes when the lines above it do', () => {
  const before = 'package p\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n\nfunc F() { println(C) }\n';
  const changed = (after: string) => {
    const changes = new SourceChanges(snapshotOf({ '/m/a.go': before }));
    changes.update('/m/a.go', new SourceCode(after, true));
    return changes.relevant('', ({ unit }) => unit.names[0] === 'F').map(name);
  };
  assert.deepEqual(changed(before.replace('\tB\n', '\tB\n\tX\n')), ['C']);
  assert.deepEqual(changed(before.replace('\tC\n', '\tC\n\tX\n')), []);
});
