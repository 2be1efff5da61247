import assert from 'node:assert/strict';
import test from 'node:test';
import { repetitions } from '../../../src/go/tests/shortTests.ts';
import type { TestedPackage } from '../../../src/go/tests/testRequest.ts';
import { profileOf } from '../../pprof/builder.ts';

function tested(
  seconds: number,
  samples: number,
  runs = 1,
  outcome: TestedPackage['outcome'] = 'pass',
): TestedPackage {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: samples === 0 ? [] : [{ values: [samples, samples * 10e6], stack: ['m.TestX x.go:1'] }],
  });
  return {
    importPath: 'm',
    directory: '/m',
    outcome,
    seconds,
    tests: [{ name: 'TestX', outcome: 'pass', seconds, runs, subtests: [] }],
    profiles: [{ kind: 'cpu', path: '/cpu', profile, totals: [] }],
    problems: [],
  };
}

test('short tests are repeated until they fill about a second', () => {
  assert.equal(repetitions([tested(0.002, 0)]), 500);
  assert.equal(repetitions([tested(0.09, 8)]), 20);
  assert.equal(repetitions([tested(0, 0)]), 10_000);
  assert.equal(repetitions([tested(0.1, 2, 100)]), 1000, 'the first run of all was the slowest');
});

test('tests with enough samples, and those that fail, run once', () => {
  assert.equal(repetitions([tested(0.4, 40)]), null);
  assert.equal(repetitions([tested(0.002, 0, 1, 'fail')]), null);
});

test('what waits is not repeated for long', () => {
  assert.equal(repetitions([tested(10, 0)]), null);
  assert.equal(repetitions([tested(0.5, 8)]), 5, 'a busy machine');
  const sleeps = repetitions([tested(1, 1)]);
  assert.ok(sleeps === null || sleeps <= 5, String(sleeps));
});
