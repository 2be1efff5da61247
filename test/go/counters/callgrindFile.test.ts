import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCallgrind, readCallgrindFile } from '../../../src/go/counters/callgrindFile.ts';
import { testFolder } from '../../testFolder.ts';

function read(...lines: string[]) {
  return readCallgrind(Buffer.from(`${lines.join('\n')}\n`))?.[0] ?? null;
}

const head = ['# callgrind format', 'version: 1', 'positions: instr', 'events: Ir'];

test('positions may be absolute, relative to those before them, or the same once more', () => {
  const counted = read(...head, 'ob=(1) /tmp/m.test', 'fn=(7) m.f', '0x403c80 5', '+4 6', '-0x2 7', '* 8');
  const at = { context: 7, object: '/tmp/m.test' };
  assert.deepEqual(counted?.executed, [
    { ...at, address: 0x403c80, count: 5 },
    { ...at, address: 0x403c84, count: 6 },
    { ...at, address: 0x403c82, count: 7 },
    { ...at, address: 0x403c82, count: 8 },
  ]);
});

test('a name is written out once, and a call does not change what the next line is relative to', () => {
  const counted = read(
    ...head,
    'ob=(1) /tmp/m.test',
    'fn=(7) m.f',
    '0x10 1',
    'cob=(2) /lib/libc.so',
    "cfn=(8) malloc'm.f",
    'calls=3 0x900',
    '+4 300',
    '+5 2',
    'ob=(2)',
    'fn=(8)',
    '0x900 20',
    'ob=(1)',
    'fn=(7)',
    '0x30 1',
  );
  assert.deepEqual(counted?.calls, [
    { context: 7, object: '/tmp/m.test', address: 0x14, count: 300, callee: 8 },
  ]);
  assert.deepEqual(
    counted.executed.map(({ context, object, address, count }) => [context, object, address, count]),
    [
      [7, '/tmp/m.test', 0x10, 1],
      [7, '/tmp/m.test', 0x15, 2],
      [8, '/lib/libc.so', 0x900, 20],
      [7, '/tmp/m.test', 0x30, 1],
    ],
  );
});

test('lines of source and other events are skipped, and jumps are no costs', () => {
  const counted = read(
    'positions: instr line',
    'events: Ir Dr',
    'ob=(1) /tmp/m.test',
    'fl=(1) m.go',
    'fn=(7) m.f',
    '0x10 32 343 12',
    'jcnd=5/9 +8 +1',
    '* *',
    'fi=(2) other.go',
    '+2 -1 4',
    'totals: 347',
  );
  assert.deepEqual(
    counted?.executed.map(({ address, count }) => [address, count]),
    [
      [0x10, 343],
      [0x12, 4],
    ],
  );
});

test('of events those are read that are asked for, added up; zeros at the end of a line are left out', () => {
  const simulated = (events: string) =>
    readCallgrind(
      Buffer.from(
        [
          ...['positions: instr', `events: ${events}`, 'ob=(1) /tmp/m.test', 'fn=(7) m.f'],
          ...['0x10 9 1 2 3', '+4 5', 'cfn=(8)', 'calls=1 0x90', '+2 800 0 40 2', ''],
        ].join('\n'),
      ),
      [['D1mr', 'D1mw'], ['Bcm']],
    );
  const at = { context: 7, object: '/tmp/m.test' };
  const call = { ...at, address: 0x16, callee: 8 };
  const first = { ...at, address: 0x10 };
  assert.deepEqual(simulated('Ir D1mr Bcm D1mw'), [
    {
      executed: [
        { ...first, count: 9 },
        { ...at, address: 0x14, count: 5 },
      ],
      calls: [{ ...call, count: 800 }],
    },
    { executed: [{ ...first, count: 4 }], calls: [{ ...call, count: 2 }] },
    { executed: [{ ...first, count: 2 }], calls: [{ ...call, count: 40 }] },
  ]);
  assert.equal(simulated('Ir D1mr Bcm'), null, 'one is missing');
});

test('the first part is read: what the process has done after it belongs to no operation', () => {
  const part = (number: number, count: number) => [
    `part: ${number}`,
    ...['positions: instr', 'events: Ir', 'fn=(7)', `0x10 ${count}`, `totals: ${count}`],
  ];
  const counted = read('version: 1', ...part(1, 5), ...part(2, 9));
  assert.deepEqual(
    counted?.executed.map(({ count }) => count),
    [5],
  );
});

test('what counts something else first is none, and neither is any other file', () => {
  assert.equal(read('positions: instr', 'events: Dr Ir', '0x10 4'), null);
  assert.equal(read(''), null);
  assert.equal(readCallgrind(Buffer.from([0, 255, 61, 10, 40])), null);
});

test('chains of callers without end are not read', async () => {
  const file = join(
    testFolder({ 'out.callgrind': [...head, 'fn=(7)', '0x10 5', ''].join('\n') }),
    'out.callgrind',
  );
  assert.ok((await readCallgrindFile(file)).ok);
  truncateSync(file, 64 * 2 ** 20 + 1);
  const much = await readCallgrindFile(file);
  assert.equal(much.ok ? null : much.problem.code, 'much-callgrind');
});
