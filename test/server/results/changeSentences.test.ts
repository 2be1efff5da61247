// Why no change is shown, in sentences: what so many layouts cannot find.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { changeNote, changeNotes, coresSentence } from '../../../src/server/results/changeSentences.ts';
import { ComparedResult } from '../../../src/server/results/comparedResult.ts';
import { benchmarkResult } from '../builders.ts';

function noteOf(medians: readonly number[]): string | null {
  const laidOut = (by: number): Measurement[] =>
    medians.flatMap((median, layout) =>
      [0.9, 1, 1.1].map((each) => ({ iterations: 1, metrics: { 'ns/op': median * each * by }, layout })),
    );
  return changeNote(compareMeasurements(laidOut(1), laidOut(1.001))[0], 0);
}

test('measurements say which changes they would show, and where that is none that matters', () => {
  const noteAt = (spread: number) => {
    const timed = (by: number): Measurement[] =>
      [0, 1, 2, 3, 4, 5].map((i) => ({
        iterations: 1,
        metrics: { 'ns/op': 1000 + by + (i - 2.5) * spread },
      }));
    return changeNote(compareMeasurements(timed(0), timed(1))[0], 0) ?? '';
  };
  assert.match(noteAt(5), /^Changes above \d\.?\d?% would show\. /);
  assert.match(noteAt(200), /^Too noisy: only changes above \d\d% would show\. /);
});

test('layouts say which change they can find; if they are far apart, also how many would find a small one', () => {
  assert.match(
    noteOf([920, 960, 1000, 1040, 1080]) ?? '',
    /^A change below about 13% would not be found by so many layouts; 74 would find 3%\. The difference seen is smaller: over 100 layouts would show 0\.1%\.$/,
  );
  assert.match(
    noteOf([995, 998, 1000, 1002, 1005]) ?? '',
    /^A change below about 0\.\d+% would not be found by so many layouts\. The difference seen is smaller: /,
  );
});

test('where lines cost more than the benchmark takes, because it runs on several cores, a sentence says so', () => {
  const on = (running: number) =>
    coresSentence([{ iterations: 1, metrics: { 'ns/op': 1000 }, core: { running, waiting: 0 } }]);
  assert.deepEqual(on(1.6), [
    'It ran on several cores at once and took 1.60µs CPU/op, while 1µs/op passed. Lines show the time of all cores.',
  ]);
  assert.deepEqual(on(1.05), []);
  assert.deepEqual(coresSentence([{ iterations: 1, metrics: { 'ns/op': 1000 } }]), []);
});

test('what has changed besides the code is said first', () => {
  const builtWith = (go: string, version: string) => ({
    result: benchmarkResult({
      surroundings: { go, settings: {}, kernel: '6.1', modules: { 'example.com/x': version } },
    }),
    sessionIds: [],
  });
  const compared = new ComparedResult(builtWith('go1.26.0', 'v1.3.0'), builtWith('go1.25.1', 'v1.2.0'), 0);
  assert.equal(
    changeNotes(compared)[0],
    'Also changed: Go 1.25.1 -> 1.26.0, example.com/x v1.2.0 -> v1.3.0.',
  );
});

test('where simulated misses go another way than the instructions, a sentence says so, and nothing else does', () => {
  const notesOf = (
    instructions: readonly [number, number],
    misses: readonly [number, number],
    codes = 'ab',
  ) => {
    const [before, now] = [0, 1].map((i) => ({
      result: benchmarkResult({
        runId: `r${i}`,
        codeHash: codes[i] ?? null,
        instructions: { perOp: instructions[i] ?? 0, spread: 0, by: 'valgrind' },
        counters: [0.999, 1.001].map((by) => ({
          iterations: 1000,
          metrics: { 'simulated-L1-misses/op': by * (misses[i] ?? 0) },
        })),
      }),
      sessionIds: [],
    }));
    assert.ok(before && now);
    return changeNotes(new ComparedResult(now, before, 0)).filter((each) => each.includes('simulated'));
  };
  const more = [
    'A simulated processor waits more for memory or branches than its instructions say: 1 → 64 simulated-L1-misses/op.',
  ];
  assert.deepEqual(notesOf([5000, 4000], [1, 64]), more);
  assert.deepEqual(notesOf([5000, 5000], [1, 64]), more);
  assert.deepEqual(notesOf([4000, 5000], [64, 1]), [
    'A simulated processor waits less for memory or branches than its instructions say: 64 → 1 simulated-L1-misses/op.',
  ]);
  assert.deepEqual(notesOf([5000, 5050], [1, 64]), more, 'so little more work is not the cause');
  assert.deepEqual(notesOf([4000, 5000], [64, 79]), [], 'with the instructions');
  assert.deepEqual(notesOf([5000, 4000], [64, 65]), [], 'data lie elsewhere');
  assert.deepEqual(notesOf([5e6, 4e6], [1, 64]), [], 'among so many instructions nobody sees them');
  assert.deepEqual(notesOf([5000, 4000], [1, 64], 'aa'), [], 'the same code');
});
