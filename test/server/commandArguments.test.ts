/** What the server takes from a client's arguments: any program can send them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverCommands } from '../../src/protocol.ts';
import { commandArguments } from '../../src/server/commandArguments.ts';

test('a whole request is read as it was sent, without what nobody knows', () => {
  const request = {
    uri: 'file:///m/a_test.go',
    benchmark: 'BenchmarkA/n=1',
    kinds: ['cpu', 'mem'],
    count: 6,
    benchtime: '2m',
    against: 'main',
    pgo: '/m/default.pgo',
  };
  assert.deepEqual(commandArguments.run([{ ...request, unknown: 1, goCommand: '/tmp/evil' }, 'another']), [
    request,
  ]);
});

test('parts that a run can do without count as missing where they are malformed', () => {
  const malformed = { count: '6', benchtime: 2, against: '', pgo: '', kinds: 'cpu' };
  assert.deepEqual(commandArguments.run([{ uri: 'file:///a', benchmark: 7, ...malformed }]), [
    { uri: 'file:///a', benchmark: null },
  ]);
});

test('kinds of profiles are taken in the order in which they are asked for, each once, without unknown ones', () => {
  const read = commandArguments.run([{ uri: 'file:///a', kinds: ['mutex', 'heap', 'cpu', 'cpu', 3] }]);
  assert.deepEqual(read?.[0].kinds, ['mutex', 'cpu']);
});

test('a name can be taken away from a run, and a pin', () => {
  const change = { runId: 'r', label: null, pinned: false };
  assert.deepEqual(commandArguments.changeRun([change]), [change]);
  assert.deepEqual(commandArguments.changeRun([{ runId: 'r', label: 1, pinned: 'yes' }]), [{ runId: 'r' }]);
});

test('no argument, or null, clears the lines', () => {
  assert.deepEqual(commandArguments.show([]), [null]);
  assert.deepEqual(commandArguments.show([null]), [null]);
  assert.deepEqual(commandArguments.show([{ sessionId: 's1', sampleType: 1 }]), [
    { sessionId: 's1', sampleType: 1 },
  ]);
  assert.equal(commandArguments.show([{ sessionId: 's1' }]), undefined);
});

test('no argument, or null, cancels the run that goes', () => {
  assert.deepEqual(commandArguments.cancelRun([]), [null]);
  assert.deepEqual(commandArguments.cancelRun([null]), [null]);
  const address = { uri: 'file:///a', benchmark: 'BenchmarkA' };
  assert.deepEqual(commandArguments.cancelRun([address]), [address]);
  assert.equal(commandArguments.cancelRun([{}]), undefined);
});

test('the character of a position and the line of a frame may be missing', () => {
  const position = { uri: 'file:///a', line: 3 };
  assert.deepEqual(commandArguments.lineFunctions([position]), [{ ...position, character: 0 }]);
  const frame = { sessionId: 's1', file: 'a.go' };
  assert.deepEqual(commandArguments.frameText([frame]), [{ ...frame, line: 0 }]);
});

test('a command without what it needs is refused, whatever stands there instead', () => {
  const needNothing = new Set(['hotLines', 'show', 'cancelRun', 'listTests']);
  for (const [name, read] of Object.entries(commandArguments)) {
    if (needNothing.has(name)) continue;
    for (const args of [[], [null], [{}], [7], ['uri'], [[]]]) {
      assert.equal(read(args), undefined, `${name} ${JSON.stringify(args)}`);
    }
  }
});

test('there is a check for every command', () => {
  assert.deepEqual(Object.keys(commandArguments).sort(), Object.keys(serverCommands).sort());
});
