/** How much of a benchmark's time its CPU and block profiles explain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blockedTime, cpuTime } from '../../../src/analysis/benchmark/waiting.ts';
import { profileOf, type SampleSpec } from '../../pprof/builder.ts';

const second = 1e9;

describe('a CPU profile', () => {
  const cpu = (samples: number) =>
    profileOf({
      sampleTypes: ['samples/count', 'cpu/nanoseconds'],
      period: 10_000_000n,
      samples: samples === 0 ? [] : [{ values: [samples, samples * 1e7], stack: ['p.F /p/f.go:4'] }],
    });

  test('explains a share of the wall time, and chance allows somewhat more', () => {
    const { samples, explained, of, most } = cpuTime(cpu(10), second)!;
    assert.deepEqual({ samples, explained, of }, { samples: 10, explained: 1e8, of: second });
    // The upper end for 10, if chance decides how many there are.
    assert.ok(Math.abs(most - 0.1841) < 1e-4, String(most));
  });

  test('without samples of a short pass says nothing: three could have been missed', () => {
    assert.ok(cpuTime(cpu(0), 0.05 * second)!.most > 0.5);
    assert.ok(cpuTime(cpu(0), second)!.most < 0.04);
  });

  test('of several cores explains more than the wall time', () => {
    assert.ok(cpuTime(cpu(350), second)!.explained > 3 * second);
  });

  test('of another kind is none', () => {
    const other = profileOf({ sampleTypes: ['delay/nanoseconds'], period: 1n, samples: [] });
    assert.equal(cpuTime(other, second), null);
    assert.equal(cpuTime(cpu(1), 0), null);
  });
});

describe('a block profile', () => {
  const runN = 'testing.(*B).runN benchmark.go:200';
  const body = 'm.BenchmarkA m_test.go:9';
  const blocked = (samples: SampleSpec[]) =>
    profileOf({ sampleTypes: ['contentions/count', 'delay/nanoseconds'], samples });
  const waits = (seconds: number, ...stack: string[]): SampleSpec => ({
    values: [1, seconds * second],
    stack,
  });
  const received = 'runtime.chanrecv1 chan.go:1';

  test('explains what the operations waited for, and not what package testing did', () => {
    const profile = blocked([
      waits(0.6, received, body, runN, 'testing.(*B).launch benchmark.go:300'),
      // The benchmarks of a package are sub-benchmarks of one that package testing runs.
      waits(
        0.6,
        received,
        'testing.(*B).doBench benchmark.go:280',
        'testing.runBenchmarks.func1 benchmark.go:600',
        runN,
      ),
      waits(
        0.6,
        received,
        'testing.(*B).run1 benchmark.go:240',
        'testing.(*B).Run benchmark.go:800',
        body,
        runN,
      ),
      waits(5, received, 'm.BenchmarkA.func1 m_test.go:8'),
    ]);
    assert.deepEqual(blockedTime(profile, second, 2), { explained: 0.6 * second, locks: 0, of: second });
  });

  test('knows waiting for locks', () => {
    const profile = blocked([
      waits(0.5, 'sync.(*Mutex).Lock mutex.go:45', body, runN),
      waits(
        0.2,
        'internal/sync.(*Mutex).lockSlow mutex.go:90',
        'sync.(*RWMutex).Lock rwmutex.go:1',
        body,
        runN,
      ),
      waits(0.1, 'sync.(*WaitGroup).Wait waitgroup.go:1', body, runN),
    ]);
    const { explained, locks } = blockedTime(profile, second, 1)!;
    assert.ok(Math.abs(explained - 0.8 * second) < 1 && Math.abs(locks - 0.7 * second) < 1);
  });

  test('of RunParallel: its workers share the wall time, and waiting for them explains nothing', () => {
    const profile = blocked([
      waits(
        1,
        'sync.(*WaitGroup).Wait waitgroup.go:1',
        'testing.(*B).RunParallel benchmark.go:900',
        body,
        runN,
      ),
      waits(
        3,
        'sync.(*Mutex).Lock mutex.go:45',
        'm.BenchmarkA.func1 m_test.go:11',
        'testing.(*B).RunParallel.func1 benchmark.go:890',
      ),
    ]);
    assert.deepEqual(blockedTime(profile, second, 4), {
      explained: 0.75 * second,
      locks: 0.75 * second,
      of: second,
    });
  });

  test('explains no more than all: what is more than that was the setup', () => {
    const profile = blocked([
      waits(3, received, body, runN),
      waits(1, 'sync.(*Mutex).Lock mutex.go:45', body, runN),
    ]);
    assert.deepEqual(blockedTime(profile, second, 1), { explained: second, locks: second / 4, of: second });
  });

  test('of another kind is none', () => {
    assert.equal(blockedTime(profileOf({ samples: [] }), second, 1), null);
  });
});
