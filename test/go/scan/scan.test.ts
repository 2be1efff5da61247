// Which benchmarks a source text has. Each case is a piece of Go and what `go test` would call them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createScanner } from '../../../src/go/scan/scan.ts';
import type { ScannedBenchmark } from '../../../src/go/scan/scannedBenchmark.ts';
import { grammarFiles, scanner } from './goScanner.ts';

const header = 'package p\n\nimport "testing"\n\n';

/** The benchmarks in a text. Without a package clause, it is in a file that imports testing. */
function namesIn(source: string): string {
  const text = /^package|^$/.test(source) ? source : header + source;
  return scanner
    .scan(text)
    .benchmarks.map(({ name }) => name)
    .join(' ');
}

describe('benchmark functions', () => {
  const cases: [what: string, source: string, names: string][] = [
    ['plain', `func BenchmarkX(b *testing.B) {}`, 'BenchmarkX'],
    ['the bare prefix', `func Benchmark(b *testing.B) {}`, 'Benchmark'],
    [
      'an underscore, a digit or a capital follows',
      `func Benchmark_x(b *testing.B) {}\nfunc Benchmark1(b *testing.B) {}\nfunc BenchmarkÄ(b *testing.B) {}`,
      'Benchmark_x Benchmark1 BenchmarkÄ',
    ],
    ['a letter without case follows', `func Benchmark世界(b *testing.B) {}`, 'Benchmark世界'],
    ['a lower-case letter follows', `func Benchmarkx(b *testing.B) {}\nfunc Benchmarkä(b *testing.B) {}`, ''],
    ['a parameter without a name', `func BenchmarkX(*testing.B) {}`, 'BenchmarkX'],
    ['a method', `func (s suite) BenchmarkX(b *testing.B) {}`, ''],
    ['two parameters', `func BenchmarkX(b *testing.B, n int) {}\nfunc BenchmarkY(a, b *testing.B) {}`, ''],
    ['a result', `func BenchmarkX(b *testing.B) int { return 1 }`, ''],
    ['type parameters', `func BenchmarkX[T any](b *testing.B) {}`, ''],
    [
      'another type',
      `func BenchmarkX(t *testing.T) {}\nfunc BenchmarkY(b testing.B) {}\nfunc BenchmarkZ(b *other.B) {}`,
      '',
    ],
    ['a variable', `var BenchmarkX = func(b *testing.B) {}`, ''],
    ['a comment', `// func BenchmarkX(b *testing.B) {}\n/*\nfunc BenchmarkY(b *testing.B) {}\n*/`, ''],
    ['a string', `const s = \`\nfunc BenchmarkX(b *testing.B) {}\n\``, ''],
    [
      'an import alias',
      'package p\nimport tt "testing"\nfunc BenchmarkX(b *tt.B) {}\nfunc BenchmarkY(b *testing.B) {}',
      'BenchmarkX',
    ],
    ['a dot import', 'package p\nimport . "testing"\nfunc BenchmarkX(b *B) {}', 'BenchmarkX'],
    [
      'an import group',
      'package p\nimport (\n\t"fmt"\n\t`testing`\n)\nfunc BenchmarkX(b *testing.B) {}',
      'BenchmarkX',
    ],
    ['a type alias', `type B = testing.B\nfunc BenchmarkX(b *B) {}`, 'BenchmarkX'],
    ['its own type B', `type B struct{}\nfunc BenchmarkX(b *B) {}`, ''],
    [
      'another package called testing',
      'package p\nimport "example.com/testing"\nfunc BenchmarkX(b *testing.B) {}',
      '',
    ],
    ['the import is not written yet', 'package p\nfunc BenchmarkX(b *testing.B) {}', 'BenchmarkX'],
    [
      'an external test package',
      'package p_test\nimport "testing"\nfunc BenchmarkX(b *testing.B) {}',
      'BenchmarkX',
    ],
    [
      'Windows line ends',
      'package p\r\nimport "testing"\r\nfunc BenchmarkX(b *testing.B) {\r\n}\r\n',
      'BenchmarkX',
    ],
    ['nothing at all', '', ''],
  ];
  for (const [what, source, names] of cases) {
    test(what, () => assert.equal(namesIn(source), names));
  }

  test('the answer for a text is kept', () => {
    const text = `${header}func BenchmarkX(b *testing.B) {}`;
    assert.equal(scanner.scan(text), scanner.scan(text));
  });

  test('the package name is read', () => {
    assert.equal(scanner.scan('// doc\npackage p_test\n').packageName, 'p_test');
    assert.equal(scanner.scan('func f() {}').packageName, '');
  });
});

describe('sub-benchmarks with literal names', () => {
  const cases: [what: string, body: string, names: string][] = [
    [
      'in source order, after the parent',
      'b.Run("a", func(b *testing.B) {}); b.Run("b", func(b *testing.B) {})',
      'a b',
    ],
    ['nested', 'b.Run("a", func(b *testing.B) { b.Run("c", f) }); b.Run("d", f)', 'a a/c d'],
    ['the inner one by the inner name', 'b.Run("a", func(sub *testing.B) { sub.Run("c", f) })', 'a a/c'],
    ['white space becomes an underscore', 'b.Run("small input\\t1", f)', 'small_input_1'],
    [
      'characters that cannot be printed are escaped',
      'b.Run("a\\x00\\u00ad\\U000e0001é", f)',
      'a\\x00\\u00ad\\U000e0001é',
    ],
    ['bytes that are no UTF-8', 'b.Run("a\\xffb", f)', 'a�b'],
    ['a name used again is numbered', 'b.Run("a", f); b.Run("a", f); b.Run("a", f)', 'a a#01 a#02'],
    [
      'a number that is taken already is skipped',
      'b.Run("a", f); b.Run("a", f); b.Run("a#01", f)',
      'a a#01 a#01#01',
    ],
    ['an empty name', 'b.Run("", f); b.Run("", f)', '#00 #01'],
    ['slashes stay', 'b.Run("n=1/x-y", f)', 'n=1/x-y'],
    ['a raw string', 'b.Run(`a\\n`, f)', 'a\\n'],
    ['literals put together', 'b.Run("a" + ("b" + "c"), f)', 'abc'],
    [
      'a computed name is left out',
      'b.Run(fmt.Sprintf("n=%d", 1), func(b *testing.B) { b.Run("inner", f) }); b.Run(name, f)',
      '',
    ],
    ['in loops and closures', 'for range 2 { func() { b.Run("a", f) }() }', 'a'],
    ['of something else', 'c.Run("a", f); b.Runs("a"); b.inner.Run("a", f)', ''],
    ['of a parameter that hides ours', 'each(func(b *suite) { b.Run("a", f) })', ''],
    ['in a string or comment', 's := `b.Run("a", f)` // b.Run("b", f)', ''],
  ];
  for (const [what, body, names] of cases) {
    test(what, () => {
      const found = namesIn(`func BenchmarkX(b *testing.B) {\n${body}\n}`);
      assert.equal(found.replaceAll('BenchmarkX/', ''), `BenchmarkX ${names}`.trim());
    });
  }
});

describe('ranges', () => {
  const source = `${header}func BenchmarkÄ😀(b *testing.B) {
	😀 := 1
	b.Run("😀 é", func(b *testing.B) {
	})
}
`.replaceAll('Ä😀', 'Ä');

  function textAt({ startLine, startCharacter, endLine, endCharacter }: ScannedBenchmark['range']): string {
    const lines = source.split('\n').slice(startLine, endLine + 1);
    lines[lines.length - 1] = lines.at(-1)!.slice(0, endCharacter);
    lines[0] = lines[0]!.slice(startCharacter);
    return lines.join('\n');
  }

  test('count UTF-16 units from 0, as editors do', () => {
    const [top, sub] = scanner.scan(source).benchmarks;
    assert.equal(textAt(top!.nameRange), 'BenchmarkÄ');
    assert.match(textAt(top!.range), /^func Benchmark[\s\S]*\n}$/);
    assert.match(textAt(top!.bodyRange), /^{\n[\s\S]*\n}$/);
    assert.equal(textAt(sub!.nameRange), '"😀 é"');
    assert.match(textAt(sub!.range), /^b\.Run\("😀 é"[\s\S]*}\)$/);
    assert.equal(textAt(sub!.bodyRange), '{\n\t}');
  });
});

describe('timed loops', () => {
  /** Loops of each benchmark as `first-last`, lines counted from the body's first. */
  function loopsIn(body: string, rest = ''): Record<string, string[]> {
    const { benchmarks } = scanner.scan(`${header}func BenchmarkX(b *testing.B) {\n${body}\n}\n${rest}`);
    return Object.fromEntries(
      benchmarks.map(({ name, loops }) => [
        name,
        loops.map(({ startLine, endLine }) => `${startLine - 5}-${endLine - 5}`),
      ]),
    );
  }

  const cases: [what: string, body: string, loops: Record<string, string[]>][] = [
    ['b.Loop', 'setup()\nfor b.Loop() {\nx()\n}', { BenchmarkX: ['1-3'] }],
    ['b.N counting up', 'for i := 0; i < b.N; i++ {\n}', { BenchmarkX: ['0-1'] }],
    ['b.N counting down', 'for n := b.N; n > 0; n-- {\n}', { BenchmarkX: ['0-1'] }],
    ['range over b.N', 'for range b.N {\n}\nfor i := range b.N {\n}', { BenchmarkX: ['0-1', '2-3'] }],
    ['RunParallel', 'b.RunParallel(func(pb *testing.PB) {\nfor pb.Next() {\n}\n})', { BenchmarkX: ['1-2'] }],
    [
      'other loops',
      'for i := 0; i < 3; i++ {\n}\nfor range n {\n}\nfor pb.Next() {\n}\nfor {\n}',
      { BenchmarkX: [] },
    ],
    ['b.N only in the body', 'for i := range xs {\nuse(b.N)\n}', { BenchmarkX: [] }],
    [
      'those of a sub-benchmark are its own',
      'for range b.N {\n}\nb.Run("a", func(b *testing.B) {\nfor b.Loop() {\n}\n})',
      { BenchmarkX: ['0-1'], 'BenchmarkX/a': ['3-4'] },
    ],
    [
      'those of a sub-benchmark with a computed name are left out',
      'b.Run(name, func(b *testing.B) {\nfor b.Loop() {\n}\n})',
      { BenchmarkX: [] },
    ],
  ];
  for (const [what, body, loops] of cases) test(what, () => assert.deepEqual(loopsIn(body), loops));

  test('a sub-benchmark whose body is a function of the file', () => {
    const rest = 'func work(b *testing.B) {\nb.Run("inner", work)\nfor b.Loop() {\n}\n}';
    assert.deepEqual(loopsIn('b.Run("a", work)', rest), {
      BenchmarkX: [],
      'BenchmarkX/a': ['4-5'],
    });
  });
});

describe('broken text, as it is while someone types', () => {
  const sound = 'func BenchmarkSound(b *testing.B) {\n\tfor b.Loop() {\n\t\twork()\n\t}\n}\n';
  const cases: [what: string, broken: string, names: string][] = [
    [
      'an open call',
      'func BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t\twork(\n\t}\n}\n',
      'BenchmarkX BenchmarkSound',
    ],
    ['an open block', 'func BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n', 'BenchmarkX BenchmarkSound'],
    [
      'an open block with a sub-benchmark',
      'func BenchmarkX(b *testing.B) {\n\tb.Run("a", func(b *testing.B) {\n',
      'BenchmarkX BenchmarkX/a BenchmarkSound',
    ],
    ['an open string', 'func BenchmarkX(b *testing.B) {\n\tx := "abc\n}\n', 'BenchmarkX BenchmarkSound'],
    ['half a function', 'func Benchm\n', 'BenchmarkSound'],
    ['half a signature', 'func BenchmarkX(b *testing.\n', 'BenchmarkSound'],
    ['a stray brace', '}\n', 'BenchmarkSound'],
    ['a benchmark in a comment', '/*\nfunc BenchmarkX(b *testing.B) {}\n*/\nfunc f() {\n', 'BenchmarkSound'],
    [
      'a benchmark in a string',
      'const s = `\nfunc BenchmarkX(b *testing.B) {}\n`\nfunc f() {\n',
      'BenchmarkSound',
    ],
  ];
  for (const [what, broken, names] of cases) {
    test(what, () => {
      const { benchmarks } = scanner.scan(header + broken + sound);
      assert.equal(namesIn(broken + sound), names);
      const last = benchmarks.at(-1)!;
      const line = (header + broken).split('\n').length - 1;
      assert.deepEqual([last.range.startLine, last.range.endLine], [line, line + 4]);
      assert.deepEqual(last.loops, [{ startLine: line + 1, endLine: line + 3 }]);
    });
  }
});

test('the WebAssembly files may be given as bytes', async () => {
  const fromBytes = await createScanner({
    runtime: readFileSync(grammarFiles.runtime),
    grammar: readFileSync(grammarFiles.grammar),
  });
  assert.equal(fromBytes.scan(`${header}func BenchmarkX(b *testing.B) {}`).benchmarks.length, 1);
});

test('ten thousand nested blocks overflow no stack, and a thousand scans fill no memory', () => {
  const deep = `${header}func BenchmarkX(b *testing.B) {\n${'{'.repeat(10_000)}${'}'.repeat(10_000)}\n}`;
  assert.equal(namesIn(deep), 'BenchmarkX');
  for (let i = 0; i < 1000; i++) namesIn(`${header}func BenchmarkX(b *testing.B) { b.Run("a", f) }`);
});
