import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import { fail, type Problem } from '../../../../src/base/result.ts';
import type { BenchmarkResult } from '../../../../src/go/results/benchmarkResult.ts';
import { namedFilesAt } from '../../../../src/go/sources/namedFiles.ts';
import { bareRoots } from '../../../../src/go/sources/sourceRoots.ts';
import { localSentence, type MessageAction } from '../../../../src/server/client/messages.ts';
import { BenchmarkResults } from '../../../../src/server/results/benchmarkResults.ts';
import { RunResults } from '../../../../src/server/runs/benchmarks/runResults.ts';
import type { RunOrigin } from '../../../../src/server/sessions/runSessions.ts';
import { SessionStore } from '../../../../src/server/sessions/sessions.ts';
import { SourceSnapshot } from '../../../../src/server/sessions/sourceSnapshot.ts';
import { profileBytes } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { benchmarkResult } from '../../builders.ts';

const folder = testFolder();
let profilePath = '';
before(() => {
  profilePath = path.join(folder, 'cpu.pprof');
  writeFileSync(profilePath, profileBytes({ samples: [{ values: [1], stack: ['f /m/f.go:1'] }] }));
});

/** A run of BenchmarkA in /m with a CPU profile. */
function result(runId: string, takenAt: number, part: Partial<BenchmarkResult> = {}): BenchmarkResult {
  const profiles = [{ kind: 'cpu' as const, path: profilePath, operations: 10 }];
  return benchmarkResult({ runId, takenAt, profiles, ...part });
}

/** The parts that a run works with, and what it has said. */
function shown() {
  const sessions = new SessionStore();
  const results = new BenchmarkResults();
  const said: { text: string; actions: readonly MessageAction[] }[] = [];
  const printed: string[] = [];
  const messages = {
    output: (text: string) => void printed.push(text),
    problem: (problem: Problem, _severity: string, actions: readonly MessageAction[] = []) =>
      void said.push({ text: localSentence(problem), actions }),
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
  snapshot: new SourceSnapshot(0, new Map(), () => false),
  roots: bareRoots({}, () => false),
  maxBytes: 1e6,
  scanner: { scan: unused, timedCode: unused, smells: unused, program: unused },
};

test('profiles become sessions of their results, and each problem but a short profile is said at once', async () => {
  const { runResults, sessions, results, said, printed } = shown();
  const { problem: short } = fail('too-few-samples', 'The profile of {0} is short.', ['BenchmarkB']);
  const { problem: lost } = fail('profile-empty', 'Nothing was written.');
  const { problem: note } = fail('noise-spread', 'Its measurements differ by ±{0}.', ['20%']);
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
  assert.deepEqual(
    said.map(({ text }) => text),
    ['Nothing was written.'],
  );
  assert.deepEqual(printed, ['BenchmarkA: Its measurements differ by ±20%.\n']);
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
  assert.equal(results.comparedWith('/m', 'BenchmarkA')?.result.runId, 'main');
  assert.deepEqual(
    sessions.all.map(({ title }) => title),
    ['BenchmarkA · CPU', 'BenchmarkA · CPU · main'],
  );
  assert.deepEqual(
    said.map(({ text }) => text),
    ['BenchmarkB is not in main.'],
  );
});
