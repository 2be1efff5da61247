// Why the lines have less than Go has counted: nobody's code has allocated what the runtime needs itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PassWitness } from '../../../src/bench/verdicts/witnesses.ts';
import { explanations } from '../../../src/cli/bench/explained.ts';
import type { OtherLineReport } from '../../../src/cli/bench/lineReports.ts';
import { resultOf } from '../../server/builders.ts';

const operations = 5000;

/** What is said of a benchmark whose lines have 64 bytes and an object per operation. */
function said(counted: { bytes: number; allocs: number }, others: readonly OtherLineReport[]): string[] {
  const measurement = {
    iterations: operations,
    metrics: { 'B/op': counted.bytes, 'allocs/op': counted.allocs },
  };
  const witness: PassWitness = { kind: 'mem', measurement, cpu: null };
  const result = resultOf({
    measurements: [measurement],
    profiles: [{ kind: 'mem', path: '/mem.pprof', operations, witness }],
  });
  const metrics = { 'allocs/op': cost(1), 'B/op': cost(64) };
  const lines = [{ file: 'm.go', line: 1, function: 'm.f', metrics }];
  return explanations({ lines, otherLines: [...others] }, result).map(({ code }) => code);
}

function cost(flat: number) {
  return { flat, cum: flat };
}

function others(bucket: OtherLineReport['bucket'], allocs: number, bytes: number): OtherLineReport {
  return {
    file: 'm.go',
    line: 2,
    function: 'm.g',
    bucket,
    metrics: { allocs: cost(allocs), bytes: cost(bytes) },
  };
}

/** Objects that the benchmark makes while its timer is stopped. */
const stopped = others('setup', 50_000, 3_200_000);

describe('what the lines lack', () => {
  test('is setup, where the setup has as much', () => {
    assert.deepEqual(said({ bytes: 128, allocs: 2 }, [stopped]), ['setup-in-result']);
  });

  test('is the runtime’s, where the runtime has as much: a thread that it has started', () => {
    assert.deepEqual(said({ bytes: 65, allocs: 1 }, [stopped, others('background', 12, 5320)]), []);
  });

  test('is setup, where the runtime has less', () => {
    const background = others('background', 12, 5320);
    assert.deepEqual(said({ bytes: 66, allocs: 1 }, [stopped, background]), ['setup-in-result']);
  });
});
