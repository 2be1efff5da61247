/** The table of a package's results: its order, its texts, what is wrong with a result. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fail } from '../../../src/base/result.ts';
import type { UnitFacts } from '../../../src/bench/benchfmt/format.ts';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import type { ResultsTable } from '../../../src/protocol.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { resultsTable } from '../../../src/server/results/resultsTable.ts';
import type { SourcePosition } from '../../../src/server/results/sourceOrder.ts';
import { resultOf } from '../builders.ts';

const positions = new Map<string, SourcePosition>(
  ['BenchmarkB', 'BenchmarkRank', 'BenchmarkRank/last', 'BenchmarkA'].map((name, number) => [
    name,
    { file: number < 3 ? 'a_test.go' : 'b_test.go', number },
  ]),
);

function measured(metrics: Readonly<Record<string, number>>, count = 6): Measurement[] {
  return Array.from({ length: count }, () => ({ iterations: 1, metrics }));
}

function tableOf(...results: Partial<BenchmarkResult>[]): ResultsTable {
  const known = new BenchmarkResults();
  for (const [i, part] of results.entries()) known.put(resultOf({ runId: `r${i}`, takenAt: i, ...part }), []);
  return resultsTable(known.ofPackage('/p'), positions, 'r0', ({ name }) => name === 'BenchmarkOld');
}

describe('the table of results', () => {
  it('has all sub-benchmarks, in the order of the source, computed ones as they first ran', () => {
    const computed = Array.from({ length: 12 }, (_, i) => ({ name: `BenchmarkRank/n=${10 ** i}` }));
    const { rows, shownRun } = tableOf(
      { name: 'BenchmarkA' },
      { name: 'BenchmarkGone' },
      { name: 'BenchmarkRank/last' },
      ...computed,
      { name: 'BenchmarkB' },
    );
    assert.deepEqual(
      rows.map(({ name, file }) => `${file} ${name}`),
      [
        'a_test.go BenchmarkB',
        ...computed.map(({ name }) => `a_test.go ${name}`),
        'a_test.go BenchmarkRank/last',
        'b_test.go BenchmarkA',
        ' BenchmarkGone',
      ],
    );
    assert.equal(shownRun, 'r0');
  });

  it('has a column for each unit, whose name the values leave out', () => {
    const metrics = { 'ns/op': 1420, 'B/op': 480, 'allocs/op': 3, 'MB/s': 12.34, 'x B/op': 7 };
    const { units, rows } = tableOf(
      { measurements: measured(metrics) },
      { name: 'BenchmarkZ', measurements: [] },
    );
    assert.deepEqual(units, ['ns/op', 'B/op', 'allocs/op', 'MB/s', 'x B/op']);
    assert.deepEqual(
      units.map((unit) => rows[0]?.values[unit]?.text),
      ['1.42µs ±0%', '480 B', '3', '12.3', '7'],
    );
    assert.deepEqual(rows[1]?.values, {});
  });

  it('says a change in the words of the lens; if only the memory has changed, that of the memory', () => {
    const timed = (all: readonly number[], bytes: number) =>
      all.map((time) => ({ iterations: 1, metrics: { 'ns/op': time, 'B/op': bytes } }));
    const before = { measurements: timed([100, 104, 98, 102, 96], 480) };
    const notes = [fail('noise-busy', 'Other programs used {0} cores.', ['2']).problem];
    const rowsOf = (all: readonly number[], bytes: number, part = {}) =>
      tableOf(before, { measurements: timed(all, bytes), ...part }).rows;
    const [faster] = rowsOf([50, 52, 49, 51, 48], 96);
    const change = { text: '−50%', detail: 'p=0.008 n=5', relative: -0.5, verdict: 'better' };
    assert.deepEqual([faster?.change, faster?.values['B/op']?.text], [change, '480 → 96 B']);
    const freed = { text: '480 → 0 B/op', detail: 'ns/op ~', relative: -1, verdict: 'better' };
    assert.deepEqual(rowsOf([103, 107, 101, 105, 99], 0)[0]?.change, freed);
    // A narrow page has room for a word.
    const unsure = { text: 'unsure', detail: 'busy machine', relative: 0, verdict: 'same' };
    assert.deepEqual(rowsOf([300, 304, 298, 302, 296], 480, { notes })[0]?.change, unsure);
    assert.equal(tableOf({}).rows[0]?.change, null);
  });

  it('calls a change better or worse by the rule of the gate, whatever the unit', () => {
    const values = (unit: string, from: number) =>
      [0, 1, 2, 3, 4, 5].map((i) => ({ iterations: 1, metrics: { [unit]: from + i } }));
    const verdicts = (unit: string, units?: UnitFacts) =>
      [300, 50].map((now) => {
        const result = { measurements: values(unit, now), ...(units === undefined ? {} : { units }) };
        const { rows } = tableOf({ measurements: values(unit, 100) }, result);
        return rows[0]?.change?.verdict;
      });
    const facts = { 'hits/op': { better: 'higher' }, points: { better: 'lower' } };
    assert.deepEqual(verdicts('MB/s'), ['better', 'worse']);
    assert.deepEqual(verdicts('hits/op', facts), ['better', 'worse']);
    assert.deepEqual(verdicts('hits/op'), ['worse', 'better']);
    assert.deepEqual(verdicts('points', facts), ['worse', 'better']);
    assert.deepEqual(verdicts('points'), ['different', 'different']);
  });

  it('says in one word, and in a sentence, what is wrong with a result', () => {
    const { problem } = fail('benchmark-failed', 'BenchmarkF failed: {0}', ['no disk']);
    const noise = fail('noise-busy', 'Other programs used {0} cores.', ['2']).problem;
    const battery = fail('noise-battery', 'On battery.').problem;
    const { rows } = tableOf(
      { name: 'BenchmarkB', measurements: [], problems: [problem] },
      { name: 'BenchmarkRank', notes: [battery, noise] },
      { name: 'BenchmarkA', problems: [fail('too-few-samples', 'Too short.').problem] },
      { name: 'BenchmarkOld', notes: [noise] },
      {
        name: 'BenchmarkPart',
        measurements: measured({ 'ns/op': 7 }, 2),
        partial: { count: 6, kinds: ['cpu'] },
      },
    );
    assert.deepEqual(
      rows.map(({ warnings }) => warnings),
      [
        [{ word: 'failed', reason: 'BenchmarkF failed: no disk' }],
        [{ word: 'noisy', reason: 'Other programs used 2 cores.' }],
        [{ word: 'few samples', reason: 'Too short.' }],
        [
          { word: 'code changed', reason: 'The code has changed since.' },
          { word: 'code changed', reason: 'Other programs used 2 cores.' },
        ],
        [{ word: 'partial: 2 of 6', reason: '2 of 6 measured, cancelled' }],
      ],
    );
  });

  it('names the number of procs only where there are several', () => {
    const { rows } = tableOf(
      { name: 'BenchmarkA', procs: 8 },
      { name: 'BenchmarkB', procs: 1 },
      { name: 'BenchmarkB', procs: 4 },
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['BenchmarkB', 'BenchmarkB-4', 'BenchmarkA'],
    );
  });
});
