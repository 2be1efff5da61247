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

const tests = inTesting.join(' < ');
const loop = inLoop.join(' < ');
const parallel = 'testing.(*B).RunParallel.func1 benchmark.go:886';
/** Stacks leaf first, with ` < ` between their locations, and what their samples are of. */
const cases: Record<string, readonly (readonly [stack: string, bucket: Bucket])[]> = {
  'what the loop does and calls is timed, its header too': [
    [`p.work /p/work.go:3 < ${loop}`, 'timed'],
    [`p.BenchmarkX /p/x_test.go:14 < ${tests}`, 'timed'],
  ],
  'an allocation that has to help the collector stays with who allocates': [
    [
      `runtime.gcDrainN mgc.go:1 < runtime.gcAssistAlloc mgc.go:2 < runtime.mallocgc m.go:3 < ${loop}`,
      'timed',
    ],
  ],
  'the benchmark outside its loop is setup, package testing and what comes before it too': [
    [`p.load /p/work.go:3 < p.BenchmarkX /p/x_test.go:12 < ${tests}`, 'setup'],
    [`p.BenchmarkX /p/x_test.go:19 < ${tests}`, 'setup'],
    [`runtime.ReadMemStats m.go:1 < testing.(*B).StopTimer b.go:2 < ${tests}`, 'setup'],
    ['p.TestMain /p/main_test.go:9 < main.main _testmain.go:40 < runtime.main proc.go:1', 'setup'],
    ['p.init /p/table.go:9 < runtime.doInit proc.go:1 < runtime.main proc.go:1', 'setup'],
  ],
  'a parallel body is timed in its loop, setup before it': [
    [`p.BenchmarkX.func1 /p/x_test.go:16 < ${parallel}`, 'timed'],
    [`p.BenchmarkX.func1 /p/x_test.go:12 < ${parallel}`, 'setup'],
  ],
  'a goroutine written in the loop is timed; another one cannot be told from those of the setup': [
    ['p.work /p/work.go:3 < p.BenchmarkX.func2 /p/x_test.go:16', 'timed'],
    ['p.worker /p/work.go:30', 'goroutines'],
    ['runtime.mallocgc m.go:3 < net/http.(*conn).serve server.go:1', 'goroutines'],
  ],
  'the collector’s workers are behind the benchmark': [
    ['runtime.gcDrain m.go:2 < runtime.systemstack a.s:1 < runtime.gcBgMarkWorker m.go:3', 'collector'],
    ['runtime.sweepone m.go:1 < runtime.bgsweep m.go:2', 'collector'],
    ['runtime.(*scavengerState).sleep m.go:1 < runtime.bgscavenge m.go:2', 'collector'],
    ['runtime._GC proc.go:1', 'collector'],
  ],
  'the rest of the runtime is, too': [
    [
      'runtime.(*gcControllerState).findRunnableGCWorker p.go:1 < runtime.schedule p.go:2 < runtime.mcall a.s:3',
      'scheduler',
    ],
    ['runtime.usleep s.s:1 < runtime.sysmon p.go:2 < runtime.mstart a.s:3', 'scheduler'],
    ['runtime/pprof.readProfile p.go:1 < runtime/pprof.profileWriter p.go:2', 'scheduler'],
    ['runtime._System proc.go:1', 'scheduler'],
    ['0x1234', 'scheduler'],
  ],
};

for (const [what, stacks] of Object.entries(cases)) {
  test(what, () => {
    for (const [stack, bucket] of stacks) assert.equal(bucketOf(...stack.split(' < ')), bucket, stack);
  });
}

test('inlined code of the loop is timed; a sample without a stack is the runtime’s', () => {
  assert.equal(bucketOf(['p.tiny /p/work.go:9', 'p.BenchmarkX /p/x_test.go:17'], ...inTesting), 'timed');
  assert.equal(bucketOf(), 'scheduler');
});

test('an instruction on a line before the loop is of the loop, if it is between two of the loop', () => {
  const at = (line: number, ...inner: string[]) => [
    ...inner,
    `p.BenchmarkX /p/x_test.go:${line}`,
    ...inTesting,
  ];
  // Each location has a higher address than those before it.
  const stacks = [at(12), at(14), at(13), at(11, 'p.load /p/work.go:3'), at(19), at(16), at(10)];
  assert.deepEqual(bucketsOf(stacks), ['setup', 'timed', 'timed', 'setup', 'setup', 'timed', 'setup']);
});

test('an instruction on a line outside the function that has the loop is of the loop, as it is of an inlined b.Loop', () => {
  const bucketOfLine = (line: number, startLine: number, ...inner: string[]) => {
    const stacks = [[...inner, `p.BenchmarkX /p/x_test.go:${line}`, ...inTesting], inLoop];
    const samples = stacks.map((stack) => ({ values: [1], stack }));
    return buckets[bucketOfSamples(profileOf({ samples, startLine }), timed)?.[0] ?? -1];
  };
  assert.equal(bucketOfLine(515, 10), 'timed');
  assert.equal(bucketOfLine(9, 10), 'timed');
  assert.equal(bucketOfLine(19, 10), 'setup');
  // Of another function of the file; and where it is not known which it is.
  assert.equal(bucketOfLine(515, 30), 'setup');
  assert.equal(bucketOfLine(515, 0), 'setup');
  assert.equal(bucketOfLine(519, 10, 'testing.(*B).loopSlowPath b.go:400'), 'setup');
});

test('a stack deeper than Go records has lost its root', () => {
  const deep = Array.from({ length: 64 }, () => 'p.descend /p/work.go:7');
  assert.equal(bucketOf(...deep), 'truncated');
  assert.equal(bucketOf(...deep.slice(1)), 'goroutines');
  assert.equal(bucketOf(...deep, ...inLoop), 'timed');
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

test('what package testing does to start and stop the timer is not timed, wherever it is called', () => {
  for (const timer of ['StartTimer', 'StopTimer', 'ResetTimer']) {
    const call = ['runtime.ReadMemStats mstats.go:350', `testing.(*B).${timer} benchmark.go:140`];
    assert.equal(bucketOf(...call, 'testing.(*B).loopSlowPath benchmark.go:420', ...inLoop), 'setup', timer);
    assert.equal(bucketOf(...call, 'p.helper /p/work.go:4', ...inLoop), 'setup', timer);
  }
  assert.equal(bucketOf('testing.(*B).Elapsed benchmark.go:400', ...inLoop), 'timed');
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

test('a goroutine of the setup whose starter is known may do the loop’s work', () => {
  const stack = ['p.work /p/work.go:3', 'p.BenchmarkX /p/x_test.go:12', ...inTesting];
  const bucketsIn = (type: string) => {
    const samples = [
      { values: [1], stack, labels: { goroutine: 'started' } },
      { values: [1], stack },
    ];
    const profile = profileOf({ sampleTypes: [`${type}/nanoseconds`], samples });
    return [...(bucketOfSamples(profile, timed) ?? [])].map((bucket) => buckets[bucket]);
  };
  assert.deepEqual(bucketsIn('started_cpu'), ['goroutines', 'setup']);
  assert.deepEqual(bucketsIn('cpu'), ['setup', 'setup'], 'a label of this name is the program’s own');
});
