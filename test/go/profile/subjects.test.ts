// A benchmark runs without those whose names begin its own: what a line allocates is what Go counts.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { separateBinary, testBinary } from '../../../src/go/build/testBinary.ts';
import { goModule, objectsOnLine } from '../goModule.ts';
import { done } from '../outcome.ts';

const module = goModule({
  'm_test.go': `package m

import "testing"

var sink *[64]int

func BenchmarkRoutes(b *testing.B) {
	for _, route := range []string{"/a", "/a/bc", "/a/bc/def"} {
		b.Run(route, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for range route {
					sink = new([64]int) // route
				}
			}
		})
	}
	b.Run("n=1", func(b *testing.B) {
		b.Run("x", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				sink = new([64]int) // nested
			}
		})
	})
}
`,
});
const file = join(module.directory, 'm_test.go');

async function profiled(names: string[]) {
  const output = join(module.output, String(names.length), names[0]!.replaceAll('/', '_'));
  const steps: string[] = [];
  const results = await done(module, names, {
    kinds: ['mem'],
    benchtime: '20x',
    outputDirectory: output,
    keepsBinary: true,
    onProgress: (message) => void steps.push(message),
  });
  return { results, output, isSeparate: steps.some((step) => step.startsWith('Building again')) };
}

test('where one name begins another, the lines of each have what Go counts for it', async () => {
  const before = module.files();
  const { results, output, isSeparate } = await profiled(['BenchmarkRoutes']);
  assert.ok(isSeparate);
  assert.equal(results.length, 4);
  for (const { name, measurements, profiles, problems } of results) {
    assert.deepEqual(problems, [], name);
    const [memory] = profiles;
    assert.ok(memory?.operations, name);
    const marker = name.endsWith('/x') ? '// nested' : '// route';
    const objects = await objectsOnLine(memory.path, file, module.line('m_test.go', marker));
    assert.equal(objects / memory.operations, measurements[0]?.metrics['allocs/op'], name);
  }
  assert.deepEqual(module.files(), before);
  const left = readdirSync(output).filter((name) => !name.endsWith('.pprof'));
  assert.deepEqual(
    left.sort(),
    [testBinary, separateBinary].sort(),
    'profiles of both builds have their binary',
  );
});

test('it is found out where only the longer name is asked for', async () => {
  const { results, isSeparate } = await profiled(['BenchmarkRoutes//a/bc/def']);
  assert.ok(isSeparate);
  const [memory] = results[0]?.profiles ?? [];
  assert.ok(memory);
  assert.equal(memory.operations, 20);
  const objects = await objectsOnLine(memory.path, file, module.line('m_test.go', '// route'));
  assert.equal(objects, 20 * '/a/bc/def'.length);
});

test('a name below another needs no second build', async () => {
  const { results, output, isSeparate } = await profiled(['BenchmarkRoutes/n=1/x']);
  assert.equal(isSeparate, false);
  assert.equal(results[0]?.profiles[0]?.operations, 21);
  assert.equal(existsSync(join(output, separateBinary)), false);
});
