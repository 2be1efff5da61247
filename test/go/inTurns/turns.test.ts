/** Turns of two versions: which one begins, what belongs together, what a server's turn is made of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../../../src/base/result.ts';
import { turnOf } from '../../../src/go/inTurns/loadTurn.ts';
import type { Stretch } from '../../../src/go/inTurns/measures.ts';
import { planTurn } from '../../../src/go/inTurns/serverTurns.ts';
import { inOrder, measureTurns } from '../../../src/go/inTurns/turns.ts';
import type { BuiltVersion } from '../../../src/go/inTurns/twoVersions.ts';
import type { LoadOutcome } from '../../../src/go/load/loadOutcome.ts';
import { succeeded } from '../../why.ts';
import { installedGo } from '../goModule.ts';

const toolchain = await installedGo();

/** Of the same code, which is measured in one layout. */
const version = (binary: string): BuiltVersion => ({
  title: binary,
  program: {
    name: binary,
    importPath: binary,
    packageDirectory: '/',
    flags: [],
    servesProfiles: false,
    addresses: [],
  },
  binary,
  codeHash: 'same',
  go: { toolchain, env: {} },
  moved: null,
  link: () => assert.fail('no other layout is needed'),
});

test('each turn measures both, begun by the other one, and is a pair', async () => {
  const order: string[] = [];
  const turns = await measureTurns({
    versions: { base: version('old'), now: version('new'), problems: [] },
    count: 3,
    signal: new AbortController().signal,
    async measure(binaries, turn) {
      order.push(...inOrder(turn).map((side) => binaries[side]));
      const of = (iterations: number) => ({ iterations, metrics: {} });
      return ok({ base: of(2 * turn), now: of(2 * turn + 1) });
    },
  });
  assert.deepEqual(order, ['old', 'new', 'new', 'old', 'old', 'new']);
  const { base, measurements } = succeeded(turns);
  const shown = (side: typeof base) => side.map(({ pair, iterations }) => [pair, iterations]);
  assert.deepEqual(
    shown(base),
    [0, 1, 2].map((turn) => [turn, 2 * turn]),
  );
  assert.deepEqual(
    shown(measurements),
    [0, 1, 2].map((turn) => [turn, 2 * turn + 1]),
  );
});

test('a burst is long enough for every connection, and all bursts send the same number', () => {
  const turn = (completed: number) => ({ completed, seconds: 1 });
  assert.deepEqual(planTurn(turn(8001), 10, true), { isTogether: true, bursts: 50, requests: 161 });
  assert.deepEqual(planTurn(turn(8001), 10, false), { isTogether: false, bursts: 3, requests: 2667 });
  assert.deepEqual(planTurn(turn(200), 10, true), { isTogether: true, bursts: 5, requests: 40 });
  assert.deepEqual(planTurn(turn(20), 10, true), { isTogether: true, bursts: 1, requests: 20 });
});

const none = {
  objects: 0,
  bytes: 0,
  cpuNs: 0,
  switches: 0,
  collections: 0,
  pauses: 0,
  heapGoal: 0,
  stacks: 0,
  peak: 0,
};

const stretch = (from: number, to: number): Stretch => ({
  before: { ...none, cpuNs: from, objects: from / 10, peak: 1000 },
  after: { ...none, cpuNs: to, objects: to / 10, peak: 2000 },
});

/** @param took each of its requests, in nanoseconds */
const burst = (took: number, failed = 0): LoadOutcome => ({
  completed: 100,
  unanswered: 0,
  seconds: 0.5,
  failures: failed === 0 ? {} : { 503: failed },
  unsent: 0,
  p50: null,
  p90: null,
  p99: null,
  longest: null,
  latencies: { rows: [[took, 100]], longest: took, clock: 0 },
  clientCpu: 0.25,
});

test('the bursts of a turn count as one, and so do its processes', () => {
  const stretches = [stretch(1000, 3000), stretch(9000, 10_000)];
  const turn = turnOf('m', stretches, [burst(2e6), burst(4e6, 3)]);
  const { measurement, memory, load, serverCpu } = succeeded(turn);
  assert.deepEqual(measurement, {
    iterations: 200,
    metrics: {
      'requests/s': 200,
      'latency-p50-ns': 2e6,
      'latency-p90-ns': 4e6,
      'latency-p99-ns': 4e6,
      'latency-max-ns': 4e6,
      'cpu-ns/req': 15,
      'B/req': 0,
      'allocs/req': 1.5,
      'peak-B': 2000,
      'failed/req': 0.015,
    },
  });
  assert.deepEqual([memory?.peak, load.clientCpu, serverCpu], [2000, 0.25, 3e-6]);
});

test('a server that does not say what it has used has no CPU time, and one that fails has no turn', () => {
  const silent = succeeded(turnOf('m', [stretch(0, 1), { ...stretch(1, 2), after: null }], [burst(2e6)]));
  assert.deepEqual(
    [silent.measurement.metrics['cpu-ns/req'], silent.memory, silent.serverCpu],
    [undefined, null, null],
  );
  const failing = turnOf('m', [stretch(0, 1)], [burst(2e6), burst(2e6, 100), burst(2e6, 80)]);
  assert.equal(failing.ok ? null : failing.problem.code, 'requests-failed');
});
