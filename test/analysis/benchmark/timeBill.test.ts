/** What an operation's time is made of, and how that is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BilledPass, timeBill } from '../../../src/analysis/benchmark/timeBill.ts';
import { billText } from '../../../src/go/results/billText.ts';
import { profileOf, type SampleSpec } from '../../pprof/builder.ts';

const runN = 'testing.(*B).runN /go/src/testing/benchmark.go:200';
const body = 'm.BenchmarkA /m/m_test.go:9';
const worker = [
  'm.BenchmarkA.func1 /m/m_test.go:9',
  'testing.(*B).RunParallel.func1 /go/src/testing/benchmark.go:890',
];
const goroutine = 'm.BenchmarkA.func1 /m/m_test.go:8';
const lock = 'sync.(*Mutex).Lock /go/src/sync/mutex.go:45';
const write = [
  'syscall.write /go/src/syscall/zsyscall.go:1',
  'syscall.Write /go/src/syscall/syscall_unix.go:2',
];

/** Of 10 operations of 400 ns, all in the loop but for the first sample. */
function billed(sampleTypes: readonly string[], ...samples: SampleSpec[]): BilledPass {
  const setup = { values: sampleTypes.map(() => 9000), stack: ['m.setup /m/m_test.go:3', runN] };
  const profile = profileOf({ sampleTypes, period: 10n, samples: [setup, ...samples] });
  return {
    profile,
    inLoop: Uint8Array.from({ length: samples.length + 1 }, (_, i) => (i === 0 ? 0 : 1)),
    operations: 10,
    wall: 400,
    threads: null,
  };
}

const kinds = ['sync', 'net', 'syscall', 'sleep', 'collector', 'ready'];
type Waited = readonly [delays: readonly number[], ...stack: string[]];
const waits = (...samples: readonly Waited[]) =>
  billed(
    kinds.map((kind) => `${kind}_delay/nanoseconds`),
    ...samples.map(([delays, ...stack]) => ({ values: kinds.map((_, i) => delays[i] ?? 0), stack })),
  );
const cpu = (...samples: SampleSpec[]) => billed(['samples/count', 'cpu/nanoseconds'], ...samples);

const nothing = { net: 0, sync: 0, syscall: 0, sleep: 0, collector: 0, ready: 0, core: null };

test('its parts and what is left add up to the wall time; other goroutines and the setup have no part in it', () => {
  const wait = waits(
    [[1000, 0, 0, 0, 0, 50], lock, body, runN],
    [[0, 2000], 'net.(*conn).Read /go/src/net/net.go:1', body, runN],
    [[0, 0, 500], ...write, body, runN],
    [[0, 0, 0, 40, 30], body, runN],
    [[7000, 7000, 7000, 7000, 7000, 7000], lock, goroutine],
  );
  const computed = cpu(
    { values: [30, 300], stack: [body, runN] },
    // The trace has this time as well.
    { values: [4, 40], stack: [...write, body, runN] },
    { values: [50, 500], stack: [goroutine] },
  );
  const bill = timeBill(400, wait, computed);
  const parts = { cpu: 30, net: 200, sync: 100, syscall: 50, sleep: 4, collector: 3, ready: 5, core: null };
  assert.deepEqual(bill, { wall: 400, traced: 400, ...parts, unexplained: 8 });
  assert.equal(
    billText(bill),
    '400ns/op = 30ns CPU + 200ns network + 100ns other goroutines + 50ns system calls + 4ns sleep' +
      ' + 3ns waiting for the collector + 5ns waiting for a processor + 8ns unexplained',
  );
  assert.equal(timeBill(400, wait, null).unexplained, 38);
  assert.match(billText(timeBill(400, wait, null)), / \+ 38ns CPU, unexplained$/);
  assert.equal(billText(timeBill(400, waits(), null)), '400ns/op = 400ns CPU, unexplained');
});

test('a pass that took longer, as a traced one does, has its parts as shares', () => {
  const wait = { ...waits([[4000], lock, body, runN]), wall: 800 };
  const computed = { ...cpu({ values: [100, 1000], stack: [body, runN] }), wall: 200 };
  const bill = timeBill(400, wait, computed);
  assert.deepEqual(bill, { ...nothing, wall: 400, traced: 800, sync: 200, cpu: 200, unexplained: 0 });
  const most = timeBill(400, wait, cpu({ values: [250, 2500], stack: [body, runN] }));
  assert.match(
    billText(most),
    /^400ns\/op \(traced: 800ns\) = .* \+ 200ns other goroutines − 50ns unexplained$/,
  );
});

test('time in system calls: divided by the tracer as far as the samples allow it, waiting where there is time for it', () => {
  const computed = (inCalls: number, outside: number) =>
    cpu(
      { values: [inCalls, 10 * inCalls], stack: [...write, body, runN] },
      { values: [outside, 10 * outside], stack: [body, runN] },
    );
  const traced = (delay: number, ...passes: Parameters<typeof computed>) => {
    const { cpu, syscall, unexplained } = timeBill(
      400,
      waits([[0, 0, 10 * delay], ...write, body, runN]),
      computed(...passes),
    );
    return { cpu, syscall, unexplained };
  };
  assert.deepEqual(traced(290, 300, 90), { cpu: 100, syscall: 290, unexplained: 10 });
  // The tracer has lengthened what is around the calls, or the calls.
  assert.deepEqual(traced(200, 300, 90), { cpu: 90, syscall: 300, unexplained: 10 });
  assert.deepEqual(traced(350, 300, 100), { cpu: 100, syscall: 300, unexplained: 0 });
  assert.deepEqual(traced(350, 100, 40), { cpu: 40, syscall: 350, unexplained: 10 });
  // Nothing is made to fit.
  assert.deepEqual(traced(350, 100, 140), { cpu: 140, syscall: 350, unexplained: -90 });
});

test('a core that the operating system has given to others, where an operation does nothing but compute', () => {
  const held = (pass: BilledPass, running = 0.625, waiting = 0.5) => ({
    ...pass,
    wall: 800,
    threads: { running, waiting },
  });
  const computed = cpu({ values: [480, 4800], stack: [body, runN] });
  const preempted = waits([[0, 0, 0, 0, 0, 250], body, runN]);
  const bill = timeBill(400, preempted, held(computed));
  assert.deepEqual(bill, {
    ...nothing,
    wall: 400,
    traced: 400,
    cpu: 240,
    ready: 25,
    core: 125,
    unexplained: 10,
  });
  assert.equal(
    billText(bill),
    '400ns/op = 240ns CPU + 25ns waiting for a processor + 125ns waiting for a core + 10ns unexplained',
  );
  // Not more than its threads have waited; and nothing where others run meanwhile, whose waiting it may be.
  assert.equal(timeBill(400, preempted, held(computed, 0.625, 0.1)).core, 40);
  assert.equal(timeBill(400, preempted, held(computed, 1)).core, 0);
  // Other goroutines do the work.
  assert.equal(timeBill(400, preempted, held(cpu({ values: [100, 1000], stack: [body, runN] }))).core, null);
  // What it waits for is longer by the same.
  assert.equal(timeBill(400, waits([[0, 500], body, runN]), held(computed)).core, null);
  const calls = cpu({ values: [500, 5000], stack: [...write, body, runN] });
  assert.equal(timeBill(400, waits([[0, 0, 2500], ...write, body, runN]), held(calls, 0.75)).core, 100);
  assert.equal(timeBill(400, waits([[0, 0, 3900], ...write, body, runN]), held(calls)).core, null);
  assert.equal(timeBill(400, waits(), held(cpu({ values: [500, 5000], stack: worker }))).core, null);
});

test('workers of RunParallel run at once: no sum is made of what they did, whatever the time of their passes', () => {
  const wait = waits([[0, 0, 0, 0, 0, 0], body, runN], [[8000], lock, ...worker]);
  // The CPU time of an operation does not depend on how many cores are free for it.
  const computed = { ...cpu({ values: [30, 300], stack: worker }), wall: 800 };
  const bill = timeBill(400, wait, computed);
  assert.deepEqual(bill, { ...nothing, wall: 400, traced: 400, cpu: 30, sync: 800, unexplained: null });
  assert.equal(
    billText(bill),
    '400ns/op, in several goroutines at once, which together took 30ns CPU + 800ns other goroutines.',
  );
});
