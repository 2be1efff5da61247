// Which tests, examples and fuzz targets a source text has: what `go test` runs besides benchmarks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scanner } from './goScanner.ts';

const header = 'package p\n\nimport "testing"\n\n';

const testsIn = (text: string) =>
  scanner
    .scan(text)
    .tests.map(({ name }) => name)
    .join(' ');

describe('what go test runs', () => {
  const cases: [what: string, source: string, names: string][] = [
    [
      'tests',
      'func TestX(t *testing.T) {}\nfunc Test(t *testing.T) {}\nfunc Test_x(_ *testing.T) {}',
      'TestX Test Test_x',
    ],
    [
      'no tests',
      'func Testing(t *testing.T) {}\nfunc TestX(t testing.T) {}\nfunc TestY(t *testing.T, n int) {}\nfunc (s S) TestZ(t *testing.T) {}',
      '',
    ],
    ['TestMain runs them', 'func TestMain(m *testing.M) {}', ''],
    [
      'fuzz targets',
      'func FuzzX(f *testing.F) {}\nfunc FuzzY(t *testing.T) {}\nfunc Fuzzy(f *testing.F) {}',
      'FuzzX',
    ],
    [
      'examples with output',
      'func ExampleX() {\n\tprintln()\n\t// Output: 1\n}\nfunc Example() {\n\t// unordered output:\n\t// 1\n}',
      'ExampleX Example',
    ],
    [
      'examples that are only compiled',
      'func ExampleX() {}\nfunc ExampleY() {\n\t// Output: 1\n\tprintln()\n\t// the end\n}',
      '',
    ],
    [
      'no examples',
      'func ExampleX(n int) {\n\t// Output:\n}\nfunc ExampleY() int {\n\treturn 1\n\t// Output:\n}',
      '',
    ],
    ['benchmarks are found apart', 'func BenchmarkX(b *testing.B) {}\nfunc TestX(t *testing.T) {}', 'TestX'],
    ['broken source', 'func TestX(t *testing.T) {}\nfunc TestY(t *testing.T) {\n\tif {\n', 'TestX TestY'],
  ];
  for (const [what, source, names] of cases) {
    test(what, () => {
      assert.equal(testsIn(header + source), names);
    });
  }
});

test('an import alias and a dot import are read as the compiler reads them', () => {
  const alias = 'package p\n\nimport tt "testing"\n\nfunc TestX(t *tt.T) {}\nfunc TestY(t *testing.T) {}';
  assert.equal(testsIn(alias), 'TestX');
  const dot = 'package p\n\nimport . "testing"\n\nfunc TestX(t *T) {}';
  assert.equal(testsIn(dot), 'TestX');
});

test('a test knows its kind and its lines', () => {
  const [fuzz] = scanner.scan(`${header}func FuzzX(f *testing.F) {\n\tf.Add(1)\n}\n`).tests;
  assert.equal(fuzz?.kind, 'fuzz');
  assert.deepEqual([fuzz?.nameRange.startLine, fuzz?.range.endLine], [4, 6]);
});
