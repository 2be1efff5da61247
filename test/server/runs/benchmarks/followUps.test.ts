/** After a run: which message with which button. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProfileKind } from '../../../../src/base/profileKinds.ts';
import { fail, type Problem } from '../../../../src/base/result.ts';
import { localSentence, type MessageAction } from '../../../../src/server/client/messages.ts';
import {
  hasFollowUp,
  longerBenchtime,
  offerFollowUps,
} from '../../../../src/server/runs/benchmarks/followUps.ts';
import { benchmarkResult } from '../../builders.ts';

const result = benchmarkResult({ measurements: [] });

/** What is said after a run with these problems, and what its buttons ask for. */
function offered(problems: readonly Problem[], benchtime = '1s', shown: ProfileKind | null = 'cpu') {
  const said: { text: string; actions: readonly MessageAction[] }[] = [];
  const logged: string[] = [];
  const asked: unknown[] = [];
  offerFollowUps(
    problems.map((problem) => ({ problem, result })),
    { benchtime, shown },
    {
      problem: (problem, _severity, actions = []) =>
        void said.push({ text: localSentence(problem), actions }),
      logProblem: (problem) => void logged.push(localSentence(problem)),
    },
    { runAgain: (part) => void asked.push(part), show: ({ name }, kind) => void asked.push([name, kind]) },
  );
  for (const { actions } of said) for (const { run } of actions) run();
  const texts = said.map(({ text, actions }) => [text, ...actions.map(({ title }) => title)]);
  return { texts, asked, logged };
}

const problem = (code: string) => fail(code, `{0} has ${code}.`, ['BenchmarkA']).problem;

test('one message for all that are too short, and its button runs for longer', () => {
  const short = problem('too-few-samples');
  assert.deepEqual(offered([]).texts, []);
  const one = offered([short]);
  assert.deepEqual(one.texts, [['BenchmarkA has too-few-samples.', 'Run for 10s']]);
  assert.deepEqual(one.asked, [{ benchtime: '10s' }]);
  const two =
    'The CPU profiles of 2 benchmarks are too short to tell their lines apart. Profile them with a longer benchtime.';
  assert.deepEqual(offered([short, short], '2m').texts, [[two, 'Run for 20m']]);
});

/** The button for a benchmark that waited, and what it asks for: a longer run would not help. */
const afterWaiting: Readonly<Record<string, readonly [button: string, asked: unknown]>> = {
  waited: ['Profile Waiting', { kinds: ['wait', 'cpu'] }],
  'waited-elsewhere': ['Profile Waiting', { kinds: ['wait', 'cpu'] }],
  'waited-for-locks': ['Profile Mutexes', { kinds: ['mutex', 'block', 'cpu'] }],
  'waited-blocked': ['Show Blocking', ['BenchmarkA', 'block']],
};

test('of a benchmark that waited, the button profiles what it waits for, or shows it', () => {
  for (const [code, [button, asked]] of Object.entries(afterWaiting)) {
    const expected = { texts: [[`BenchmarkA has ${code}.`, button]], asked: [asked], logged: [] };
    assert.deepEqual(offered([problem(code)]), expected);
  }
  const shown = offered([problem('waited-blocked')], '1s', 'block');
  assert.deepEqual(shown, { texts: [], asked: [], logged: ['BenchmarkA has waited-blocked.'] });
});

test('benchmarks that waited and one that was short are two messages', () => {
  const { texts } = offered([problem('waited'), problem('too-few-samples'), problem('waited')]);
  assert.deepEqual(texts, [
    ['BenchmarkA has too-few-samples.', 'Run for 10s'],
    ['2 benchmarks waited: CPU explains little of their time.', 'Profile Waiting'],
  ]);
});

test('other problems have no follow-up', () => {
  assert.equal(hasFollowUp(problem('profile-empty')), false);
  assert.equal(hasFollowUp(problem('toString')), false);
});

test('a longer run takes ten times the samples, its benchtime written as a person would write it', () => {
  const longer =
    '50ms 500ms, 500ms 5s, 150ms 1.5s, 0.2s 2s, .5s 5s, 1s 10s, 6s 60s, 1m 10m, 1m30s 15m, 90.5s 905s, 2m 20m, 1h 600m, 30x 300x';
  for (const row of longer.split(', ')) {
    const [benchtime = '', tenfold] = row.split(' ');
    assert.equal(longerBenchtime(benchtime), tenfold, benchtime);
  }
});
