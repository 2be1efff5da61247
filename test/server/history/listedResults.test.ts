/** The list of runs that is sent to the client stays small, however many results are kept. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordedBenchmark } from '../../../src/go/results/runRecord.ts';
import { type KeptResult, resultsOf } from '../../../src/server/history/keptRun.ts';
import { mostListed, oldResults } from '../../../src/server/history/listedResults.ts';
import { RunSummaries } from '../../../src/server/history/runSummary.ts';
import { recordedBenchmark, runRecord } from './runs.ts';

/** A run of these benchmarks, in this order. */
function run(id: string, parts: readonly Partial<RecordedBenchmark>[]): KeptResult[] {
  const benchmarks = parts.map((part) => recordedBenchmark({ runId: `${id} ${part.name}`, ...part }));
  return resultsOf({ record: runRecord({ id, benchmarks }), folder: `/runs/${id}`, bytes: 0 });
}

const subs = (count: number, name = 'BenchmarkMany') =>
  Array.from({ length: count }, (_, i) => ({ name: `${name}/n=${i}` }));

test('of a benchmark with too many sub-benchmarks, the first ones of the newest run are listed, with all their runs', () => {
  const all = subs(mostListed + 100);
  const older = all.map((each, i) => {
    const mark = i === mostListed + 7 ? { pinned: true } : i === mostListed + 9 ? { label: 'best' } : {};
    return { ...each, ...mark };
  });
  const alone = { name: 'BenchmarkMany/alone' };
  const results = [
    ...run('1', [alone, ...older, ...subs(3, 'BenchmarkFew')]),
    ...run('2', [...all, ...subs(3, 'BenchmarkFew')]),
  ];
  const { runs, more, old } = new RunSummaries().historyParams(results);
  const names = runs.map(({ benchmark }) => benchmark);
  assert.equal(new Set(names).size, mostListed + 2 + 3);
  assert.equal(names.length, 2 * (mostListed + 2 + 3), 'each with both of its runs');
  for (const i of [0, mostListed - 1, mostListed + 7, mostListed + 9]) {
    assert.equal(names.filter((name) => name === `BenchmarkMany/n=${i}`).length, 2, `${i}`);
  }
  assert.ok(!names.includes(`BenchmarkMany/n=${mostListed}`));
  assert.ok(!names.includes(alone.name), 'it ran before all others');
  assert.deepEqual(more, [{ directory: '/m', benchmark: 'BenchmarkMany', count: 100 - 2 + 1 }]);
  assert.equal(old, mostListed + 100 - 2 + 3);
});

test('a usual number of sub-benchmarks is listed whole', () => {
  const results = [...run('1', subs(mostListed)), ...run('2', subs(mostListed))];
  const { runs, more } = new RunSummaries().historyParams(results);
  assert.deepEqual([runs.length, more], [2 * mostListed, []]);
});

test('old are runs that nobody asked to keep and that are not the last of their benchmark', () => {
  const [name, other] = ['BenchmarkA', 'BenchmarkB'];
  const results = [
    ...run('1', [{ name, directory: '/other' }]),
    ...run('2', [{ name }]),
    ...run('3', [{ name, label: 'before' }]),
    ...run('4', [{ name, pinned: true }]),
    ...run('5', [{ name }]),
    ...run('6', [{ name: other }]),
  ];
  assert.deepEqual(
    oldResults(results).map(({ id }) => id),
    ['2 BenchmarkA'],
  );
});
