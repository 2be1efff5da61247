// What the machine sees of a benchmark's memory, with the real Go. Nothing is asked of times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { goModule } from '../goModule.ts';
import { done, problems } from '../outcome.ts';

const source = `package m

import (
	"flag"
	"testing"
)

var kept []*byte

func fill() { kept = make([]*byte, 2000) }

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		fill()
	}
}

func BenchmarkN(b *testing.B) {
	b.Run("sub", func(b *testing.B) {
		for range b.N {
			fill()
		}
	})
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = append([]*byte(nil), make([]*byte, 2000)...)
		}
	})
}

func BenchmarkNothing(b *testing.B) {
	for b.Loop() {
	}
}

func BenchmarkFails(b *testing.B) {
	if b.N > 1 && flag.Lookup("test.benchtime").Value.String() == "1x" {
		b.Fatal("not more than once")
	}
	for range b.N {
		fill()
	}
}
`;

const module = goModule({ 'm_test.go': source });

function memoryOf(results: readonly BenchmarkResult[], name: string) {
  const found = results.find((each) => each.name === name)?.memory;
  assert.ok(found !== undefined, name);
  return found;
}

test('benchmarks that allocate have their collections, and bytes of the process', async () => {
  const results = await done(module, ['/.'], { kinds: ['mem'], benchtime: '300ms' });
  for (const name of ['BenchmarkLoop', 'BenchmarkN/sub', 'BenchmarkParallel']) {
    const memory = memoryOf(results, name);
    assert.ok(!('missing' in memory), name);
    const { operations, collections, pauses, heapGoal, stacks, peak } = memory;
    const text = `${name} ${JSON.stringify(memory)}`;
    assert.ok(collections > 0 && pauses > 0 && operations > collections, text);
    assert.ok(heapGoal >= 2 ** 20 && stacks > 0, text);
    if (process.platform !== 'win32') assert.ok(peak > 2 ** 20, text);
  }
  assert.equal(results.find(({ name }) => name === 'BenchmarkNothing')?.memory, undefined);
  const failed = memoryOf(results, 'BenchmarkFails');
  assert.ok('missing' in failed, JSON.stringify(failed));
  assert.equal(
    sentence(failed.missing),
    'The memory of BenchmarkFails was not measured: BenchmarkFails failed: not more than once.',
  );
  assert.deepEqual(Object.values(problems(results)).flat(), [], 'all else is valid');
  assert.ok(results.every(({ profiles }) => profiles.length === 1));
});

test('a benchmark that allocates nothing has no step for it', async () => {
  const steps: string[] = [];
  await done(module, ['BenchmarkNothing'], {
    kinds: ['mem'],
    count: 1,
    // Of so many, what the runtime allocates beside them is nothing.
    benchtime: '1000000x',
    onEvent(event) {
      if (event.is === 'step')
        steps.push(`${event.step.done + 1} of ${event.step.of}: ${event.step.message}`);
    },
  });
  assert.ok(
    steps.every((step) => !step.includes('machine sees')),
    steps.join('\n'),
  );
});

test('without a profile of memory nothing is asked', async () => {
  const [result] = await done(module, ['BenchmarkLoop'], { kinds: ['cpu'], benchtime: '100x' });
  assert.equal(result?.memory, undefined);
});
