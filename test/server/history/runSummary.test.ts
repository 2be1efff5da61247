import assert from 'node:assert/strict';
import test from 'node:test';
import { readRecord, recordText } from '../../../src/go/results/runRecord.ts';
import type { KeptRunSummary } from '../../../src/protocol.ts';
import { type KeptResult, resultsOf } from '../../../src/server/history/keptRun.ts';
import { RunSummaries } from '../../../src/server/history/runSummary.ts';
import { succeeded } from '../../why.ts';
import { recordedBenchmark, runRecord } from './runs.ts';

let nextId = 1;

/** A run with six measurements close to these nanoseconds. */
function entry(
  nanoseconds: number,
  { code = null as string | null, label = null as string | null } = {},
): KeptResult {
  const measurements = [0, 1, 2, 3, 4, 5].map((i) => ({
    iterations: 10,
    metrics: { 'ns/op': nanoseconds + 2 * (i - 2.5), 'allocs/op': 3 },
  }));
  const record = runRecord({
    benchmarks: [
      recordedBenchmark({
        notes: [],
        runId: `r${nextId++}`,
        measurements,
        label,
        codeHash: code,
        takenAt: new Date(2026, 10, 21, 9, 5).getTime(),
      }),
    ],
  });
  const [first] = resultsOf({ record, folder: '/runs/run-1', bytes: 0 });
  assert.ok(first);
  return first;
}

/** The summary of the last of these runs. */
function runSummary(kept: KeptResult, earlier: readonly KeptResult[]): KeptRunSummary {
  const [newest] = new RunSummaries().historyParams([...earlier, kept]).runs;
  assert.ok(newest);
  return newest;
}

test('a first run has a result and no change; verdictTable.test.ts has every change', () => {
  const { result, change, others, verdict } = runSummary(entry(400), []);
  assert.deepEqual([result, change, others, verdict], ['400ns/op ±1%', '', '3 allocs/op', null]);
});

test('what is good of a unit is said by its name, or by the benchmark, as in the gate', () => {
  const run = (unit: string, value: number, units?: Readonly<Record<string, Record<string, string>>>) => {
    const measurements = [0, 1, 2, 3, 4, 5].map((i) => ({ iterations: 10, metrics: { [unit]: value + i } }));
    const told = units === undefined ? {} : { units };
    const record = runRecord({
      benchmarks: [
        recordedBenchmark({ runId: `r${nextId++}`, notes: [], codeHash: null, measurements, ...told }),
      ],
    });
    // As it is read from the disk.
    const read = succeeded(readRecord(record.id, recordText(record)));
    return resultsOf({ record: read, folder: '/runs/run-1', bytes: 0 })[0]!;
  };
  const verdicts = (unit: string, units?: Record<string, Record<string, string>>) =>
    [300, 50].map((now) => {
      const { verdict, isMore } = runSummary(run(unit, now, units), [run(unit, 100)]);
      return `${isMore ? 'more' : 'less'} is ${verdict}`;
    });
  assert.deepEqual(verdicts('MB/s'), ['more is better', 'less is worse']);
  assert.deepEqual(verdicts('ns/op'), ['more is worse', 'less is better']);
  assert.deepEqual(verdicts('points', { points: { better: 'higher' } }), ['more is better', 'less is worse']);
  assert.deepEqual(verdicts('points'), ['more is different', 'less is different']);
});

test('runs of other numbers of procs, and those that were cancelled, are not compared', () => {
  const eight = (kept: KeptResult) => ({ ...kept, benchmark: { ...kept.benchmark, procs: 8 } });
  assert.equal(runSummary(entry(100), [eight(entry(400))]).change, '');
  const { measurements } = entry(100).benchmark;
  const cancelled = (kept: KeptResult) => {
    const partial = { count: 6, kinds: [] };
    return { ...kept, benchmark: { ...kept.benchmark, partial, measurements: measurements.slice(1) } };
  };
  assert.equal(runSummary(entry(100), [entry(400), cancelled(entry(100))]).change, '−75% (p=0.002 n=6)');
});

test('the details say how a run was taken', () => {
  const { details } = runSummary(entry(100), [entry(400, { label: 'before the cache' })]);
  const rows = new Map(details.map(({ name, value }) => [name, value]));
  assert.match(rows.get('Since before the cache') ?? '', /^400ns → 100ns\/op {2}−75% \(p=0\.002 n=6\)/);
  assert.equal(rows.get('Commit'), '0123456-dirty');
  assert.equal(rows.get('Go'), 'go1.24.1 linux/amd64');
  assert.equal(rows.get('Machine'), 'A Processor · 2 cores · GOMAXPROCS=2');
  assert.equal(rows.get('Settings'), '-count=2 -benchtime=100ms profiles: CPU');
  const same = runSummary(entry(800, { code: 'c1' }), [entry(400, { code: 'c1' })]);
  assert.ok(same.details.some(({ value }) => value === 'the same as in the run before'));
  assert.ok(runSummary(entry(1), [entry(400)]).details.some(({ name }) => name === 'Since 2026-11-21 09:05'));
});

test('a summary that has not changed is not made again', () => {
  const summaries = new RunSummaries();
  const [one, two] = [entry(400), entry(400)];
  const before = summaries.historyParams([one, two]).runs;
  const named = { ...two, benchmark: { ...two.benchmark, label: 'named' } };
  const after = summaries.historyParams([one, named]).runs;
  assert.equal(after[1], before[1]);
  assert.equal(after[0]?.label, 'named');
});
