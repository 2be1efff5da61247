import assert from 'node:assert/strict';
import test from 'node:test';
import { costGroups, hasWords, newestCost, nextKind } from '../../../src/extension/sessions/costGroups.ts';
import type { ActiveCost, SessionSummary } from '../../../src/protocol.ts';
import { sessionSummary } from '../sessionSummary.ts';

const types = {
  cpu: ['samples', 'cpu'],
  mem: ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space'],
  mutex: ['contentions', 'delay'],
} as const;

function session(id: string, kind: keyof typeof types, run: string | null): SessionSummary {
  const ofRun = { runTitle: run ?? id, title: `${run} · ${kind}` };
  return run === null
    ? sessionSummary(id, types[kind], ofRun)
    : sessionSummary(id, types[kind], {
        ...ofRun,
        origin: { from: 'benchmark', runId: run, benchmark: run, kind },
      });
}

/** Newest first, as the server sends them. */
const sessions = [
  session('heap', 'mem', null),
  session('b-mem', 'mem', 'B'),
  session('b-cpu', 'cpu', 'B'),
  session('a-mutex', 'mutex', 'A'),
  session('a-mem', 'mem', 'A'),
  session('a-cpu', 'cpu', 'A'),
];

test('of the newest run, the main cost is that of its first kind', () => {
  assert.deepEqual(newestCost(sessions.slice(1)), { sessionId: 'b-cpu', sampleType: 1 });
  assert.equal(newestCost([]), undefined);
});

test('the shown run comes first, with its kinds in their order; live heap and samples are last', () => {
  const groups = costGroups(sessions, 'a-mem');
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['A', 'heap', 'B'],
  );
  assert.deepEqual(
    groups[0]?.choices.map(({ cost, label }) => `${cost.sessionId} ${label}`),
    [
      'a-cpu cpu',
      'a-mem alloc_space',
      'a-mem alloc_objects',
      'a-mutex delay',
      'a-mutex contentions',
      'a-cpu samples',
      'a-mem inuse_objects',
      'a-mem inuse_space',
    ],
  );
  assert.deepEqual(groups[0]?.choices[1]?.cost, { sessionId: 'a-mem', sampleType: 1 });
});

test('an older run of a benchmark says of when it is', () => {
  const age = { short: 'run of 14:02:11', sentence: 'Not the newest.', newestRunId: 'B2' };
  const [group] = costGroups([{ ...session('old', 'cpu', 'B'), age }], 'old');
  assert.equal(group?.title, 'B · run of 14:02:11');
  const changed = { ...age, short: 'code changed', newestRunId: null };
  assert.equal(costGroups([{ ...session('now', 'cpu', 'B'), age: changed }], 'now')[0]?.title, 'B');
});

test('without a shown session the newest comes first', () => {
  assert.deepEqual(
    costGroups(sessions, null).map(({ title }) => title),
    ['heap', 'B', 'A'],
  );
  assert.deepEqual(costGroups([], null), []);
});

test('the next kind: memory after CPU, and after the last CPU again', () => {
  const after = (sessionId: string, sampleType = 1) => nextKind(sessions, { sessionId, sampleType });
  const main = (sessionId: string): ActiveCost => ({ sessionId, sampleType: 1 });
  assert.deepEqual(after('a-cpu'), main('a-mem'));
  assert.deepEqual(after('a-mem', 0), main('a-mutex'));
  assert.deepEqual(after('a-mutex'), main('a-cpu'));
  assert.deepEqual(after('b-mem'), main('b-cpu'), 'of its own run only');
});

test('of a file, the next sample type; of a run with one profile, none', () => {
  const heap = (sampleType: number) => ({ sessionId: 'heap', sampleType });
  assert.deepEqual(nextKind(sessions, heap(3)), heap(0));
  assert.equal(nextKind([session('c', 'cpu', 'C')], { sessionId: 'c', sampleType: 1 }), null);
  assert.equal(nextKind(sessions, { sessionId: 'gone', sampleType: 0 }), null);
});

test('words are found wherever they stand', () => {
  const text = 'Allocated bytes BenchmarkRank · Memory';
  for (const typed of ['rank memory', 'memory rank', ' BYTES  rank', ''])
    assert.ok(hasWords(typed, text), typed);
  assert.ok(!hasWords('rank cpu', text));
});
