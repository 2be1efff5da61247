// Series in `pprof-lens bench`, as text and as JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrowthTable } from '../../src/base/model.ts';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const module = goModule({
  'm_test.go': `package m

import (
	"fmt"
	"testing"
)

var sink []byte

func BenchmarkMake(b *testing.B) {
	for _, size := range []int{1024, 4096, 16384} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			for b.Loop() {
				sink = make([]byte, size)
			}
		})
	}
}

func BenchmarkOne(b *testing.B) {
	for b.Loop() {
		sink = make([]byte, 64)
	}
}
`,
});

async function bench(...args: string[]): Promise<string> {
  const all = ['--count=1', '--benchtime=20000x', `--out=${module.output}`, ...args];
  const { status, stdout, stderr } = await runHereIn(module, 'bench', ...all);
  assert.equal(status, 0, stderr);
  return stdout;
}

const growthOf = async (...args: string[]): Promise<GrowthTable[]> =>
  JSON.parse(await bench(...args, '--json')).growth;

test('sizes: a table for reading, and the same in JSON', async () => {
  const stdout = await bench('--bench=Make');
  assert.match(stdout, /^BenchmarkMake\/size=# +size=1024 +size=4096 +size=16384 +grows as$/m);
  assert.match(stdout, /^B\/op +1024 B +4 kB +16 kB +size\^1\.0 \(1\.0–1\.0\)$/m);
  assert.match(stdout, /^allocs\/op +1 +1 +1 +size\^0\.0 \(0\.0–0\.0\)$/m);

  const [table] = await growthOf('--bench=Make');
  assert.deepEqual([table?.name, table?.parameter, table?.kind], ['BenchmarkMake/size=#', 'size', 'size']);
  assert.deepEqual(
    table?.points.map(({ x }) => x),
    [1024, 4096, 16384],
  );
  assert.deepEqual(
    table?.results.map(({ unit }) => unit),
    ['ns/op', 'B/op', 'allocs/op'],
  );
});

test('numbers of cores are a series too', async () => {
  const growth = await growthOf('--bench=One', '--cpu=1,2');
  assert.deepEqual(
    growth.map(({ name, parameter, points }) => [name, parameter, ...points.map(({ label }) => label)]),
    [['BenchmarkOne', 'procs', '1', '2']],
  );
});

test('a run without a series says nothing of growth', async () => {
  assert.equal(await growthOf('--bench=One'), undefined);
});
