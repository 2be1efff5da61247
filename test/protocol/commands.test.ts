/** What the server takes from a client's arguments, and the extension from links: any program can send them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverCommandNames, serverCommands, showFlameGraphArgs } from '../../src/protocol.ts';

const { run, changeRun, show, cancelRun, lineFunctions, frameText, openProfile } = serverCommands;
const uri = 'file:///m/a_test.go';

test('a whole request is read as it was sent, without what nobody knows', () => {
  const request = {
    uri,
    benchmark: 'BenchmarkA/n=1',
    kinds: ['cpu', 'mem'],
    count: 6,
    benchtime: '2m',
    against: 'main',
    pgo: '/m/default.pgo',
  };
  assert.deepEqual(run.takes({ ...request, unknown: 1, goCommand: '/tmp/evil' }), request);
});

test('parts that a run can do without count as missing where they are malformed', () => {
  const malformed = { count: '6', benchtime: 2, against: '', pgo: '', kinds: 'cpu' };
  for (const benchmark of [7, '', null, undefined])
    assert.deepEqual(run.takes({ uri, benchmark, ...malformed }), { uri, benchmark: null });
});

test('kinds of profiles are taken in the order in which they are asked for, each once, without unknown ones', () => {
  assert.deepEqual(run.takes({ uri, kinds: ['mutex', 'heap', 'cpu', 'cpu', 3] })?.kinds, ['mutex', 'cpu']);
});

test('a name can be taken away from a run, and a pin', () => {
  const change = { runId: 'r', label: null, pinned: false };
  assert.deepEqual(changeRun.takes(change), change);
  assert.deepEqual(changeRun.takes({ runId: 'r', label: 1, pinned: 'yes' }), { runId: 'r' });
});

test('null clears the lines, and cancels the run that goes', () => {
  assert.equal(show.takes(null), null);
  assert.deepEqual(show.takes({ sessionId: 's1', sampleType: 1 }), { sessionId: 's1', sampleType: 1 });
  assert.equal(show.takes({ sessionId: 's1' }), undefined);
  assert.equal(cancelRun.takes(null), null);
  assert.deepEqual(cancelRun.takes({ uri, benchmark: 'BenchmarkA' }), { uri, benchmark: 'BenchmarkA' });
  assert.equal(cancelRun.takes({}), undefined);
});

test('the character of a position and the line of a frame may be missing', () => {
  assert.deepEqual(lineFunctions.takes({ uri, line: 3 }), { uri, line: 3, character: 0 });
  const frame = { sessionId: 's1', file: 'a.go' };
  assert.deepEqual(frameText.takes(frame), { ...frame, line: 0 });
});

test('a command without what it needs is refused, whatever stands there instead', () => {
  const needNothing = new Set(['hotLines', 'hotPath', 'show', 'cancelRun', 'listTests']);
  for (const name of serverCommandNames) {
    if (needNothing.has(name)) continue;
    for (const argument of [null, {}, 7, 'uri', []])
      assert.equal(serverCommands[name].takes(argument), undefined, `${name} ${JSON.stringify(argument)}`);
  }
});

test('a profile file is opened without what is malformed', () => {
  const request = { path: '/a', basePath: '/b', sampleType: 1 };
  assert.deepEqual(openProfile.takes(request), request);
  assert.deepEqual(openProfile.takes({ path: '/a', basePath: 1, sampleType: -1 }), { path: '/a' });
});

test('flame graph arguments keep what is well-formed and drop the rest', () => {
  const args = { sessionId: 's1', sampleType: 1, functionName: 'main.f' };
  assert.deepEqual(showFlameGraphArgs(args), args);
  assert.deepEqual(showFlameGraphArgs({ sessionId: 7, sampleType: -1, functionName: '' }), {});
  assert.deepEqual(showFlameGraphArgs({ sampleType: 0.5 }), {});
  assert.equal(showFlameGraphArgs(undefined), undefined);
});
