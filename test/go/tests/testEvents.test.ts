// Events as `go tool test2json` prints them, also those that it makes up when a process ends without a word.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TestEvents } from '../../../src/go/tests/testEvents.ts';

let clock = 0;

function event(action: string, name: string, more: object = {}, milliseconds = 1): string {
  clock += milliseconds;
  const time = new Date(Date.UTC(2026, 0, 1) + clock).toISOString();
  return `${JSON.stringify({ Time: time, Action: action, Package: 'p', Test: name, ...more })}\n`;
}

function said(outcome: 'PASS' | 'FAIL' | 'SKIP', name: string, seconds: string): string {
  return event('output', name, { Output: `--- ${outcome}: ${name} (${seconds}s)\n` });
}

function read(...pieces: string[]): TestEvents {
  const events = new TestEvents();
  for (const piece of pieces) events.push(piece);
  return events;
}

function passed(name: string, milliseconds: number, elapsed: number): string {
  return (
    event('run', name) +
    said('PASS', name, elapsed.toFixed(2)) +
    event('pass', name, { Elapsed: elapsed }, milliseconds)
  );
}

test('outcomes, subtests and times', () => {
  const { tests } = read(
    passed('TestA', 4, 0),
    event('run', 'TestB'),
    event('run', 'TestB/sub'),
    event('output', 'TestB/sub', { Output: '    b_test.go:7: want 3\n' }),
    said('FAIL', 'TestB/sub', '0.30'),
    event('fail', 'TestB/sub', { Elapsed: 0.3 }, 300),
    said('FAIL', 'TestB', '0.30'),
    event('fail', 'TestB', { Elapsed: 0.3 }),
    event('run', 'TestC'),
    said('SKIP', 'TestC', '0.00'),
    event('skip', 'TestC', { Elapsed: 0 }),
  );
  assert.deepEqual(
    tests.map(({ name, outcome, reason, subtests }) => [name, outcome, reason, subtests.length]),
    [
      ['TestA', 'pass', undefined, 0],
      ['TestB', 'fail', 'want 3', 1],
      ['TestC', 'skip', undefined, 0],
    ],
  );
  assert.equal(tests[0]?.seconds, 0.005, 'the events are more exact than two decimals');
});

test('a parent of parallel subtests takes the time that Go says, not that of waiting for them', () => {
  const { tests } = read(
    event('run', 'TestTable'),
    event('run', 'TestTable/1'),
    event('pause', 'TestTable/1'),
    event('cont', 'TestTable/1', {}, 500),
    said('PASS', 'TestTable/1', '2.00'),
    event('pass', 'TestTable/1', { Elapsed: 2 }, 2000),
    said('PASS', 'TestTable', '0.00'),
    event('pass', 'TestTable', { Elapsed: 0 }),
  );
  assert.equal(tests[0]?.seconds, 0);
  assert.equal(tests[0]?.subtests[0]?.seconds, 2);
});

test('of several runs the time is the sum, and one failure is a failure', () => {
  const failed =
    event('run', 'TestA') + said('FAIL', 'TestA', '0.01') + event('fail', 'TestA', { Elapsed: 0.01 });
  const [one] = read(passed('TestA', 9, 0.01), failed, passed('TestA', 9, 0.01)).tests;
  assert.deepEqual([one?.outcome, one?.runs], ['fail', 3]);
});

test('a test that the process ended in is unfinished, although test2json lets it fail', () => {
  const [one] = read(event('run', 'TestA'), event('fail', 'TestA', { Elapsed: 0.2 })).tests;
  assert.equal(one?.outcome, 'unfinished');
});

test('events may come in pieces; lines that are none, or have no end, do no harm', () => {
  const all = passed('TestA', 3, 0);
  const events = new TestEvents();
  for (const character of all) events.push(character);
  events.push('no event\n{"Action":7}\nnull\n[]\n');
  events.push('x'.repeat(3_000_000));
  events.push(`${'y'.repeat(3_000_000)}\n`);
  events.push(passed('TestB', 3, 0));
  assert.deepEqual(
    events.tests.map(({ name }) => name),
    ['TestA', 'TestB'],
  );
  assert.match(events.output, /no event/);
  assert.ok(events.output.length < 300_000);
});

test('names cost no more than is kept, however many there are', () => {
  const events = new TestEvents();
  events.push(event('run', 'TestA'));
  for (let i = 0; i < 20_000; i++) events.push(event('run', `TestA/${i}`));
  events.push(event('run', '__proto__') + event('run', 'constructor/x'));
  assert.equal(events.tests[0]?.subtests.length, 10_000);
  assert.deepEqual(
    events.tests.map(({ name }) => name),
    ['TestA', '__proto__', 'constructor'],
  );
});
