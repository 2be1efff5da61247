import assert from 'node:assert/strict';
import test from 'node:test';
import { attributesOf } from '../../../src/bench/benchfmt/attributes.ts';

const output = `goos: linux
BenchmarkA
=== ATTR  BenchmarkA input big file
=== ATTR  BenchmarkA n 1
BenchmarkA/x=1
=== ATTR  BenchmarkA/x=1 n 2
=== ATTR  BenchmarkA/x=1 empty 
    a_test.go:3: === ATTR  BenchmarkA/x=1 logged no
=== ATTR  BenchmarkA/x=1 n 3
=== ATTR  BenchmarkA/x=10 other yes
BenchmarkA/x=1-8         	       1	       392.0 ns/op
PASS
`;

test('a benchmark has its own attributes and those of the benchmark around it; the last value counts', () => {
  assert.deepEqual(attributesOf(output, 'BenchmarkA/x=1'), { input: 'big file', n: '3', empty: '' });
  assert.deepEqual(attributesOf(output, 'BenchmarkA'), { input: 'big file', n: '1' });
  assert.deepEqual(attributesOf(output, 'BenchmarkB'), {});
});

test('keys, values and their number are bounded; a key is never more than text', () => {
  const long = 'x'.repeat(10_000);
  const many = Array.from({ length: 1000 }, (_, i) => `=== ATTR  BenchmarkA k${i} v\n`).join('');
  const found = attributesOf(
    `=== ATTR  BenchmarkA __proto__ p\n=== ATTR  BenchmarkA ${long} ${long}\n${many}`,
    'BenchmarkA',
  );
  assert.equal(Object.keys(found).length, 50);
  assert.equal(Object.hasOwn(found, '__proto__'), true);
  for (const [key, value] of Object.entries(found)) assert.ok(key.length <= 100 && value.length <= 500);
});
