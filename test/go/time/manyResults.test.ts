// Results in any amount: the test binary prints what benchmarks with many sub-benchmarks and repetitions print, without their time.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { mostMeasurements } from '../../../src/bench/benchfmt/parse.ts';
import type { RunEvent } from '../../../src/go/build/runEvents.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { succeeded } from '../../why.ts';
import { goModule, type Listeners, profile } from '../goModule.ts';
import { manyBenchmarks } from '../manyModule.ts';

const module = goModule({ 'm_test.go': manyBenchmarks });

async function measure(
  names: number,
  rounds: number,
  onEvent: NonNullable<Listeners['onEvent']> = () => undefined,
) {
  const env = { ...process.env, MANY: `${names} ${rounds}` };
  return profile(module, ['/.'], { count: rounds, benchtime: '1x', env, onEvent });
}

describe('results in any amount', () => {
  test('a thousand measurements of each of 140 sub-benchmarks, each handed on once', async () => {
    const timed: BenchmarkResult[] = [];
    let measured = 0;
    const outcome = succeeded(
      await measure(140, 1000, (event) => {
        if (event.is === 'timed') timed.push(event.result);
        if (event.is === 'measured') measured++;
      }),
    );
    assert.equal(outcome.length, 140);
    assert.ok(outcome.every(({ measurements }) => measurements.length === 1000));
    assert.equal(measured, 140_000);
    // Each was told when its last measurement was there, and again at the end.
    assert.equal(timed.length, 280);
    assert.ok(timed.every(({ measurements }) => measurements.length === 1000));
  });

  test('more than are read are refused with a sentence; those until then are valid', async () => {
    const [result] = succeeded(await measure(1, mostMeasurements + 1));
    assert.equal(result?.measurements.length, mostMeasurements);
    assert.deepEqual(
      result?.problems.map(({ code, args }) => [code, args]),
      [['too-many-results', ['250,000']]],
    );
  });

  test('what is thrown while a run goes on leaves no folder', async () => {
    const buggy = ({ is }: RunEvent) => {
      if (is === 'timed') throw new Error('a bug');
    };
    const before = readdirSync(module.output);
    await assert.rejects(measure(1, 1, buggy), /a bug/);
    assert.deepEqual(readdirSync(module.output), before);
  });
});
