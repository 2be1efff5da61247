import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type Bucket,
  bucketOfSamples,
  buckets,
  bucketTotals,
  samplesIn,
  type TimedFile,
} from '../../../src/analysis/benchmark/timedRegion.ts';
import { type LocationSpec, profileOf } from '../../pprof/builder.ts';

/** A benchmark on lines 10 to 20 of a file, its loop on lines 14 to 17. */
const timed: readonly TimedFile[] = [{ file: '/p/x_test.go', loops: [[14, 17]], functions: [[10, 20]] }];

const inTesting = ['testing.(*B).runN testing.go:219', 'testing.(*B).run1.func1 testing.go:248'];
const inLoop = ['p.BenchmarkX /p/x_test.go:15', ...inTesting];

function bucketsOf(stacks: readonly (readonly LocationSpec[])[]): (Bucket | undefined)[] | null {
  const profile = profileOf({ samples: stacks.map((stack) => ({ values: [1], stack })) });
  const bucketOf = bucketOfSamples(profile, timed);
  return bucketOf === null ? null : [...bucketOf].map((bucket) => buckets[bucket]);
}

function bucketOf(...stack: LocationSpec[]): Bucket | undefined {
  // With a sample that shows the loop to be this profile's.
  return bucketsOf([stack, inLoop])?.[0];
}

test('what the loop does and calls is timed, header and inlined code too', () => {
  assert.equal(bucketOf('p.work /p/work.go:3', ...inLoop), 'timed');
  assert.equal(bucketOf('p.BenchmarkX /p/x_test.go:14', ...inTesting), 'timed');
  assert.equal(bucketOf(['p.tiny /p/work.go:9', 'p.BenchmarkX /p/x_test.go:17'], ...inTesting), 'timed');
});

test('what runs while the timer is stopped is setup, also in a helper that the loop calls', () => {
  const paused: TimedFile[] = [
    { ...timed[0]!, paused: [[16, 16]] },
    { file: '/p/h_test.go', loops: [[9, 12]], functions: [], paused: [[4, 6]] },
  ];
  const stacks: LocationSpec[][] = [
    ['p.clean /p/work.go:3', 'p.BenchmarkX /p/x_test.go:16', ...inTesting],
    ['p.clean /p/work.go:3', 'p.prepare /p/h_test.go:5', ...inLoop],
    ['p.clean /p/work.go:3', ['p.prepare /p/h_test.go:5', 'p.BenchmarkX /p/x_test.go:15'], ...inTesting],
    // Further in on the stack is a timed loop: that of a helper, called while the timer is stopped.
    ['p.work /p/work.go:3', 'p.loop /p/h_test.go:10', 'p.BenchmarkX /p/x_test.go:16', ...inTesting],
    inLoop,
  ];
  const profile = profileOf({ samples: stacks.map((stack) => ({ values: [1], stack })) });
  assert.deepEqual(
    [...bucketOfSamples(profile, paused)!].map((bucket) => buckets[bucket]),
    ['setup', 'setup', 'setup', 'timed', 'timed'],
  );
});

test('an allocation that has to help the collector stays with who allocates', () => {
  assert.equal(
    bucketOf(
      'runtime.gcDrainN mgc.go:1',
      'runtime.gcAssistAlloc mgc.go:2',
      'runtime.mallocgc m.go:3',
      ...inLoop,
    ),
    'timed',
  );
});

test('the benchmark outside its loop is setup, package testing and what comes before it too', () => {
  assert.equal(bucketOf('p.load /p/work.go:3', 'p.BenchmarkX /p/x_test.go:12', ...inTesting), 'setup');
  assert.equal(bucketOf('p.BenchmarkX /p/x_test.go:19', ...inTesting), 'setup');
  assert.equal(
    bucketOf('runtime.ReadMemStats m.go:1', 'testing.(*B).StopTimer b.go:2', ...inTesting),
    'setup',
  );
  assert.equal(
    bucketOf('p.TestMain /p/main_test.go:9', 'main.main _testmain.go:40', 'runtime.main proc.go:1'),
    'setup',
  );
  assert.equal(
    bucketOf('p.init /p/table.go:9', 'runtime.doInit proc.go:1', 'runtime.main proc.go:1'),
    'setup',
  );
});

test('a parallel body is timed in its loop, setup before it', () => {
  const parallel = 'testing.(*B).RunParallel.func1 benchmark.go:886';
  assert.equal(bucketOf('p.BenchmarkX.func1 /p/x_test.go:16', parallel), 'timed');
  assert.equal(bucketOf('p.BenchmarkX.func1 /p/x_test.go:12', parallel), 'setup');
});

test('a goroutine written in the loop is timed; another one cannot be told from those of the setup', () => {
  assert.equal(bucketOf('p.work /p/work.go:3', 'p.BenchmarkX.func2 /p/x_test.go:16'), 'timed');
  assert.equal(bucketOf('p.worker /p/work.go:30'), 'goroutines');
  assert.equal(bucketOf('runtime.mallocgc m.go:3', 'net/http.(*conn).serve server.go:1'), 'goroutines');
});

test('a stack deeper than Go records has lost its root', () => {
  const deep = Array.from({ length: 64 }, () => 'p.descend /p/work.go:7');
  assert.equal(bucketOf(...deep), 'truncated');
  assert.equal(bucketOf(...deep.slice(1)), 'goroutines');
  assert.equal(bucketOf(...deep, ...inLoop), 'timed');
});

test('the collector’s workers and the rest of the runtime are behind the benchmark', () => {
  const collector: LocationSpec[][] = [
    [
      'runtime.scanobject m.go:1',
      'runtime.gcDrain m.go:2',
      'runtime.systemstack a.s:1',
      'runtime.gcBgMarkWorker m.go:3',
    ],
    ['runtime.sweepone m.go:1', 'runtime.bgsweep m.go:2'],
    ['runtime.(*scavengerState).sleep m.go:1', 'runtime.bgscavenge m.go:2'],
    ['runtime._GC proc.go:1'],
  ];
  for (const stack of collector) assert.equal(bucketOf(...stack), 'collector', String(stack[0]));
  const scheduler: LocationSpec[][] = [
    [
      'runtime.(*gcControllerState).findRunnableGCWorker p.go:1',
      'runtime.schedule p.go:2',
      'runtime.mcall a.s:3',
    ],
    ['runtime.usleep s.s:1', 'runtime.sysmon p.go:2', 'runtime.mstart a.s:3'],
    ['runtime/pprof.readProfile p.go:1', 'runtime/pprof.profileWriter p.go:2'],
    ['runtime._System proc.go:1'],
    ['0x1234'],
    [],
  ];
  for (const stack of scheduler) assert.equal(bucketOf(...stack), 'scheduler', String(stack[0]));
});

test('nothing is said of a benchmark whose loop is not in the files at hand', () => {
  // Its loop is in another package's helper, which nobody read.
  assert.equal(
    bucketsOf([['bench.Loop /lib/bench.go:8', 'q.BenchmarkY /q/y_test.go:4', ...inTesting]]),
    null,
  );
  // A loop that allocates nothing is in no sample of a memory profile; its function is.
  assert.deepEqual(bucketsOf([['p.BenchmarkX /p/x_test.go:11', ...inTesting]]), ['setup']);
  // All work is in goroutines that wait for the loop: no sample at all passes through the benchmark.
  assert.deepEqual(bucketsOf([['p.worker /p/work.go:30']]), ['goroutines']);
  assert.equal(
    bucketOfSamples(profileOf({ samples: [{ values: [1], stack: ['p.worker /p/w.go:3'] }] }), []),
    null,
  );
});

test('the buckets add up to the samples, to the last digit', () => {
  const huge = 2n ** 62n - 1n;
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [3, huge], stack: inLoop },
      { values: [2, 20], stack: ['p.BenchmarkX /p/x_test.go:11', ...inTesting] },
      { values: [1, -5], stack: ['runtime.bgsweep m.go:2'] },
      { values: [4, 1], stack: ['p.worker /p/work.go:30'] },
    ],
  });
  const bucketOf = bucketOfSamples(profile, timed);
  assert.ok(bucketOf);
  assert.deepEqual(bucketTotals(profile, bucketOf, 0), {
    timed: 3,
    goroutines: 4,
    truncated: 0,
    setup: 2,
    collector: 1,
    scheduler: 0,
  });
  const totals = bucketTotals(profile, bucketOf, 1);
  assert.equal(totals.timed, huge);
  assert.equal(totals.collector, -5);
  assert.deepEqual([...samplesIn(bucketOf, ['timed', 'setup'])], [1, 1, 0, 0]);
});

test('a benchmark whose function is in no sample has no sample in its loop', () => {
  const setUp = ['p.fill /p/table.go:9', ...inTesting];
  const profile = profileOf({ samples: [{ values: [1], stack: setUp }] });
  assert.equal(bucketOfSamples(profile, timed), null, 'its loop may be in a file that is not known');
  const named = bucketOfSamples(profile, [], 'BenchmarkX/sub');
  assert.deepEqual(
    [...(named ?? [])].map((bucket) => buckets[bucket]),
    ['setup'],
  );
  const own = profileOf({
    samples: [{ values: [1], stack: ['q/p.BenchmarkX.func1 /q/x_test.go:9', ...inTesting] }],
  });
  assert.equal(bucketOfSamples(own, [], 'BenchmarkX'), null);
  assert.notEqual(bucketOfSamples(own, [], 'Benchmark'), null);
});
