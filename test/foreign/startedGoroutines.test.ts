/** The text of `go tool trace -d=parsed` as a profile: what goroutines did, below the statements that have started them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { StartedGoroutines } from '../../src/foreign/startedGoroutines.ts';
import { succeeded } from '../why.ts';
import { foldedLines } from './recordings.ts';

/** @param frames from the leaf on, as `name file:line` */
function stack(head: string, frames: readonly string[]): string {
  const lines = frames.map((each) => `\t${each.split(' ')[0]} @ 0x4\n\t\t${each.split(' ')[1]}\n`);
  return `${head}\n${lines.join('')}\n`;
}

const benchmark = ['m.Bench m_test.go:9', 'testing.(*B).runN b.go:1', 'runtime.goexit asm.s:1'];
const worker = ['m.work work.go:3', 'm.Bench.func1 m_test.go:9', 'runtime.goexit asm.s:1'];

function started(of: number, by: number, entry: string, places: readonly string[]): string {
  const head = `M=1 P=0 G=${by} StateTransition Time=10 GoID=${of} NotExist->Runnable Reason=""`;
  return `${head}\n${stack('TransitionStack=', [entry])}${stack('Stack=', places)}`;
}

function sample(of: number, places: readonly string[]): string {
  return `M=1 P=0 G=${of} StackSample Time=20\n${stack('Stack=', places)}`;
}

/** As Go 1.24 and 1.25 print it, or as later ones do. */
function waits(of: number, from: number, to: number, places: readonly string[], isOld = false): string {
  const change = (what: string, why: string) =>
    isOld
      ? `Resource=Goroutine(${of}) Reason="${why}" GoID=${of} ${what}`
      : `GoID=${of} ${what} Reason="${why}"`;
  return [
    `M=1 P=0 G=${of} StateTransition Time=${from} ${change('Running->Waiting', 'sleep')}\n`,
    stack('TransitionStack=', places),
    stack('Stack=', places),
    `M=1 P=0 G=-1 StateTransition Time=${to} ${change('Waiting->Runnable', '')}\n`,
    stack('Stack=', ['runtime.ready proc.go:1']),
  ].join('');
}

const harness = started(5, 1, 'testing.(*B).run1.func1 b.go:2', ['testing.(*B).run1 b.go:3']);

function profileOfParts(...parts: readonly string[]) {
  const goroutines = new StartedGoroutines();
  for (const part of parts) goroutines.add(part);
  return succeeded(goroutines.finish());
}

test('a goroutine has its costs on its own stack, which goes on at the statement that has started it', () => {
  const text = [
    harness,
    started(6, 5, 'm.Bench.func1 m_test.go:9', benchmark),
    sample(5, benchmark),
    sample(6, worker),
    sample(6, worker),
    waits(6, 100, 5_000_000_100, worker),
    waits(6, 6_000_000_000, 6_000_000_007, worker, true),
  ];
  const profile = profileOfParts(...text);
  const below = 'testing.(*B).runN;m.Bench;m.Bench.func1;m.work';
  assert.deepEqual(foldedLines(profile, 1), ['testing.(*B).runN;m.Bench 10000000', `${below} 20000000`]);
  assert.deepEqual(foldedLines(profile, 2), [`${below} 5000000007`]);
  assert.equal(profile.labels.key.length, 1, 'only what another goroutine did is labelled');
});

test('goroutines that start each other have all of those before them, one that repeats itself only once', () => {
  const chain = Array.from({ length: 50 }, (_, i) =>
    started(7 + i, 6 + i, 'm.next m.go:1', ['m.next m.go:2']),
  );
  const profile = profileOfParts(
    started(6, 5, 'm.next m.go:1', benchmark),
    ...chain,
    sample(56, ['m.next m.go:4']),
  );
  assert.deepEqual(foldedLines(profile, 1), ['testing.(*B).runN;m.Bench;m.next;m.next 10000000']);
});

test('what package testing and the runtime start stays as it is, and their waits are nobody’s', () => {
  const profile = profileOfParts(
    harness,
    started(8, 5, 'runtime.gcBgMarkWorker mgc.go:1', benchmark),
    started(9, 5, 'testing.(*B).RunParallel.func1 b.go:8', benchmark),
    sample(8, ['runtime.gcDrain mgc.go:2', 'runtime.gcBgMarkWorker mgc.go:1']),
    sample(9, ['m.body m.go:1', 'testing.(*B).RunParallel.func1 b.go:9']),
    waits(5, 1, 9, ['runtime.gopark proc.go:1', 'testing.(*B).run1.func1 b.go:4']),
    waits(8, 1, 9, ['runtime.gopark proc.go:1']),
    sample(77, ['m.earlier m.go:1']),
  );
  assert.deepEqual(foldedLines(profile, 1), [
    'm.earlier 10000000',
    'runtime.gcBgMarkWorker;runtime.gcDrain 10000000',
    'testing.(*B).runN;m.Bench;testing.(*B).RunParallel.func1;m.body 10000000',
  ]);
  assert.deepEqual(foldedLines(profile, 2), []);
});

test('the text may be cut anywhere, and anything may stand in it', () => {
  const text = `${harness}${started(6, 5, 'm.Bench.func1 m_test.go:9', benchmark)}${sample(6, worker)}`;
  const whole = foldedLines(profileOfParts(text), 1);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const ends = [...cuts, text.length].sort((a, b) => a - b);
      const parts = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
      assert.deepEqual(foldedLines(profileOfParts(...parts), 1), whole);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (noise) => {
      const lines = noise.split('\n').filter((each) => !/^M=|^\t|^Stack=|^TransitionStack=/.test(each));
      assert.deepEqual(foldedLines(profileOfParts(`${lines.join('\n')}\n${text}`), 1), whole);
    }),
  );
});

test('a trace without goroutines is refused', () => {
  const end = new StartedGoroutines().finish();
  assert.equal(end.ok ? '' : end.problem.code, 'no-samples');
});
