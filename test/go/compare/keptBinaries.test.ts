// Two kept test binaries, measured in turns: real builds of a benchmark and of its changed version.
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { looks } from '../../../src/bench/verdicts/pairs.ts';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import { compareBuilds } from '../../../src/go/compare/compareBuilds.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { succeeded, why } from '../../why.ts';
import { benchmarkRequest, control, goModule, type Listeners, profile } from '../goModule.ts';
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

async function inTurns(base: string, binary: string, listeners: Listeners = {}) {
  const request = await benchmarkRequest(module, ['BenchmarkWork'], {
    count: 30,
    stopsWhenSettled: true,
    benchtime: '50ms',
    outputDirectory: join(module.output, 'turns'),
  });
  const compared = { ...request, base: { binary: base, title: 'before' }, binary };
  return compareBuilds(compared, control(listeners));
}

describe('two kept binaries', () => {
  test('are measured in turns until the difference is known to be of the code', async () => {
    const [before, after] = [await built(40, 'one'), await built(4, 'two')];
    const messages: string[] = [];
    const measured = succeeded(
      await inTurns(before.binary, after.binary, {
        onProgress: (message) => messages.push(message),
      }),
    );
    const [older] = measured.base;
    const [newer] = measured.results;
    assert.ok(older !== undefined && newer !== undefined);
    const rounds = newer.measurements.length;
    assert.equal(older.measurements.length, rounds);
    assert.ok(looks.includes(rounds), 'the first look settles it, if no other program disturbs');
    assert.deepEqual(
      older.measurements.map(({ pair }) => pair),
      newer.measurements.map(({ pair }) => pair),
    );
    assert.ok(new Set(newer.measurements.map(({ pair }) => pair)).size === rounds, 'each is one of a pair');
    assert.deepEqual(
      messages,
      newer.measurements.map(
        (_, i) => `Timing BenchmarkWork: measurement ${i + 1} of 30, in turns with before`,
      ),
    );
    assert.ok((newer.took ?? 0) > 0, 'the next time knows how long one takes');
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
    await isStopped(before.binary, after.binary);
  });

  async function isStopped(before: string, after: string): Promise<void> {
    const stop = new AbortController();
    let heard = 0;
    const measured = await inTurns(before, after, {
      signal: stop.signal,
      keepsPartial: () => true,
      onEvent: ({ is }) => {
        if (is === 'measured' && ++heard === 9) stop.abort();
      },
    });
    assert.ok(measured.ok, why(measured));
    const [[older], [newer]] = [measured.value.base, measured.value.results];
    const counts = [older?.measurements.length ?? 0, newer?.measurements.length ?? 0];
    assert.deepEqual(counts, [5, 5], 'the pairs that were measured until then are kept');
  }

  test('spares go a build where nothing has changed, and never stands for what go has not looked at', async () => {
    const { binary } = await built(4, 'two');
    const builds = async (folder: string) => {
      let output = '';
      const outcome = await profile(module, ['BenchmarkWork'], {
        benchtime: '1x',
        flags: ['-x'],
        earlier: binary,
        outputDirectory: join(module.output, folder),
        onOutput: (text) => {
          output += text;
        },
      });
      const built = output.match(/\/(?:compile|link)(?:\.exe)?"? /g)?.length ?? 0;
      return outcome.ok ? `${built} ${outcome.value[0]?.codeHash === null}` : outcome.problem.code;
    };
    assert.equal(await builds('same'), '0 false', 'no compiler and no linker has run');
    writeFileSync(join(module.directory, 'work_test.go'), source(5));
    assert.match(await builds('changed'), /^[2-9] false/);
    writeFileSync(join(module.directory, 'work_test.go'), 'package m\n');
    assert.equal(await builds('empty'), 'matched-nothing');
    rmSync(join(module.directory, 'work_test.go'));
    writeFileSync(join(module.directory, 'work.go'), 'package m\n');
    assert.equal(await builds('without tests'), 'no-test-files');
    rmSync(join(module.directory, 'work.go'));
  });

  test('must still be there', async () => {
    const { binary } = await built(4, 'three');
    const measured = await inTurns(join(module.output, 'gone'), binary);
    assert.equal(measured.ok ? '' : measured.problem.code, 'no-binary');
  });
});
