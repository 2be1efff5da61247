/** The hover of a benchmark's name: what its newest run lacks, and that it waited. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { runNotesHover } from '../../../src/server/hovers/runNotesHover.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { benchmarkResult } from '../builders.ts';

function shown(part: Partial<BenchmarkResult>, links = true): string | null {
  const results = new BenchmarkResults();
  const result = benchmarkResult(part);
  results.put(result, []);
  const text = runNotesHover(results, '/m/a_test.go', 'BenchmarkA', links);
  return text?.replaceAll(/\(command:[^)]*\)/g, '(...)') ?? null;
}

const waited = { code: 'waited', template: 'It waited: CPU explains {0} of {1}.', args: ['0%', '1.17 s'] };
const noise = { code: 'noise-busy', template: 'Other processes were busy.', args: [] };

test('a benchmark that waited, with a link to profile what blocks, unless that is there already', () => {
  const text = 'It waited: CPU explains 0% of 1.17 s.';
  assert.equal(shown({ notes: [noise, waited] }), `${text} [Profile blocking](...)`);
  assert.equal(shown({ notes: [waited] }, false), text);
  const profiles = [{ kind: 'block', path: '/x', operations: 1 }] as const;
  assert.equal(shown({ notes: [waited], profiles }), text);
});

test('what a cancelled run lacks', () => {
  assert.equal(shown({ partial: { count: 6, kinds: ['cpu'] } }), '1 of 6 measured, cancelled');
  assert.equal(shown({ partial: { count: 1, kinds: ['cpu', 'mem'] } }), 'cancelled before cpu, mem');
});

test('nothing where there is nothing to say', () => {
  assert.equal(shown({ notes: [noise] }), null);
  assert.equal(runNotesHover(new BenchmarkResults(), '/m/a_test.go', 'BenchmarkA', true), null);
});
