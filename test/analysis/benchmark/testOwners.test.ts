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

test('a sample belongs to the test whose function is on its stack', () => {
  const own = 'example.com/shop%2ev2.TestX shop_test.go:9';
  assert.equal(ownerOf('strings.Repeat strings.go:1', own, runner), 'TestX');
  assert.equal(
    ownerOf('strings.Repeat strings.go:1', 'example.com/shop%2ev2.TestXY x_test.go:9', runner),
    'TestXY',
  );
  assert.equal(
    ownerOf(
      'example.com/shop%2ev2_test.ExampleX x_test.go:3',
      'testing.runExample e.go:1',
      'runtime.main proc.go:1',
    ),
    'ExampleX',
  );
});

test('function literals of a test are its own: subtests, goroutines, bodies of range loops, what was inlined', () => {
  for (const name of [
    'TestX.func1',
    'TestX.func2.1',
    'TestX.helper.func1',
    'TestX-range1',
    'TestX.gowrap1',
    'TestX.deferwrap1',
  ]) {
    assert.equal(ownerOf(`example.com/shop%2ev2.${name} x_test.go:12`, runner), 'TestX', name);
  }
  assert.equal(
    ownerOf('a.work a.go:1', 'example.com/shop%2ev2_test.FuzzX.func1 x_test.go:3', runner),
    'FuzzX',
  );
});

test('of two tests on one stack, the caller owns the sample, inlined or not', () => {
  const inner = 'example.com/shop%2ev2.TestXY x_test.go:20';
  const outer = 'example.com/shop%2ev2.TestX x_test.go:9';
  assert.equal(ownerOf(inner, outer, runner), 'TestX');
  assert.equal(ownerOf([inner, outer], runner), 'TestX');
});

test('functions of other packages that are called the same own nothing', () => {
  assert.equal(ownerOf('example.com/shop%2ev2/cart.TestX x.go:1', runner), 'subtests');
  assert.equal(
    ownerOf('example.com/shop%2ev2.(*Suite).TestX x.go:1', 'suite.Run.func1 suite.go:1', runner),
    'subtests',
  );
});

test('what is of no test stands apart', () => {
  assert.equal(
    ownerOf('example.com/shop%2ev2.TestMain x.go:1', 'main.main _testmain.go:1', 'runtime.main proc.go:1'),
    'setup',
  );
  assert.equal(
    ownerOf('example.com/shop%2ev2.init shop.go:1', 'runtime.doInit proc.go:1', 'runtime.main proc.go:1'),
    'setup',
  );
  assert.equal(ownerOf('net/http.(*Server).Serve server.go:1'), 'goroutines');
  assert.equal(ownerOf('runtime.scanobject mgc.go:1', 'runtime.gcBgMarkWorker mgc.go:1'), 'collector');
  assert.equal(
    ownerOf('runtime.futex sys.s:1', 'runtime.findRunnable proc.go:1', 'runtime.mcall asm.s:1'),
    'scheduler',
  );
  const deep = Array.from({ length: 64 }, (_, i) => `a.f${i} a.go:${i + 1}`);
  assert.equal(ownerOf(...deep), 'truncated');
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
