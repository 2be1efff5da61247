/** `bench --times`: how long single operations take. No more is asked of a time than what a busy machine keeps. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { runHereIn } from './runHere.ts';

const source = `package m

import (
	"testing"
	"time"
)

var sink int

func work() {
	for i := range 20_000 {
		sink += i * i
	}
}

func BenchmarkOften(b *testing.B) {
	for i := 1; b.Loop(); i++ {
		if i%50 == 0 {
			time.Sleep(2 * time.Millisecond)
		}
		work()
	}
}

func BenchmarkPaused(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		time.Sleep(2 * time.Millisecond)
		b.StartTimer()
		work()
	}
}

func BenchmarkN(b *testing.B) {
	for range b.N {
		work()
	}
}

func BenchmarkShort(b *testing.B) {
	for b.Loop() {
		work()
	}
	b.ReportMetric(5, "ns/op")
}
`;

interface Times {
  readonly operations: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly longest: number;
  readonly clock: number;
  readonly histogram: Readonly<Record<string, number>>;
  readonly missing?: string;
}

test('percentiles of single operations, without what is done while the timer is stopped; or why there are none', async () => {
  const module = goModule({ 'm_test.go': source });
  const out = testFolder();
  const args = [
    'bench',
    '--bench=.',
    '--profile=none',
    '--times',
    '--benchtime=300x',
    `--out=${out}`,
    '--json',
  ];
  const run = await runHereIn(module, ...args);
  assert.equal(run.status, 0, run.stderr);
  const report: { readonly benchmarks: readonly { readonly name: string; readonly times: Times }[] } =
    JSON.parse(run.stdout);
  const of = new Map(report.benchmarks.map(({ name, times }) => [name, times]));
  const often = of.get('BenchmarkOften');
  assert.ok(often?.p50 !== undefined, run.stdout);
  // 6 of 300 operations sleep.
  assert.ok(often.p50 < 1e6 && often.p99 >= 2e6, JSON.stringify(often));
  assert.ok(often.longest >= often.p99 && often.p90 <= often.p99 && often.clock < often.p50);
  const counts = Object.values(often.histogram);
  assert.deepEqual([often.operations, counts.reduce((sum, count) => sum + count, 0)], [300, 300]);
  const paused = of.get('BenchmarkPaused');
  assert.ok(
    paused !== undefined && paused.p50 < 2e6,
    'what was slept while the timer was stopped does not count',
  );
  assert.match(
    of.get('BenchmarkN')?.missing ?? '',
    /^Single operations of BenchmarkN were not timed: that needs a b\.Loop/,
  );
  assert.match(
    of.get('BenchmarkShort')?.missing ?? '',
    /not timed: one takes 5ns, and the clock would be too much of that\.$/,
  );
  assert.deepEqual(
    readdirSync(out, { recursive: true }).filter((file) => `${file}`.includes('times')),
    [],
  );
});
