// What `pprof-lens bench` says of allocations that its lines lack, or have besides what Go has counted.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const source = `package m

import "testing"

// Large, so that what the runtime allocates itself does not count: a new thread has 5 kB.
type object [1024]byte

var (
	kept *object
	tiny *int8
)

//go:noinline
func alloc(n int) {
	for range n {
		kept = new(object)
	}
}

func BenchmarkUnreset(b *testing.B) {
	alloc(25000)
	for range b.N {
		alloc(1)
	}
}

func BenchmarkTiny(b *testing.B) {
	for b.Loop() {
		tiny = new(int8)
	}
}

func BenchmarkTinyAfterSetup(b *testing.B) {
	b.StopTimer()
	alloc(25000)
	b.StartTimer()
	for range b.N {
		tiny = new(int8)
	}
}

func prepare(b *testing.B) {
	b.StopTimer()
	defer b.StartTimer()
	alloc(10)
}

func BenchmarkHelper(b *testing.B) {
	for range b.N {
		prepare(b)
		alloc(1)
	}
}

type timer interface {
	StopTimer()
	StartTimer()
}

func hidden(t timer) {
	t.StopTimer()
	alloc(10)
	t.StartTimer()
}

func BenchmarkHidden(b *testing.B) {
	for range b.N {
		hidden(b)
		alloc(1)
	}
}
`;
const module = goModule({ 'm_test.go': source });

const options = ['--bench=.', '--profile=mem', '--benchtime=5000x', `--out=${module.output}`];
const run = (...args: string[]) => runHereIn(module, 'bench', ...options, ...args);

interface Line {
  metrics: Record<string, { flat: number }>;
}
interface Benchmark {
  name: string;
  lines: Line[];
  otherLines: Line[];
  explained: Record<string, number>;
  notes: { code: string }[];
}

describe('allocations of the lines and of the benchmark', () => {
  let benchmarks: Benchmark[];
  let text: string;
  before(async () => {
    benchmarks = JSON.parse((await run('--json')).stdout).benchmarks;
    text = (await run()).stdout;
  });
  const of = (name: string) => {
    const found = benchmarks.find((benchmark) => benchmark.name === name);
    assert.ok(found, name);
    const { lines, explained, notes } = found;
    const flat = lines.reduce((sum, { metrics }) => sum + (metrics['allocs/op']?.flat ?? 0), 0);
    return { flat: Math.round(100 * flat) / 100, explained, isMore: notes.some(isMore) };
  };
  const isMore = ({ code }: { code: string }) => code === 'more-than-measured';
  /** What the text says of a benchmark, up to its first table. */
  const said = (name: string) => new RegExp(`^${name}(?:-\\d+)?  [^]*?\n\n`, 'm').exec(text)?.[0] ?? '';

  test('setup that Go divides too is missing on the lines, and the text says so', () => {
    const { flat, explained, isMore } = of('BenchmarkUnreset');
    assert.deepEqual([flat, isMore], [1, false]);
    assert.ok(Math.abs(explained['allocs/op']! - 1 / 6) < 0.01, String(explained['allocs/op']));
    assert.match(said('BenchmarkUnreset'), /16% of 6 allocs\/op: the rest is setup/);
  });

  test('so are tiny objects that share a block', () => {
    assert.ok(of('BenchmarkTiny').explained['allocs/op']! < 0.2);
    for (const name of ['BenchmarkTiny', 'BenchmarkTinyAfterSetup'])
      assert.match(said(name), /puts small objects together/);
  });

  test('a helper that stops the timer costs no operation anything', () => {
    const { flat, explained, isMore } = of('BenchmarkHelper');
    assert.deepEqual([flat, explained['allocs/op'], isMore], [1, 1, false]);
    assert.ok(explained['B/op']! >= 0.99, String(explained['B/op']));
    assert.doesNotMatch(said('BenchmarkHelper'), /The lines have/);
  });

  test('where the stopped timer is not seen, it is said that the lines have more', () => {
    assert.deepEqual([of('BenchmarkHidden').flat, of('BenchmarkHidden').isMore], [11, true]);
    assert.match(said('BenchmarkHidden'), /The lines have 11 allocs\/op, and Go counted 1 allocs\/op/);
  });
});
