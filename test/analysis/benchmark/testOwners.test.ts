import assert from 'node:assert/strict';
import test from 'node:test';
import {
  linkerPath,
  testBuckets,
  testOwners,
  testTotals,
} from '../../../src/analysis/benchmark/testOwners.ts';
import { type LocationSpec, profileOf } from '../../pprof/builder.ts';

const runner = 'testing.tRunner testing.go:1792';
const names = ['TestX', 'TestXY', 'ExampleX', 'FuzzX'];

function profileWith(...stacks: (readonly LocationSpec[])[]) {
  return profileOf({ samples: stacks.map((stack, i) => ({ values: [10 ** i], stack })) });
}

function ownerOf(...stack: LocationSpec[]): string | undefined {
  const owner = testOwners(profileWith(stack), 'example.com/shop.v2', names).ownerOf[0]!;
  return names[owner] ?? testBuckets[owner - names.length];
}

const shop = 'example.com/shop%2ev2';
/** Stacks leaf first, with ` < ` between their locations, and who owns their samples. */
const owners: Record<string, readonly (readonly [stack: string, owner: string])[]> = {
  'a sample belongs to the test whose function is on its stack': [
    [`strings.Repeat strings.go:1 < ${shop}.TestX shop_test.go:9 < ${runner}`, 'TestX'],
    [`strings.Repeat strings.go:1 < ${shop}.TestXY x_test.go:9 < ${runner}`, 'TestXY'],
    [`${shop}_test.ExampleX x_test.go:3 < testing.runExample e.go:1 < runtime.main proc.go:1`, 'ExampleX'],
  ],
  'function literals of a test are its own: subtests, goroutines, bodies of range loops, what was inlined': [
    ...['func1', 'func2.1', 'helper.func1', 'gowrap1', 'deferwrap1'].map(
      (name) => [`${shop}.TestX.${name} x_test.go:12 < ${runner}`, 'TestX'] as const,
    ),
    [`${shop}.TestX-range1 x_test.go:12 < ${runner}`, 'TestX'],
    [`a.work a.go:1 < ${shop}_test.FuzzX.func1 x_test.go:3 < ${runner}`, 'FuzzX'],
  ],
  'functions of other packages that are called the same own nothing': [
    [`${shop}/cart.TestX x.go:1 < ${runner}`, 'subtests'],
    [`${shop}.(*Suite).TestX x.go:1 < suite.Run.func1 suite.go:1 < ${runner}`, 'subtests'],
  ],
  'what is of no test stands apart': [
    [`${shop}.TestMain x.go:1 < main.main _testmain.go:1 < runtime.main proc.go:1`, 'setup'],
    [`${shop}.init shop.go:1 < runtime.doInit proc.go:1 < runtime.main proc.go:1`, 'setup'],
    ['net/http.(*Server).Serve server.go:1', 'goroutines'],
    ['runtime.scanobject mgc.go:1 < runtime.gcBgMarkWorker mgc.go:1', 'collector'],
    ['runtime.futex sys.s:1 < runtime.findRunnable proc.go:1 < runtime.mcall asm.s:1', 'scheduler'],
    [Array.from({ length: 64 }, (_, i) => `a.f${i} a.go:${i + 1}`).join(' < '), 'truncated'],
  ],
};

for (const [what, cases] of Object.entries(owners)) {
  test(what, () => {
    for (const [stack, owner] of cases) assert.equal(ownerOf(...stack.split(' < ')), owner, stack);
  });
}

test('of two tests on one stack, the caller owns the sample, inlined or not', () => {
  const inner = 'example.com/shop%2ev2.TestXY x_test.go:20';
  const outer = 'example.com/shop%2ev2.TestX x_test.go:9';
  assert.equal(ownerOf(inner, outer, runner), 'TestX');
  assert.equal(ownerOf([inner, outer], runner), 'TestX');
});

test('the totals of tests and rest together are the sum of the profile', () => {
  const profile = profileWith(
    ['example.com/shop%2ev2.TestX x_test.go:9', runner],
    ['example.com/shop%2ev2.TestX.func1 x_test.go:10', runner],
    ['runtime.futex sys.s:1'],
    ['example.com/shop%2ev2_test.FuzzX x_test.go:30', runner],
  );
  const { tests, others } = testTotals(profile, testOwners(profile, 'example.com/shop.v2', names), 0);
  assert.deepEqual(tests, [11, 0, 0, 1000]);
  assert.equal(others.scheduler, 100);
  assert.equal(
    [...tests, ...Object.values(others)].reduce<number>((sum, each) => sum + Number(each), 0),
    1111,
  );
});

test('import paths are written as the linker writes them', () => {
  assert.equal(linkerPath('gopkg.in/yaml.v3'), 'gopkg.in/yaml%2ev3');
  assert.equal(linkerPath('example.com/a.b/c'), 'example.com/a.b/c');
  assert.equal(linkerPath('example.com/ä%'), 'example.com/%c3%a4%25');
});
