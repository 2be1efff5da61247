import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { fail, type Problem } from '../../../../src/base/result.ts';
import type { BenchmarkResult } from '../../../../src/go/results/benchmarkResult.ts';
import { namedFilesAt } from '../../../../src/go/sources/namedFiles.ts';
import { bareRoots } from '../../../../src/go/sources/sourceRoots.ts';
import { localSentence } from '../../../../src/server/client/messages.ts';
import { BenchmarkResults } from '../../../../src/server/results/benchmarkResults.ts';
import { RunResults } from '../../../../src/server/runs/benchmarks/runResults.ts';
import type { RunOrigin } from '../../../../src/server/sessions/runSessions.ts';
import { SessionStore } from '../../../../src/server/sessions/sessions.ts';
import { profileBytes } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { benchmarkResult, snapshotOf } from '../../builders.ts';

const cpu = profileBytes({ samples: [{ values: [1], stack: ['f /m/f.go:1'] }] });
const profilePath = path.join(testFolder({ 'cpu.pprof': cpu }), 'cpu.pprof');

/** A run of BenchmarkA in /m with a CPU profile. */
function result(runId: string, takenAt: number, part: Partial<BenchmarkResult> = {}): BenchmarkResult {
  const profiles = [{ kind: 'cpu' as const, path: profilePath, operations: 10 }];
  return benchmarkResult({ runId, takenAt, profiles, ...part });
}

/** The parts that a run works with, and what it has said. */
function shown() {
  const sessions = new SessionStore();
  const results = new BenchmarkResults();
  const said: string[] = [];
  const printed: string[] = [];
  const messages = {
    output: (text: string) => void printed.push(text),
    problem: (problem: Problem) => void said.push(localSentence(problem)),
  };
  const runResults = new RunResults({
    sessions,
    results,
    files: namedFilesAt([]),
    messages,
    resultsChanged: () => undefined,
  });
  return { runResults, sessions, results, said, printed };
}

const unused = () => assert.fail('the profile names no file on this machine');

const origin: RunOrigin = {
  snapshot: snapshotOf({}),
  roots: bareRoots({}, () => false),
  maxBytes: 1e6,
  scanner: {
    scan: unused,
    timedCode: unused,
    smells: unused,
    loops: unused,
    statementOn: unused,
    program: unused,
    serveOffers: unused,
    declarations: unused,
    callsWith: unused,
  },
};

test('profiles become sessions of their results, and each problem but a short profile is said at once', async () => {
  const { runResults, sessions, results, said, printed } = shown();
  const { problem: short } = fail('too-few-samples', 'The profile of {0} is short.', ['BenchmarkB']);
  const { problem: lost } = fail('profile-empty', 'Nothing was written.');
  const { problem: note } = fail('noise-spread', 'The measurements differ by ±{0}.', ['20%']);
  const opened = await runResults.open(
    [
      result('a', 1, { notes: [note] }),
      result('b', 1, { name: 'BenchmarkB', problems: [short, lost], profiles: [] }),
    ],
    origin,
  );
  assert.deepEqual(
    sessions.all.map(({ id, title }) => [id, title]),
    [['s1', 'BenchmarkA · CPU']],
  );
  assert.deepEqual(opened.sessionIds, ['s1']);
  assert.deepEqual(
    opened.followUps.map(({ problem }) => problem),
    [short],
  );
  assert.deepEqual(results.get('/m', 'BenchmarkA')?.sessionIds, ['s1']);
  assert.deepEqual(said, ['Nothing was written.']);
  assert.deepEqual(printed, ['BenchmarkA: The measurements differ by ±20%.\n']);
});

test('the version that the user has asked to compare with wins over a pinned run', async () => {
  const { runResults, sessions, results, said } = shown();
  results.put(result('pinned', 1), []);
  results.setBaseline('/m', 'BenchmarkA', { result: result('pinned', 1), sessionIds: [] });
  const { problem } = fail('not-there', 'BenchmarkB is not in {0}.', ['main']);
  await runResults.openBase(
    { title: 'main', commit: null, results: [result('main', 2)], sources: new Map(), problems: [problem] },
    2,
    origin,
  );
  await runResults.open([result('now', 3)], origin);
  assert.equal(results.get('/m', 'BenchmarkA')?.before?.result.runId, 'main');
  assert.deepEqual(
    sessions.all.map(({ title }) => title),
    ['BenchmarkA · CPU', 'BenchmarkA · CPU · main'],
  );
  assert.deepEqual(said, ['BenchmarkB is not in main.']);
});
