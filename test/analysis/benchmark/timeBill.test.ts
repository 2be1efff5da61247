/** What an operation's time is made of, and how that is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BilledProfile, timeBill } from '../../../src/analysis/benchmark/timeBill.ts';
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

/** Of 10 operations, all in the loop but for the first sample. */
function billed(sampleTypes: readonly string[], ...samples: SampleSpec[]): BilledProfile {
  const setup = { values: sampleTypes.map(() => 9000), stack: ['m.setup /m/m_test.go:3', runN] };
  const profile = profileOf({ sampleTypes, period: 10n, samples: [setup, ...samples] });
  return {
    profile,
    inLoop: Uint8Array.from({ length: samples.length + 1 }, (_, i) => (i === 0 ? 0 : 1)),
    operations: 10,
  };
}

const waits = (...samples: SampleSpec[]) =>
  billed(['sync_delay/nanoseconds', 'net_delay/nanoseconds', 'syscall_delay/nanoseconds'], ...samples);
const cpu = (...samples: SampleSpec[]) => billed(['samples/count', 'cpu/nanoseconds'], ...samples);

test('its parts and what is left add up to the wall time; other goroutines and the setup have no part in it', () => {
  const wait = waits(
    { values: [1000, 0, 0], stack: [lock, body, runN] },
    { values: [0, 2000, 0], stack: ['net.(*conn).Read /go/src/net/net.go:1', body, runN] },
    { values: [0, 0, 500], stack: [...write, body, runN] },
    { values: [7000, 7000, 7000], stack: [lock, goroutine] },
  );
  const computed = cpu(
    { values: [30, 300], stack: [body, runN] },
    // The trace has this time as well.
    { values: [40, 400], stack: [...write, body, runN] },
    { values: [50, 500], stack: [goroutine] },
  );
  const bill = timeBill(wait, 400, computed);
  assert.deepEqual(bill, { wall: 400, cpu: 30, net: 200, sync: 100, syscall: 50, unexplained: 20 });
  assert.equal(
    billText(bill),
    'Traced: 400ns/op = 30ns CPU + 200ns network + 100ns other goroutines + 50ns system calls + 20ns unexplained',
  );
  const { unexplained } = timeBill(wait, 400, null);
  assert.equal(unexplained, 50);
  assert.match(billText(timeBill(wait, 400, null)), / \+ 50ns CPU, unexplained$/);
  assert.match(billText(timeBill(wait, 350, computed)), / \+ 50ns system calls − 30ns unexplained$/);
  assert.equal(billText(timeBill(waits(), 400, null)), 'Traced: 400ns/op = 400ns CPU, unexplained');
});

test('workers of RunParallel run at once, and no sum is made of what they did', () => {
  const wait = waits({ values: [8000, 0, 0], stack: [lock, ...worker] });
  const bill = timeBill(wait, 400, cpu({ values: [30, 300], stack: worker }));
  assert.deepEqual(bill, { wall: 400, cpu: 30, net: 0, sync: 800, syscall: 0, unexplained: null });
  assert.equal(
    billText(bill),
    'Traced: 400ns/op, in several goroutines at once, which together took 30ns CPU + 800ns other goroutines.',
  );
});
