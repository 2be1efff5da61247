import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { createScanner } from '../../../../src/go/scan/scan.ts';
import { benchmarksReaching } from '../../../../src/server/remote/stores/benchmarkThis.ts';
import { profileOf } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';

const require = createRequire(import.meta.url);
const scanner = () =>
  createScanner({
    runtime: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
  });

test('of benchmarks that were never profiled, those of what production calls come first', async () => {
  const names = ['Insert', 'Scan', 'Get', 'Find'];
  const benchmarks = names.map((name) => `func Benchmark${name}(b *testing.B) { for b.Loop() {} }\n`);
  const folder = testFolder({
    'tree_test.go': `package tree\n\nimport "testing"\n\n${benchmarks.join('')}`,
  });
  const production = profileOf({
    samples: [
      { values: [10], stack: ['x.com/tree.items.find tree.go:5', 'x.com/tree.(*node).insert tree.go:20'] },
      { values: [30], stack: ['x.com/tree.items.find tree.go:5', 'x.com/tree.(*Tree).Get tree.go:30'] },
      { values: [90], stack: ['x.com/tree.(*Tree).Scan tree.go:40'] },
    ],
  });
  const asked = { functionNames: ['x.com/tree.items.find'], file: path.join(folder, 'tree.go') };
  const context = { scanner, results: [], production, maxBytes: 1e6 };
  const found = await benchmarksReaching(asked, context);
  assert.deepEqual(
    found.map(({ target }) => target.benchmark),
    ['BenchmarkFind', 'BenchmarkGet', 'BenchmarkInsert', 'BenchmarkScan'],
  );
});
