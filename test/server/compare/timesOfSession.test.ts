import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { timesOfSession } from '../../../src/server/compare/timesOfSession.ts';
import { ComparedResult } from '../../../src/server/results/comparedResult.ts';
import type { Session } from '../../../src/server/sessions/session.ts';

type Times = BenchmarkResult['times'];

const timed = (longest: number): Times => ({ rows: [[longest, 10]], longest, clock: 40 });
const missing: Times = { missing: { code: 'short', template: 'too short', args: [] } };

/** What the page draws of a benchmark that took these times, and before these. */
function drawn(now: Times, before?: Times) {
  const known = (times: Times) => ({ result: { times } as BenchmarkResult, sessionIds: [] });
  const compared = new ComparedResult(known(now), before === undefined ? undefined : known(before), 0);
  const context = { sessions: { get: () => ({}) as Session }, comparisons: { resultsOf: () => compared } };
  const report = timesOfSession(context, 's1');
  return report?.versions.map(({ name, quantiles }) => [name, quantiles.at(-1)?.time?.text]) ?? null;
}

test('the older version is drawn first, and only what was timed', () => {
  assert.deepEqual(drawn(timed(1000), timed(4000)), [
    ['before', '4µs'],
    ['now', '1µs'],
  ]);
  assert.deepEqual(drawn(timed(1000), missing), [['now', '1µs']]);
  assert.equal(drawn(missing, timed(4000)), null);
  assert.equal(drawn(undefined), null);
});
