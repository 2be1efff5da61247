/** What the text of a benchmark has of its lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkReport } from '../../../src/cli/bench/benchReport.ts';
import { benchmarkText } from '../../../src/cli/bench/benchText.ts';

const nothing = { cpu: 990, syscall: 0, net: 0, sync: 0, sleep: 0, collector: 0, ready: 0, core: null };

/** A benchmark whose line waits so long for a processor, of a traced operation of 2µs. */
function waiting(nanoseconds: number): string {
  const metrics = {
    'cpu-ns/op': { flat: 990, cum: 990 },
    'ready-delay-ns/op': { flat: 0, cum: nanoseconds },
  };
  const report: BenchmarkReport = {
    ...{ package: 'm', name: 'BenchmarkA', procs: 2, runs: [{ iterations: 1, metrics: { 'ns/op': 1000 } }] },
    ...{ profiles: [], otherLines: [], explained: {}, notes: [], problems: [] },
    bill: { wall: 1000, traced: 2000, unexplained: 10, ...nothing },
    lines: [{ file: '/m/m.go', line: 3, function: 'm.work', metrics }],
  };
  return benchmarkText(report, () => true);
}

test('a wait that is no part of an operation has no table', () => {
  assert.match(waiting(10), /flat ready-delay-ns\/op/);
  assert.match(waiting(9), /flat cpu-ns\/op/);
  assert.doesNotMatch(waiting(9), /ready-delay/);
});
