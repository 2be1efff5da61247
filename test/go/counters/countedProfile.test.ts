import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallgrindCounts } from '../../../src/go/counters/callgrindFile.ts';
import { countedBenchmark, leastSpreadOfHeap } from '../../../src/go/counters/countedProfile.ts';

const binary = '/tmp/m.test';
const names = [
  'testing.(*B).runN',
  'm.BenchmarkCopy',
  'runtime.mallocgc',
  'runtime.bulkBarrierPreWrite',
  'runtime.gcBgMarkWorker',
  'runtime.gopark',
  'runtime.mcall',
  'm.work',
  'runtime.typeAssert',
  'runtime.getitab',
  'm.work',
  'runtime.exitsyscall',
  'runtime.exitsyscall.func3',
  'runtime.pidleget',
  'runtime.pcvalue',
  'runtime.step',
];
/** Where `m.work` begins again. */
const again = 7;

/** Each function is at the address of its number and is a context of its own; all calls begin in the benchmark. */
const table = {
  function: (address: number) => ({ name: names[address] ?? '', start: address, at: 0 }),
  isReturn: () => false,
  isJump: (address: number) => address === again,
  frames: ({ name }: { readonly name: string }, line: number) => [{ name, file: 'm.go', line }],
};

function counts(executed: readonly number[]): CallgrindCounts {
  const at = (context: number) => ({ context, object: binary, address: context });
  const call = (caller: number, callee: number) => ({ ...at(caller), callee, count: executed[callee] ?? 0 });
  return {
    executed: executed.map((count, context) => ({ ...at(context), count })),
    calls: [
      call(0, 1),
      call(1, 2),
      call(1, 3),
      call(4, 5),
      call(5, 6),
      call(5, 7),
      call(1, 8),
      call(8, 9),
      call(1, 7),
      call(7, 10),
      call(1, 11),
      call(11, 12),
      call(12, 13),
      call(1, 14),
      call(14, 15),
    ],
  };
}

test('what the collector does while a benchmark runs is none of its work, however much it is', () => {
  const nothing = counts(names.map(() => 0));
  const pairs = [
    { fewer: nothing, more: counts([1, 1000, 1000, 300, 900, 0, 0, 0]), operations: 100 },
    { fewer: nothing, more: counts([1, 1000, 1000, 900, 100, 0, 0, 0]), operations: 100 },
  ];
  const counted = countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  assert.ok(counted?.hasCalls);
  assert.ok(Math.abs(counted.perOp - 20) < 0.1, `${counted.perOp} instructions`);
  assert.equal(counted.spread, leastSpreadOfHeap);
  assert.ok(!counted.isVaried);
});

test('what the runtime looks up until it has noted it, by chance or by address: no operation has that', () => {
  const few = counts([1, 100, 100, 0, 0, 0, 0, 0, 900, 900]);
  const more = (type: number, address: number) =>
    counts([1, 1100, 1100, 0, 0, 0, 0, 0, type, type, 0, 0, 0, 0, address, address]);
  const pairs = [
    { fewer: few, more: more(1000, 700), operations: 100 },
    { fewer: few, more: more(5000, 30), operations: 100 },
  ];
  const counted = countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  assert.deepEqual([counted?.perOp, counted?.spread, counted?.isVaried], [20, 0, false]);
});

test('a system call that took long has lost its processor, by chance: no operation has what it takes to get one again', () => {
  const nothing = counts(names.map(() => 0));
  const system = (retaken: number) =>
    counts([1, 1000, ...Array<number>(9).fill(0), 500, retaken, 2 * retaken]);
  const pairs = [
    { fewer: nothing, more: system(100), operations: 100 },
    { fewer: nothing, more: system(4000), operations: 100 },
  ];
  const counted = countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  assert.ok(counted?.hasCalls);
  assert.ok(Math.abs(counted.perOp - 15) < 0.1, `${counted.perOp} instructions`);
  assert.deepEqual([counted.spread, counted.isVaried], [0, false]);
});

test('without contexts, all of the process that grows with the operations is counted, flat', () => {
  const nothing = counts(names.map(() => 0));
  const pairs = [{ fewer: nothing, more: counts([1, 1000, 1000, 300, 900, 0, 0, 0]), operations: 100 }];
  const program = { pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] };
  const [inContexts, flat] = [countedBenchmark(program), countedBenchmark({ ...program, isFlat: true })];
  assert.deepEqual([inContexts?.hasCalls, flat?.hasCalls], [true, false]);
  assert.equal(flat?.perOp, 32.01);
});

test('counts of different numbers of operations agree to the last digit, or are counted again', () => {
  const nothing = counts(names.map(() => 0));
  const countedAs = (body: number) => {
    const pairs = [
      { fewer: nothing, more: counts([1, 10_000, 0, 0, 0, 0, 0, 0]), operations: 100 },
      { fewer: nothing, more: counts([1, body, 0, 0, 0, 0, 0, 0]), operations: 75 },
    ];
    return countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  };
  assert.deepEqual(
    [7500, 7502, 7800].map((body) => countedAs(body)?.isVaried),
    [false, true, true],
  );
  // As many as the lines of its profile have together.
  const { perOp = 0, spread = 0 } = countedAs(7800) ?? {};
  assert.ok(Math.abs(perOp - 17_802 / 175) < 1e-9, `${perOp}`);
  assert.ok(Math.abs(spread - 4 / perOp) < 1e-4);
});

test('a function that begins again after a pause has not called itself', () => {
  const nothing = counts(names.map(() => 0));
  const more = counts([1, 1000, 0, 0, 0, 0, 0, 400, 0, 0, 1600]);
  const pairs = [{ fewer: nothing, more, operations: 100 }];
  const counted = countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  assert.ok(counted?.hasCalls);
  const { samples, locations } = counted.profile;
  const stacks = Array.from({ length: samples.count }, (_, sample) =>
    Array.from(
      samples.locations.subarray(samples.locationStart[sample], samples.locationStart[sample + 1]),
      (location) => locations.lineNumber.approximate[locations.lineStart[location]!],
    ).join(' '),
  );
  assert.ok(stacks.includes('10 1') && stacks.includes('7 1'), stacks.join());
  assert.ok(!stacks.some((stack) => /^10 7/.test(stack)), stacks.join());
});

test('where the collector waits, what goes on is a goroutine that was preempted: its work, not the collector’s', () => {
  const nothing = counts(names.map(() => 0));
  const more = counts([1, 1000, 0, 0, 900, 70, 30, 2000]);
  const pairs = [{ fewer: nothing, more, operations: 100 }];
  const counted = countedBenchmark({ pairs, table, binary, benchmark: 'BenchmarkCopy', simulated: [] });
  assert.ok(counted?.hasCalls);
  assert.ok(Math.abs(counted.perOp - 30) < 0.1, `${counted.perOp} instructions`);
});
