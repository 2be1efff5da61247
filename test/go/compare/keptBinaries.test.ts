// Two kept test binaries, measured in turns: real builds of a benchmark and of its changed version.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import { compareBuilds } from '../../../src/go/compare/compareBuilds.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { why } from '../../why.ts';
import { benchmarkRequest, control, goModule, profile } from '../goModule.ts';
import { source } from './against.ts';

const module = goModule({ 'work_test.go': source(3) });

/** Builds the benchmark with `n` allocations, and keeps its binary in `folder`. */
async function built(n: number, folder: string): Promise<BenchmarkResult & { readonly binary: string }> {
  writeFileSync(join(module.directory, 'work_test.go'), source(n));
  const outputDirectory = join(module.output, folder);
  const outcome = await profile(module, ['BenchmarkWork'], {
    kinds: ['mem'],
    count: 1,
    benchtime: '10ms',
    keepsBinary: true,
    outputDirectory,
  });
  const [result] = outcome.ok ? outcome.value : [];
  assert.ok(result);
  return { ...result, binary: join(outputDirectory, testBinary) };
}

async function inTurns(base: string, binary: string, onProgress?: (message: string) => void) {
  const request = await benchmarkRequest(module, ['BenchmarkWork'], {
    count: 4,
    // Long enough for CPU time to be compared where other programs take the cores.
    benchtime: '150ms',
    outputDirectory: join(module.output, 'turns'),
  });
  return compareBuilds(
    { ...request, base: { binary: base, title: 'before' }, binary },
    control({ onProgress }),
  );
}

describe('two kept binaries', () => {
  test('are measured in turns, and the difference is known to be of the code', async () => {
    const [before, after] = [await built(40, 'one'), await built(4, 'two')];
    const messages: string[] = [];
    const measured = await inTurns(before.binary, after.binary, (message) => messages.push(message));
    assert.ok(measured.ok, why(measured));
    const [older] = measured.value.base;
    const [newer] = measured.value.results;
    assert.ok(older !== undefined && newer !== undefined);
    assert.deepEqual([older.measurements.length, newer.measurements.length], [4, 4]);
    assert.deepEqual(
      messages,
      [1, 2, 3, 4].map((i) => `Timing BenchmarkWork: measurement ${i} of 4, in turns with before`),
    );
    assert.ok(newer.notes !== undefined, 'the machine was watched');
    const again = {
      takenAt: newer.takenAt,
      base: older.measurements,
      measurements: newer.measurements,
      notes: newer.notes,
    };
    const pair = resultPair(before, { ...after, inTurns: { with: before.runId, again } }, 0);
    const changes = compareMeasurements(pair.base, pair.measurements, pair.circumstances);
    assert.deepEqual(
      changes.map(({ unit, verdict }) => `${unit} ${verdict}`),
      ['ns/op changed', 'B/op changed', 'allocs/op changed'],
    );
    assert.equal(existsSync(join(module.output, 'turns')), false, 'nothing is left');
  });

  test('must still be there', async () => {
    const { binary } = await built(4, 'three');
    const measured = await inTurns(join(module.output, 'gone'), binary);
    assert.equal(measured.ok ? '' : measured.problem.code, 'no-binary');
  });
});
