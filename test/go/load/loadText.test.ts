/** What is said of requests that were sent while a server was profiled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadOutcome } from '../../../src/go/load/loadOutcome.ts';
import { loadDoubts, loadText } from '../../../src/go/load/loadText.ts';

const calm: LoadOutcome = {
  completed: 998,
  unanswered: 0,
  seconds: 10,
  failures: {},
  unsent: 0,
  p50: 1.234,
  p90: 5,
  p99: 20.4,
  latencies: { rows: [], longest: 0, clock: 0 },
  longest: 31,
  clientCpu: 0.05,
};

test('requests, their rate, latencies and failures in one line', () => {
  assert.equal(loadText(calm), '998 requests (99.8/s), half in 1.2ms, 99 of 100 in 20ms, none failed');
  const failing = { ...calm, failures: { 503: 2, timeout: 1 }, p99: null };
  assert.equal(loadText(failing), '998 requests (99.8/s), half in 1.2ms, 3 failed (503, timeout)');
});

test('a client that took CPU time of the same machine, and a server that did not keep up, are said', () => {
  assert.deepEqual(loadDoubts(calm, true), []);
  assert.deepEqual(loadDoubts({ ...calm, unsent: 3 }, true), [], 'the last ones were just due');
  assert.match(loadDoubts({ ...calm, unsent: 500 }, false).join(), /^500 requests were due/);
  assert.match(loadDoubts({ ...calm, clientCpu: 0.6 }, true).join(), /took 60% of a core/);
  assert.deepEqual(loadDoubts({ ...calm, clientCpu: 0.6 }, false), []);
  assert.match(loadDoubts(null, true).join(), /^The load command ran on the same machine/);
  assert.deepEqual(loadDoubts(null, false), []);
});
