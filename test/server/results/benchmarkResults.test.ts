import assert from 'node:assert/strict';
import test from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { familyText } from '../../../src/server/results/familyText.ts';

/** A run of BenchmarkA in /p with one measurement, or with none. Its id has the time at which it was taken. */
function run(
  takenAt: number,
  { nanoseconds = 1, procs = 1, failed = false, code = null as string | null } = {},
): BenchmarkResult {
  return {
    runId: `run ${takenAt}`,
    takenAt,
    codeHash: code,
    package: 'example.com/p',
    directory: '/p',
    name: 'BenchmarkA',
    procs,
    config: {},
    measurements: failed ? [] : [{ iterations: 1, metrics: { 'ns/op': nanoseconds } }],
    profiles: [],
    problems: [],
  };
}

/** Results that came in this order. */
function known(...runs: readonly BenchmarkResult[]): BenchmarkResults {
  const results = new BenchmarkResults();
  for (const each of runs) results.put(each, []);
  return results;
}

function comparison(results: BenchmarkResults): string {
  const latest = results.get('/p', 'BenchmarkA');
  return `${latest?.before?.result.runId ?? 'nothing'} -> ${latest?.result.runId}`;
}

test('the latest run is compared with the last one before it that is whole and has as many procs', () => {
  const failed = (takenAt: number) => run(takenAt, { failed: true });
  const rows: [runs: BenchmarkResult[], compared: string][] = [
    [[], 'nothing -> undefined'],
    [[run(1)], 'nothing -> run 1'],
    [[run(1), run(2), run(3)], 'run 2 -> run 3'],
    // A run that is restored later is sorted by its time.
    [[run(5), run(1), run(2)], 'run 2 -> run 5'],
    // Nothing is compared with a run without measurements.
    [[run(1), failed(2), run(3)], 'run 1 -> run 3'],
    [[run(3), failed(4), failed(5), failed(6), run(7)], 'run 3 -> run 7'],
    // Two cores say nothing of one.
    [[run(1), run(2, { procs: 2 })], 'nothing -> run 2'],
    [[run(1), run(2, { procs: 2 }), run(3), run(4, { procs: 2 })], 'run 2 -> run 4'],
  ];
  for (const [runs, compared] of rows) assert.equal(comparison(known(...runs)), compared);
});

test('the same run with sessions does not become another run', () => {
  const results = known(run(1), run(2));
  results.put(run(2), ['s2']);
  assert.equal(comparison(results), 'run 1 -> run 2');
  assert.deepEqual(results.get('/p', 'BenchmarkA')?.sessionIds, ['s2']);
  results.put(run(1), ['s1', 's3']);
  assert.deepEqual(results.get('/p', 'BenchmarkA')?.before?.sessionIds, ['s1', 's3']);
});

test('a pinned baseline stays until it is unpinned', () => {
  const results = known(run(1));
  results.setBaseline('/p', 'BenchmarkA', { result: run(1), sessionIds: [] });
  assert.equal(comparison(results), 'nothing -> run 1', 'nothing compares with itself');
  results.put(run(1), ['s1']);
  for (const takenAt of [2, 3, 4]) results.put(run(takenAt), []);
  assert.equal(comparison(results), 'run 1 -> run 4');
  results.setBaseline('/p', 'BenchmarkA', null);
  assert.equal(comparison(results), 'run 3 -> run 4');
});

test('the largest difference between runs of the same code, which must be known, is the drift', () => {
  const drift = (...runs: readonly [nanoseconds: number, code: string | null][]) =>
    known(...runs.map(([nanoseconds, code], i) => run(i, { nanoseconds, code }))).get('/p', 'BenchmarkA')
      ?.drift;
  assert.equal(drift([100, 'a']), 0);
  assert.equal(drift([100, 'a'], [103, 'a']), 103 / 100 - 1);
  assert.equal(drift([100, 'a'], [103, 'a'], [51.5, 'b']), 103 / 100 - 1, 'an edit is no drift');
  assert.equal(drift([100, 'a'], [103, 'a'], [50, 'b'], [51, 'b']), 103 / 100 - 1, 'the largest of them');
  assert.equal(drift([100, null], [103, null]), 0);
});

test('sub-benchmarks stand in the order of the newest run of several of them', () => {
  const results = new BenchmarkResults();
  const named = (name: string, takenAt: number) => ({ ...run(takenAt), name, runId: `${name} ${takenAt}` });
  const order = () =>
    results.below('/p', 'BenchmarkA').map(({ result }) => result.name.slice('BenchmarkA/'.length));
  const add = (...ran: BenchmarkResult[]) => {
    for (const each of ran) results.put(each, []);
    results.arrange(ran);
  };
  add(named('BenchmarkA/2', 1), named('BenchmarkA/1', 2));
  assert.deepEqual(order(), ['2', '1']);
  add(named('BenchmarkA/1', 3), named('BenchmarkA/3', 4), named('BenchmarkA/2', 5));
  assert.deepEqual(order(), ['1', '3', '2']);
  add(named('BenchmarkA/3', 6));
  assert.deepEqual(order(), ['1', '3', '2'], 'one that runs alone stays at its place');
});

test('a result is found by its run while it is a latest one, and no longer', () => {
  const results = new BenchmarkResults();
  const found = (takenAt: number) => results.find(`run ${takenAt}`)?.result.takenAt;
  results.put(run(1), ['s1']);
  assert.deepEqual(results.find('run 1')?.sessionIds, ['s1']);
  results.put(run(2, { procs: 8 }), []);
  assert.deepEqual([found(1), found(2)], [1, 2], 'one for each number of procs');
  assert.equal(results.latestWith('run 1'), undefined);
  assert.equal(results.latestWith('run 2')?.result.takenAt, 2);
  results.put(run(3, { procs: 8 }), []);
  assert.deepEqual([found(1), found(2), found(3)], [1, undefined, 3]);
  results.remove('/p', 'BenchmarkA', 'run 3');
  assert.deepEqual([found(1), found(2), found(3)], [1, 2, undefined]);
});

test('what is derived from two results is computed once, and anew when one of them or the baseline changes', () => {
  const results = new BenchmarkResults();
  let reads = 0;
  const counted = (takenAt: number, name: string): BenchmarkResult => ({
    ...run(takenAt),
    name,
    runId: `${name} ${takenAt}`,
    measurements: Array.from({ length: 6 }, (_, i) => ({
      iterations: 1,
      get metrics() {
        reads++;
        return { 'ns/op': takenAt + i };
      },
    })),
  });
  const names = Array.from({ length: 50 }, (_, i) => `BenchmarkMany/n=${i}`);
  for (const takenAt of [100, 200]) for (const name of names) results.put(counted(takenAt, name), []);
  const look = () => {
    reads = 0;
    const subs = results.below('/p', 'BenchmarkMany');
    const text = familyText(subs.map((compared) => ({ compared, codeChanged: false })));
    return { text, turns: subs.some(({ asksForTurns }) => asksForTurns !== null), reads };
  };
  const first = look();
  assert.equal(first.text, '203ns/op · 50 slower');
  assert.ok(first.reads > 0);
  assert.deepEqual(look(), { ...first, reads: 0 });

  results.put(counted(300, names[0]!), []);
  const afterRun = look();
  assert.equal(afterRun.text, '203ns to 303ns/op · 50 slower');
  assert.ok(afterRun.reads > 0 && afterRun.reads <= first.reads / names.length, `${afterRun.reads}`);
  results.setBaseline('/p', names[0]!, { result: counted(900, names[0]!), sessionIds: [] });
  assert.equal(look().text, '203ns to 303ns/op · 49 slower, 1 faster');
  results.setBaseline('/p', names[0]!, null);
  results.remove('/p', names[0]!, `${names[0]} 300`);
  assert.equal(look().text, '203ns/op · 50 slower', 'it is compared with the run before it again');
});

test('sub-benchmarks that are all shown by their CPU time have a range of it, others one of wall time', () => {
  const results = new BenchmarkResults();
  const put = (takenAt: number, name: string, cpu: number, waits: number) =>
    results.put(
      {
        ...run(takenAt),
        name,
        runId: `${name} ${takenAt}`,
        notes: [{ code: 'noise-busy', template: 'busy', args: [] }],
        measurements: [0.99, 1, 1.01, 1.02].map((each) => ({
          iterations: 1000,
          metrics: { 'ns/op': cpu * each * (1 + waits) },
          core: { running: 1 / (1 + waits), waiting: waits / (1 + waits) },
        })),
      },
      [],
    );
  const text = () =>
    familyText(results.below('/p', 'BenchmarkA').map((compared) => ({ compared, codeChanged: false })));
  for (const [name, cpu] of [
    ['BenchmarkA/x', 100],
    ['BenchmarkA/y', 200],
  ] as const) {
    put(1, name, cpu, 0);
    put(2, name, 4 * cpu, 1);
  }
  assert.equal(text(), '402ns to 804ns CPU/op · 2 slower · noisy');
  put(1, 'BenchmarkA/z', 100, 0);
  put(2, 'BenchmarkA/z', 400, 0);
  assert.equal(text(), '402ns to 1.61µs/op · 3 slower · noisy');
});

test('where the quickest turns are compared, how far all measurements differ is no doubt', () => {
  const latest = (hasQuickest: boolean) => {
    const results = new BenchmarkResults();
    const disturbed = [40, 1, 30, 5, 2, 20, 60, 3, 10, 4];
    for (const [i, time] of [100, 90].entries()) {
      const measurements = (i === 0 ? disturbed : [...disturbed].reverse()).map((more, pair) => ({
        iterations: 1000,
        pair,
        metrics: { 'ns/op': time + more },
        ...(hasQuickest ? { quickest: time + pair / 100 } : {}),
      }));
      const notes = ['noise-busy', 'noise-spread'].map((code) => ({ code, template: code, args: [] }));
      const inTurns = i === 0 ? {} : { inTurns: { with: 'run 1' } };
      results.put({ ...run(i + 1), measurements, notes, ...inTurns }, []);
    }
    return results.get('/p', 'BenchmarkA');
  };
  assert.deepEqual(latest(true)?.disturbances.map(sentence), ['noise-busy']);
  assert.deepEqual(latest(false)?.disturbances.map(sentence), ['noise-busy', 'noise-spread']);
  assert.equal(latest(true)?.facts[0]?.text, '90.0ns/op');
});
