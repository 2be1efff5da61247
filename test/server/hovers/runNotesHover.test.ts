/** The hover of a benchmark's name: what its newest run lacks, and that it waited. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { runNotesHover } from '../../../src/server/hovers/benchmarkHover.ts';
import { benchmarkResult } from '../builders.ts';

test('what the newest run lacks, and that it waited, with a link to profile what it waits for, unless that is there', () => {
  const waited = { code: 'waited', template: 'It waited: CPU explains {0} of {1}.', args: ['0%', '1.17 s'] };
  const noise = { code: 'noise-busy', template: 'Other processes were busy.', args: [] };
  const profiles = [{ kind: 'block', path: '/x', operations: 1 }] as const;
  const text = 'It waited: CPU explains 0% of 1.17 s.';
  const rows: [part: Partial<BenchmarkResult>, links: boolean, said: string | null][] = [
    [{ notes: [noise, waited] }, true, `${text} [Profile waiting](...)`],
    [{ notes: [waited] }, false, text],
    [{ notes: [waited], profiles }, true, text],
    [{ partial: { count: 6, kinds: ['cpu'] } }, true, '1 of 6 measured, cancelled'],
    [{ partial: { count: 1, kinds: ['cpu', 'mem'] } }, true, 'cancelled before cpu, mem'],
    [{ notes: [noise] }, true, null],
  ];
  for (const [part, links, said] of rows) {
    const shown = runNotesHover(benchmarkResult(part), links);
    assert.equal(shown?.replaceAll(/\(command:[^)]*\)/g, '(...)') ?? null, said);
  }
});
