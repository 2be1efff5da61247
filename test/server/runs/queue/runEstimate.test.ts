/** How far a run is, and how long the rest may take: told by a clock that the test moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutText, type PlannedRun, RunEstimate } from '../../../../src/server/runs/queue/runEstimate.ts';
import { RunProgress } from '../../../../src/server/runs/queue/runProgress.ts';

const second = { nanoseconds: 1e9 };

function planned(part: Partial<PlannedRun> = {}): PlannedRun {
  return {
    selections: [{ name: 'BenchmarkA', expected: ['BenchmarkA'] }],
    kinds: ['cpu', 'mem'],
    count: 6,
    benchtime: second,
    builds: 1,
    ...part,
  };
}

/** A run, and what its lens says at each time. */
class Told {
  now = 0;
  readonly estimate: RunEstimate;

  constructor(part: Partial<PlannedRun> = {}) {
    this.estimate = new RunEstimate(planned(part));
  }

  step(what: 'build' | 'timing' | 'cpu' | 'mem', benchmark: string | null = 'BenchmarkA'): void {
    this.estimate.step({ what, benchmark: what === 'build' ? null : benchmark }, this.now);
  }

  /** Measures benchmarks one after the other, each for so long. */
  after(milliseconds: number, ...names: string[]): void {
    for (const name of names.length === 0 ? ['BenchmarkA'] : names) {
      this.now += milliseconds;
      this.estimate.measured(name, this.now);
    }
  }

  get lens(): string {
    return this.estimate.short(this.now);
  }
}

test('each measurement and each profile counts, and those that are left take as long as those that are done', () => {
  const told = new Told();
  told.step('build');
  assert.equal(told.lens, 'building');
  told.now = 3000;
  told.step('timing');
  assert.equal(told.lens, '1 of 8 · about 10 s', 'as the benchtime says');
  told.after(2500);
  assert.equal(told.lens, '2 of 8 · about 20 s', 'its setup makes it slower than the benchtime');
  for (let i = 0; i < 4; i++) told.after(2500);
  assert.equal(told.lens, '6 of 8 · about 10 s');
  told.after(2500);
  told.step('cpu');
  assert.equal(told.lens, '7 of 8 · about 5 s');
  told.now += 1500;
  told.step('mem');
  assert.equal(told.lens, '8 of 8 · a few seconds');
  told.now += 60_000;
  assert.equal(told.estimate.left(told.now), 0, 'never less than nothing');
});

test('the time left goes down while a unit goes on, and never below what comes after it', () => {
  const told = new Told();
  told.step('timing');
  const atFirst = told.estimate.left(0) ?? 0;
  told.now = 1000;
  assert.equal(told.estimate.left(told.now), atFirst - 1000);
  told.now = 100_000;
  assert.equal(told.estimate.left(told.now), atFirst - 1250, 'only the first measurement is over its time');
});

test('a benchtime in iterations says nothing before the first measurement', () => {
  const told = new Told({ benchtime: { iterations: 100 }, kinds: [] });
  told.step('timing');
  assert.equal(told.lens, '1 of 6');
  told.after(9000);
  assert.equal(told.lens, '2 of 6 · about 50 s');
});

test('what a measurement took before is known better than what the benchtime says', () => {
  const told = new Told({ builds: 2, count: 10, kinds: [], each: 3000 });
  told.step('timing');
  assert.equal(told.lens, '\u20071 of 20 · about 60 s');
  told.after(3000);
  assert.equal(told.lens, '\u20072 of 20 · about 60 s');
});

test('the bar never goes back, also with more benchmarks than before, and ends at 100 %', () => {
  const progress = new RunProgress('A', ['A'], () => 0);
  const selections = [{ name: 'A', expected: ['A/1'] }];
  progress.begin(new RunEstimate(planned({ selections, count: 1, kinds: ['cpu'] })));
  progress.step({ what: 'timing', benchmark: 'A', message: '', done: 0, of: 2 });
  const shares = ['A/1', 'A/2', 'A/3', 'A/4'].map((name) => {
    progress.measured(name);
    return progress.share;
  });
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.ok(shares[0]! > 0 && shares.at(-1)! < 1, shares.join());
  progress.end();
  assert.equal(progress.share, 1);
});

test('what is known so far is said from the first measurement on', () => {
  const progress = new RunProgress('BenchmarkA', ['BenchmarkA'], () => 0);
  progress.begin(new RunEstimate(planned()));
  let told: string[] = [];
  progress.onStep(() => told.push(progress.short));
  progress.step({ what: 'timing', benchmark: 'BenchmarkA', message: '', done: 0, of: 2 });
  progress.measured('BenchmarkA', 461);
  assert.deepEqual(told, ['1 of 8 · about 10 s', '~461ns/op · 2 of 8 · a few seconds'], 'and at once');
  assert.equal(progress.sentence, 'BenchmarkA: ~461ns/op · 2 of 8 · a few seconds');
  told = [];
  for (const nsPerOp of [800, 463]) progress.measured('BenchmarkA', nsPerOp);
  assert.match(progress.short, /^~463ns\/op · 4 of 8/);
  assert.deepEqual(told, [], 'later ones wait for the next second');
  progress.timed('BenchmarkA');
  assert.match(progress.short, /^4 of 8/, 'the result stands beside it');
  assert.equal(progress.soFar, '~463ns/op', 'and still behind the code');
});

test('of a sub-benchmark, what is known so far has its name', () => {
  const progress = new RunProgress('BenchmarkA', ['BenchmarkA'], () => 0);
  const selections = [{ name: 'BenchmarkA', expected: null }];
  progress.begin(new RunEstimate(planned({ selections })));
  progress.step({ what: 'timing', benchmark: 'BenchmarkA', message: '', done: 0, of: 2 });
  progress.measured('BenchmarkA/n=1', 461);
  assert.match(progress.short, /^n=1: ~461ns\/op · measuring/);
  assert.match(progress.sentence, /^BenchmarkA\/n=1: ~461ns\/op · measuring/);
  assert.equal(progress.soFar, 'n=1: ~461ns/op');
});

test('without knowing the sub-benchmarks, no number of them is made up', () => {
  const told = new Told({ selections: [{ name: 'BenchmarkA', expected: null }], count: 1, kinds: ['cpu'] });
  told.step('build');
  told.step('timing');
  assert.equal(told.lens, 'measuring');
  for (let i = 0; i < 12; i++) told.after(1000, `BenchmarkA/n=${i}`);
  assert.equal(told.lens, 'measuring');
  told.step('cpu', 'BenchmarkA/n=0');
  assert.equal(told.lens, '13 of 24 · about 10 s');
});

test('more sub-benchmarks than before are not more than all', () => {
  const selections = [{ name: 'BenchmarkA', expected: ['BenchmarkA/1'] }];
  const told = new Told({ selections, count: 1, kinds: [] });
  told.step('timing');
  told.after(1000, 'BenchmarkA/1', 'BenchmarkA/2', 'BenchmarkA/3');
  const { done, of } = told.estimate.reached;
  assert.ok(of !== null && done < of, `${done} of ${of}`);
});

test('a benchmark that has turned out to have no sub-benchmarks is counted from then on', () => {
  const told = new Told({ selections: [{ name: 'BenchmarkA', expected: null }] });
  told.step('timing');
  told.after(1200);
  assert.equal(told.lens, '2 of 8 · about 10 s');
});

test('two builds in turns have twice the measurements and profiles', () => {
  const told = new Told({ builds: 2 });
  told.step('build');
  told.step('build');
  told.step('timing');
  assert.equal(told.lens, '\u20071 of 16 · about 20 s', 'a digit more takes no other place');
  for (let round = 0; round < 6; round++) {
    told.step('timing');
    told.after(1000, 'BenchmarkA', 'BenchmarkA');
  }
  for (const what of ['cpu', 'mem', 'cpu', 'mem'] as const) told.step(what);
  assert.match(told.lens, /^16 of 16 · /);
});

test('of several benchmarks, those that failed are no longer waited for', () => {
  const selections = ['BenchmarkA', 'BenchmarkB'].map((name) => ({ name, expected: [name] }));
  const told = new Told({ selections, count: 2, kinds: ['cpu'] });
  told.step('timing', 'BenchmarkA');
  told.step('timing', 'BenchmarkB');
  told.after(1000, 'BenchmarkB');
  assert.match(told.lens, /^2 of 3 · /);
});

test('the sentence says what is measured, and counts as the lens does', () => {
  const told = new Told();
  told.step('build');
  const sentence = () => told.estimate.long(told.now, 'Timing BenchmarkA');
  assert.equal(sentence(), 'Timing BenchmarkA');
  told.step('timing');
  for (let i = 0; i < 2; i++) told.after(1000);
  assert.equal(told.lens, '3 of 8 · about 5 s');
  assert.equal(sentence(), 'BenchmarkA: 3 of 8 · about 5 s');
  for (let i = 0; i < 4; i++) told.after(1000);
  told.step('cpu');
  assert.equal(sentence(), 'BenchmarkA: CPU profile · 7 of 8 · a few seconds');
});

test('in turns, too, and of several benchmarks', () => {
  const expected = ['BenchmarkA/n=1', 'BenchmarkA/n=2'];
  const told = new Told({ selections: [{ name: 'BenchmarkA', expected }], builds: 2, kinds: [] });
  told.step('build');
  told.step('timing');
  told.after(1000, 'BenchmarkA/n=1', 'BenchmarkA/n=1', 'BenchmarkA/n=2');
  assert.equal(told.lens, '\u20074 of 24 · about 20 s');
  const sentence = told.estimate.long(told.now, 'Timing BenchmarkA: measurement 2 of 6, in turns with main');
  assert.equal(sentence, 'BenchmarkA/n=2: 4 of 24 · about 20 s');
});

test('a guess has no more digits than it deserves', () => {
  const texts = {
    'a few seconds': [0, 3.9],
    'about 5 s': [4],
    'about 10 s': [12],
    'about 20 s': [17.9, 18],
    'about 40 s': [44],
    'about 90 s': [94],
    'about 2 min': [96],
    'about 5 min': [290],
  };
  for (const [text, all] of Object.entries(texts))
    for (const seconds of all) assert.equal(aboutText(1000 * seconds), text, String(seconds));
});
