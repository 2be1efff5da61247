// Two kept test binaries, measured in turns: real builds of a benchmark and of its changed version.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import { type InTurnsRequest, measureInTurns } from '../../../src/go/compare/measureInTurns.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { why } from '../../why.ts';
import { goModule, installedGo, profile } from '../goModule.ts';
import { source } from './against.ts';

const module = goModule({ 'work_test.go': source(3) });
after(() => module.remove());

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

async function request(part: Pick<InTurnsRequest, 'base' | 'now'>): Promise<InTurnsRequest> {
  return {
    ...part,
    toolchain: await installedGo(),
    packageDirectory: module.directory,
    selections: [{ name: 'BenchmarkWork' }],
    baseTitle: 'before',
    stepText: (_selection, measurement) => `measurement ${measurement}`,
    count: 4,
    // Long enough for CPU time to be compared where other programs take the cores.
    benchtime: '150ms',
    flags: [],
    env: process.env,
    outputDirectory: join(module.output, 'turns'),
  };
}

const hooks = (messages: string[] = []) => ({
  output: () => undefined,
  progress: ({ message }: { readonly message: string }) => void messages.push(message),
  signal: new AbortController().signal,
});

describe('two kept binaries', () => {
  test('are measured in turns, and the difference is known to be of the code', async () => {
    const [before, after] = [await built(40, 'one'), await built(4, 'two')];
    const [base, now] = [before.binary, after.binary];
    const messages: string[] = [];
    const measured = await measureInTurns(await request({ base, now }), hooks(messages));
    assert.ok(measured.ok, why(measured));
    const [older] = measured.value.base;
    const [newer] = measured.value.results;
    assert.ok(older !== undefined && newer !== undefined);
    assert.deepEqual([older.measurements.length, newer.measurements.length], [4, 4]);
    assert.deepEqual(messages, ['measurement 1', 'measurement 2', 'measurement 3', 'measurement 4']);
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
    const { binary: now } = await built(4, 'three');
    const measured = await measureInTurns(await request({ base: join(module.output, 'gone'), now }), hooks());
    assert.equal(measured.ok ? '' : measured.problem.code, 'no-binary');
  });
});
