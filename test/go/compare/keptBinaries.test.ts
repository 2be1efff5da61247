// Two kept test binaries, measured in turns: real builds of a benchmark and of its changed version.
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { looks } from '../../../src/bench/verdicts/pairs.ts';
import type { KeptBinary } from '../../../src/go/build/build.ts';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import { type CompareRequest, compareBuilds } from '../../../src/go/compare/compareBuilds.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { readEditableSources } from '../../../src/go/sources/sourceRoots.ts';
import { succeeded, why } from '../../why.ts';
import { benchmarkRequest, control, goModule, type Listeners, profile } from '../goModule.ts';
import { source } from './against.ts';

const module = goModule({ 'work_test.go': source(3) });

/** Builds the benchmark with `n` allocations, and keeps its binary in `folder`. */
async function built(n: number, folder: string): Promise<BenchmarkResult & KeptBinary> {
  writeFileSync(join(module.directory, 'work_test.go'), source(n));
  const takenAt = Date.now();
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
  const { toolchain, env } = await benchmarkRequest(module, []);
  const query = { toolchain, directory: module.directory, env, tags: '' };
  const { texts } = await readEditableSources(query);
  const sources = { texts, takenAt };
  return { ...result, binary: join(outputDirectory, testBinary), sources };
}

async function inTurns(
  base: KeptBinary,
  kept: KeptBinary,
  listeners: Listeners = {},
  asked: Partial<CompareRequest> = {},
) {
  const request = await benchmarkRequest(module, ['BenchmarkWork'], {
    count: 30,
    stopsWhenSettled: true,
    benchtime: '50ms',
    outputDirectory: join(module.output, 'turns'),
  });
  const compared = { ...request, ...asked, base: { ...base, title: 'before' }, kept };
  return compareBuilds(compared, control(listeners));
}

describe('two kept binaries', () => {
  test('are measured in turns until the difference is known to be of the code', async () => {
    const [before, after] = [await built(40, 'one'), await built(4, 'two')];
    const messages: string[] = [];
    const measured = succeeded(
      await inTurns(before, after, {
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
    await isStopped(before, after);
  });

  async function isStopped(before: KeptBinary, after: KeptBinary): Promise<void> {
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
    const kept = await built(4, 'three');
    const measured = await inTurns({ binary: join(module.output, 'gone') }, kept);
    assert.equal(measured.ok ? '' : measured.problem.code, 'no-binary');
  });

  test('are linked again from the texts of their runs, whatever has been edited since', async () => {
    const before = await built(40, 'before');
    const extra = join(module.directory, 'extra_test.go');
    // A file that the older one must not have.
    writeFileSync(extra, 'package m\n\nfunc init() { kept = new([64]byte) }\n');
    const after = await built(4, 'after');
    writeFileSync(join(module.directory, 'work_test.go'), 'package m\n\nthis does not build\n');
    const asked = {
      count: 4,
      layoutsAgain: 2,
      again: (_: unknown, rounds: readonly unknown[]) => rounds.length === 0,
    };
    const { rounds, problems, results } = succeeded(await inTurns(before, after, {}, asked));
    assert.deepEqual(problems, []);
    const [round] = rounds.get(results[0]?.runId ?? '') ?? [];
    const sides = [round?.base ?? [], round?.measurements ?? []];
    assert.deepEqual(
      sides.map((side) => new Set(side.map(({ layout }) => layout)).size),
      [2, 2],
    );
    assert.deepEqual(
      sides.map((side) => side[0]?.metrics['allocs/op']),
      [40, 4],
    );

    // Texts that give other code stand for nothing: it is measured in the layouts that are there.
    const { sources } = after;
    const wrong = await inTurns({ ...before, sources }, after, {}, asked);
    assert.ok(wrong.ok, why(wrong));
    assert.deepEqual(
      wrong.value.problems.map(({ code, details }) => [code, details]),
      [['no-source', 'it has other machine code']],
    );
    assert.equal(wrong.value.rounds.size, 0);
    rmSync(extra);
  });
});
