import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectorCost } from '../../../src/go/profile/collectorCost.ts';
import type { ObservedBatch } from '../../../src/go/time/batchedProcess.ts';

const megabyte = 2 ** 20;
const limits = { mostOperations: 1e9, mostBytes: 256 * megabyte, time: 1e9 };

/** A benchmark whose operations take 1 µs and 1 kB, and each collection, after so many bytes, `perCollection` of CPU time. */
function benchmark({ perCollection = 0, cycle = 4 * megabyte, noise = 0, live = 0, fails = false } = {}) {
  const asked: { readonly operations: number; readonly late: number }[] = [];
  const batch = (operations: number, late: number): ObservedBatch => {
    const bytes = 1024 * operations;
    const collected = late > 0 && bytes + live < late ? 0 : Math.floor(bytes / cycle);
    const varied = 1 + noise * Math.sin(99 * asked.length);
    const cpu = 1000 * operations * varied + perCollection * collected;
    const used = { nanoseconds: 1000 * operations, whole: 1000 * operations, cpu, allocs: operations, bytes };
    return {
      operations,
      ...used,
      collections: collected,
      collected,
      pauses: 0,
      heapGoal: 0,
      stacks: 0,
      peak: 0,
    };
  };
  return {
    asked,
    seen: batch(100_000, 0),
    observe: async (operations: number, late: number) => {
      asked.push({ operations, late });
      return fails ? null : batch(operations, late);
    },
  };
}

async function costOf(of: ReturnType<typeof benchmark>, more: Partial<typeof limits> = {}) {
  const cost = await collectorCost(of, of.seen, { ...limits, ...more });
  return cost.ok ? cost.value.perOp : cost.problem.template;
}

test('the cost is that of a collection, as often as there is one', async () => {
  const of = benchmark({ perCollection: 400_000 });
  // 24.5 of them in 100,000 operations: 24 are seen.
  assert.equal(Math.round(1e3 * Number(await costOf(of))), 98_000);
  const lates = of.asked.map(({ late }) => late > 0);
  assert.deepEqual(lates.slice(0, 8), [true, false, false, true, true, false, false, true], 'in turns');
  assert.ok(of.asked.every(({ operations }) => operations * 1024 < 256 * megabyte));
  assert.equal(new Set(of.asked.map(({ operations }) => operations)).size, 1, 'as many operations in each');
});

test('there is none where it does not hold', async () => {
  const small = 'it is too small to be told from what varies';
  const seldom = 'it collects garbage too seldom for the time that there is';
  assert.equal(await costOf(benchmark()), small);
  assert.equal(await costOf(benchmark({ perCollection: 400_000, noise: 0.5 })), small);
  assert.equal(await costOf(benchmark({ perCollection: 400_000, cycle: 40 * megabyte })), seldom);
  assert.equal(await costOf(benchmark({ perCollection: 400_000 }), { mostBytes: 8 * megabyte }), seldom);
  assert.equal(await costOf(benchmark({ perCollection: 400_000 }), { mostOperations: 5000 }), seldom);
  assert.equal(await costOf(benchmark({ perCollection: 400_000 }), { time: 10e6 }), seldom);
  assert.match(String(await costOf(benchmark({ fails: true, perCollection: 1 }))), /did not run again/);
  // What the setup allocates counts, too: the process collects in any case.
  const setup = benchmark({ perCollection: 400_000, live: 600 * megabyte });
  assert.match(String(await costOf(setup)), /without its collector/);
  const noClock = benchmark();
  const cost = await collectorCost(noClock, { ...noClock.seen, cpu: 0 }, limits);
  assert.ok(!cost.ok && noClock.asked.length === 0);
});
