import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfEvent } from '../../../src/base/takenKind.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { Comparisons } from '../../../src/server/compare/comparisons.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { background, resultOf, sessionSource } from '../builders.ts';

const kind = kindOfEvent('instructions');

/** Two runs whose lines have instructions, those of the older one with callers. */
function counted(isFlat: boolean): BenchmarkResult {
  return resultOf({
    instructions: { perOp: 100, spread: 0, by: 'valgrind' },
    profiles: [{ kind, path: '', operations: 10, ...(isFlat ? { isFlat } : {}) }],
  });
}

function basesOf(isFlat: boolean): (string | undefined)[] {
  const [sessions, results] = [new SessionStore(), new BenchmarkResults()];
  const noRuns = { get: () => undefined, open: () => assert.fail('no run is kept') };
  const comparisons = new Comparisons(results, sessions, noRuns, noRuns, background);
  for (const [i, runId] of ['before', 'now'].entries()) {
    const added = sessions.add(
      (['cpu', kind] as const).map((kind) =>
        sessionSource(profileOf({ sampleTypes: ['instructions/count'], samples: [] }), {
          title: runId,
          origin: { from: 'benchmark', runId, benchmark: 'BenchmarkF', kind },
          operations: 10,
        }),
      ),
    );
    const result = counted(isFlat && runId === 'now');
    results.put(
      { ...result, runId, takenAt: i, codeHash: runId },
      added.map(({ id }) => id),
    );
  }
  return sessions.ofRun('now').map((session) => comparisons.pairOf(session)?.base.title);
}

test('what lines execute without those they call is not compared with what they execute with them', () => {
  assert.deepEqual(basesOf(false), ['before', 'before']);
  assert.deepEqual(basesOf(true), ['before', undefined]);
});
