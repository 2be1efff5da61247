/** Turns of two versions: which one begins, what belongs together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../../../src/base/result.ts';
import { measureTurns } from '../../../src/go/inTurns/turns.ts';
import type { BuiltVersion } from '../../../src/go/inTurns/twoVersions.ts';
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
    starts: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    async measure(binary) {
      order.push(binary);
      return ok({ iterations: 1, metrics: { 'cpu-ns/req': order.length } });
    },
  });
  assert.deepEqual(order, ['old', 'new', 'new', 'old', 'old', 'new']);
  const { base, measurements } = succeeded(turns);
  const shown = (side: typeof base) => side.map(({ pair, metrics }) => [pair, metrics['cpu-ns/req']]);
  assert.deepEqual(
    [shown(base), shown(measurements)],
    [
      [
        [0, 1],
        [1, 4],
        [2, 5],
      ],
      [
        [0, 2],
        [1, 3],
        [2, 6],
      ],
    ],
  );
});

test('of several processes a turn has the mean, and the CPU time of the quickest', async () => {
  const order: string[] = [];
  const turns = await measureTurns({
    versions: { base: version('old'), now: version('new'), problems: [] },
    count: 2,
    starts: 3,
    signal: new AbortController().signal,
    progress: () => undefined,
    async measure(binary) {
      order.push(binary);
      const cpu = [30, 10, 20][order.filter((each) => each === binary).length % 3]!;
      return ok({
        iterations: 4,
        metrics: { 'requests/s': cpu, 'cpu-ns/req': binary === 'old' ? cpu : 2 * cpu },
      });
    },
  });
  const inTurn = ['old', 'new', 'new', 'old', 'old', 'new'];
  assert.deepEqual(order, [...inTurn, ...[...inTurn].reverse()]);
  const of = (cpu: number, pair: number) => ({
    iterations: 12,
    metrics: { 'requests/s': 20, 'cpu-ns/req': 20 * cpu },
    quickest: 10 * cpu,
    pair,
  });
  const { base, measurements } = succeeded(turns);
  assert.deepEqual(
    [base, measurements],
    [
      [of(1, 0), of(1, 1)],
      [of(2, 0), of(2, 1)],
    ],
  );
});
