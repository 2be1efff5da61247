import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestResult } from '../../../../src/server/runs/tests/testResults.ts';
import { costText, cpuDiffers, secondsLabel } from '../../../../src/server/runs/tests/testTexts.ts';

const period = 10e6;

function result(samples: number, more: Partial<TestResult> = {}): TestResult {
  return {
    name: 'TestX',
    directory: '/m',
    importPath: 'm',
    outcome: 'pass',
    seconds: 1,
    runs: 1,
    cpu: { value: samples * period, total: samples * period, period },
    memory: null,
    seen: '',
    place: null,
    ...more,
  };
}

test('a change is told only if the samples bear it, and never between runs that cannot be compared', () => {
  assert.equal(cpuDiffers(result(200), result(100)), true);
  assert.equal(cpuDiffers(result(100), result(200)), true);
  assert.equal(cpuDiffers(result(100), result(125)), false, 'a machine may be so much slower');
  assert.equal(cpuDiffers(result(6), result(12)), false, 'too few samples');
  assert.equal(cpuDiffers(result(0), result(0)), false);
  assert.equal(cpuDiffers(result(200), result(100, { runs: 2 })), false);
  assert.equal(cpuDiffers(result(200, { outcome: 'fail' }), result(100)), false);
});

test('costs are totals; shares where other tests ran too', () => {
  const memory = { value: 30 * 2 ** 20, total: 60 * 2 ** 20 };
  assert.equal(costText(result(120, { memory }), true), '1.2s CPU · 30 MB allocated');
  assert.equal(costText(result(120, { memory }), false), '1.2s CPU (100%) · 30 MB allocated (50%)');
  assert.equal(costText(result(120, { runs: 500 }), true), '1.2s CPU · 500 runs');
  assert.equal(costText(result(120), true, result(240)), '2.4s → 1.2s CPU');
  assert.equal(costText(result(120), true, result(130)), '1.2s CPU');
  assert.equal(costText(result(0), true), 'no CPU sample');
  assert.equal(secondsLabel(0.0002), '<1ms');
});
