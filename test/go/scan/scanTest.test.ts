// Which tests, examples and fuzz targets a source text has: what `go test` runs besides benchmarks.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, test } from 'node:test';
import { createScanner, type GoScanner } from '../../../src/go/scan/scan.ts';

const require = createRequire(import.meta.url);
const runtime = require.resolve('web-tree-sitter/web-tree-sitter.wasm');
const grammar = require.resolve('tree-sitter-go/tree-sitter-go.wasm');

let scanner: GoScanner;
before(async () => {
  scanner = await createScanner({ runtime, grammar });
});

const header = 'package p\n\nimport "testing"\n\n';

describe('what go test runs', () => {
  const cases: [what: string, source: string, names: string[]][] = [
    [
      'tests',
      'func TestX(t *testing.T) {}\nfunc Test(t *testing.T) {}\nfunc Test_x(_ *testing.T) {}',
      ['TestX', 'Test', 'Test_x'],
    ],
    [
      'no tests',
      'func Testing(t *testing.T) {}\nfunc TestX(t testing.T) {}\nfunc TestY(t *testing.T, n int) {}\nfunc (s S) TestZ(t *testing.T) {}',
      [],
    ],
    ['TestMain runs them', 'func TestMain(m *testing.M) {}', []],
    [
      'fuzz targets',
      'func FuzzX(f *testing.F) {}\nfunc FuzzY(t *testing.T) {}\nfunc Fuzzy(f *testing.F) {}',
      ['FuzzX'],
    ],
    [
      'examples with output',
      'func ExampleX() {\n\tprintln()\n\t// Output: 1\n}\nfunc Example() {\n\t// unordered output:\n\t// 1\n}',
      ['ExampleX', 'Example'],
    ],
    [
      'examples that are only compiled',
      'func ExampleX() {}\nfunc ExampleY() {\n\t// Output: 1\n\tprintln()\n\t// the end\n}',
      [],
    ],
    [
      'no examples',
      'func ExampleX(n int) {\n\t// Output:\n}\nfunc ExampleY() int {\n\treturn 1\n\t// Output:\n}',
      [],
    ],
    [
      'benchmarks are found apart',
      'func BenchmarkX(b *testing.B) {}\nfunc TestX(t *testing.T) {}',
      ['TestX'],
    ],
    [
      'broken source',
      'func TestX(t *testing.T) {}\nfunc TestY(t *testing.T) {\n\tif {\n',
      ['TestX', 'TestY'],
    ],
  ];
  for (const [what, source, names] of cases) {
    test(what, () => {
      assert.deepEqual(
        scanner.scan(header + source).tests.map(({ name }) => name),
        names,
      );
    });
  }
});

test('an import alias and a dot import are read as the compiler reads them', () => {
  const alias = 'package p\n\nimport tt "testing"\n\nfunc TestX(t *tt.T) {}\nfunc TestY(t *testing.T) {}';
  assert.deepEqual(
    scanner.scan(alias).tests.map(({ name }) => name),
    ['TestX'],
  );
  const dot = 'package p\n\nimport . "testing"\n\nfunc TestX(t *T) {}';
  assert.deepEqual(
    scanner.scan(dot).tests.map(({ name }) => name),
    ['TestX'],
  );
});

test('a test knows its kind and its lines', () => {
  const [fuzz] = scanner.scan(`${header}func FuzzX(f *testing.F) {\n\tf.Add(1)\n}\n`).tests;
  assert.equal(fuzz?.kind, 'fuzz');
  assert.deepEqual([fuzz?.nameRange.startLine, fuzz?.range.endLine], [4, 6]);
});
