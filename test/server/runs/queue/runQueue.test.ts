/** Runs wait for each other, and each can be cancelled at any time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { EndTurn, TurnRequest } from '../../../../src/go/machine/machineTurn.ts';
import type { ProgressBar } from '../../../../src/server/client/messages.ts';
import { runningFileLenses, runningLenses } from '../../../../src/server/runs/benchmarks/runningLenses.ts';
import { type QueuedRun, RunQueue, type Turn } from '../../../../src/server/runs/queue/runQueue.ts';

/** A progress bar that writes down what it shows. */
class Bar implements ProgressBar {
  readonly cancellation = new CancellationTokenSource();
  readonly shown: string[] = [];

  get token() {
    return this.cancellation.token;
  }

  begin(title: string, text: string): void {
    this.shown.push(`${title}: ${text}`);
  }

  report(percent: number, text: string): void {
    this.shown.push(`${percent}% ${text}`);
  }

  done(): void {
    this.shown.push('done');
  }
}

/** A run that goes until the test lets it end. */
function heldRun(): { readonly ended: Promise<string>; end(): void } {
  let end: () => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('ended');
  });
  return { ended, end };
}

function queueWithBars(takeTurn?: (request: TurnRequest) => Promise<EndTurn | null>): {
  queue: RunQueue;
  bars: Bar[];
} {
  const bars: Bar[] = [];
  const queue = new RunQueue(() => {
    const bar = new Bar();
    bars.push(bar);
    return bar;
  }, takeTurn);
  return { queue, bars };
}

/** Runs of one benchmark each, by its name. */
function run(name: string, how = ''): QueuedRun {
  return { directory: '/m', names: [name], how };
}

const never = new CancellationTokenSource().token;

const add = <T>(queue: RunQueue, name: string, work: (turn: Turn) => Promise<T>, token = never) =>
  queue.add(run(name), work, token);

/** Time for everything that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const step = (message: string) => ({ what: 'build', benchmark: null, message, done: 0, of: 1 }) as const;

test('a run starts when the one before it has ended; only the one that goes has a bar, which names what waits', async () => {
  const { queue, bars } = queueWithBars();
  const started: string[] = [];
  const held = heldRun();
  let build = () => {};
  const first = add(queue, 'BenchmarkA', ({ progress }) => {
    started.push('first');
    build = () => progress.step(step('Building'));
    return held.ended;
  });
  const second = add(queue, 'BenchmarkB', async ({ progress }) => {
    started.push('second');
    progress.step(step('Building'));
    return 'short';
  });
  await settled();
  let changes = 0;
  queue.onChange(() => changes++);
  build();
  assert.ok(changes > 0, 'the lens says at once what the bar says');
  assert.deepEqual(started, ['first']);
  assert.equal(bars.length, 1);
  held.end();
  assert.deepEqual(await Promise.all([first, second]), ['ended', 'short']);
  assert.deepEqual(started, ['first', 'second']);
  assert.deepEqual(
    bars.map(({ shown }) => shown),
    [
      ['Profiling: BenchmarkA: starting', '0% Building · BenchmarkB waits', 'done'],
      ['Profiling: BenchmarkB: starting', '0% Building', 'done'],
    ],
  );
});

test('the lenses say which runs and which waits for it, and a run is not there twice', async () => {
  const { queue } = queueWithBars();
  const held = heldRun();
  let changes = 0;
  queue.onChange(() => changes++);
  const titles = (name: string) =>
    runningLenses(queue.entries, '/m', name, { codicons: true })?.lenses.map(({ title }) => title) ?? null;
  const first = add(queue, 'BenchmarkA', () => held.ended);
  const second = add(queue, 'BenchmarkB', () => Promise.resolve(''));
  const all = { directory: '/m', names: ['BenchmarkC', 'BenchmarkD'], how: '' };
  const third = queue.add(all, () => Promise.resolve(''), never);
  await settled();
  assert.deepEqual(titles('BenchmarkA'), ['$(pulse)\u00a0starting', 'cancel']);
  assert.deepEqual(titles('BenchmarkB'), ['$(watch)\u00a0waits for BenchmarkA', 'cancel']);
  assert.deepEqual(titles('BenchmarkD'), ['$(watch)\u00a0waits for BenchmarkB', 'cancel']);
  assert.equal(titles('BenchmarkE'), null);
  const ofFile = (...names: string[]) =>
    runningFileLenses(
      queue.entries,
      { uri: 'file:///m/a_test.go', directory: '/m', names },
      { codicons: true },
    );
  assert.deepEqual(
    ofFile('BenchmarkC', 'BenchmarkD')?.map(({ title }) => title),
    ['$(watch)\u00a0waits for BenchmarkB', 'cancel'],
  );
  assert.equal(ofFile('BenchmarkA', 'BenchmarkC'), null, 'no run has both');
  assert.equal(ofFile('BenchmarkA'), null, 'its own lens says it');
  assert.equal(runningLenses(queue.entries, '/other', 'BenchmarkA', { codicons: true }), null);
  assert.equal(queue.has(run('BenchmarkA')), true);
  assert.equal(queue.has(run('BenchmarkB')), true);
  assert.equal(queue.has(run('BenchmarkD')), true, 'it runs with the others of its file');
  assert.equal(queue.has(run('BenchmarkB', 'count=20')), false, 'another count is another run');
  assert.equal(queue.has({ ...run('BenchmarkB'), directory: '/other' }), false);
  const before = changes;
  assert.equal(queue.cancel('/m', ['BenchmarkB']), true);
  assert.equal(await second, null, 'a waiting run answers at once');
  assert.ok(changes > before);
  assert.equal(titles('BenchmarkB'), null);
  assert.deepEqual(titles('BenchmarkD'), ['$(watch)\u00a0waits for BenchmarkA', 'cancel']);
  assert.equal(queue.cancel('/m', ['BenchmarkB']), false);
  held.end();
  await Promise.all([first, third]);
  assert.equal(titles('BenchmarkA'), null);
  assert.equal(queue.cancelFirst(), false);
});

test('of a run in turns a cancel keeps nothing and a stop all; of others both do, but nothing once the server ends', async () => {
  const kept = async (isInTurns: boolean, end: (queue: RunQueue) => unknown): Promise<boolean | null> => {
    const { queue } = queueWithBars();
    const going = queue.add(
      { ...run('BenchmarkA'), ...(isInTurns ? { isInTurns } : {}) },
      ({ signal, keepsPartial }) =>
        new Promise<boolean>((resolve) => {
          signal.addEventListener('abort', () => setImmediate(() => resolve(keepsPartial())));
        }),
      never,
    );
    await settled();
    const { lenses } = runningLenses(queue.entries, '/m', 'BenchmarkA', { codicons: false }) ?? {};
    const titles = lenses?.map(({ title }) => title);
    assert.deepEqual(titles, isInTurns ? ['starting', 'stop', 'cancel'] : ['starting', 'cancel']);
    end(queue);
    return going;
  };
  const cancel = (queue: RunQueue) => queue.cancel('/m', ['BenchmarkA']);
  const stop = (queue: RunQueue) => queue.cancel('/m', ['BenchmarkA'], true);
  const ended = (queue: RunQueue) => [stop(queue), queue.dispose()];
  const each = [cancel, stop, (queue: RunQueue) => queue.cancelFirst(), ended];
  assert.deepEqual(await Promise.all(each.map((end) => kept(true, end))), [false, true, true, false]);
  assert.deepEqual(await Promise.all(each.map((end) => kept(false, end))), [true, true, true, false]);
});

test('a run waits for what is measured elsewhere on the machine, says so, and can be cancelled meanwhile', async () => {
  const asked: { request: TurnRequest; answer: (end: EndTurn | null) => void }[] = [];
  const ended: string[] = [];
  const { queue, bars } = queueWithBars(
    (request) =>
      new Promise((answer) => {
        asked.push({ request, answer });
        request.signal.addEventListener('abort', () => answer(null));
      }),
  );
  const first = add(queue, 'BenchmarkA', () => Promise.resolve('measured'));
  const second = queue.add({ ...run('tool'), isProgram: true }, () => Promise.resolve('ran'), never);
  const third = add(queue, 'BenchmarkB', () => assert.fail('it has been cancelled'));
  await settled();
  const [turn] = asked;
  assert.deepEqual([turn?.request.title, turn?.request.directory], ['BenchmarkA', '/m']);
  turn?.request.waits({ title: 'BenchmarkX', folder: 'cart' });
  const lenses = runningLenses(queue.entries, '/m', 'BenchmarkA', { codicons: true })?.lenses;
  assert.equal(lenses?.[0]?.title, '$(watch)\u00a0waits for BenchmarkX in cart');
  turn?.answer(() => ended.push('turn'));
  assert.deepEqual(await Promise.all([first, second]), ['measured', 'ran']);
  assert.deepEqual(ended, ['turn'], 'a program measures nothing');
  assert.deepEqual(bars[0]?.shown, [
    'Profiling: BenchmarkA: starting',
    '0% BenchmarkA waits for BenchmarkX in cart: two at the same time would disturb each other.',
    '0% BenchmarkA: starting',
    'done',
  ]);
  await settled();
  assert.equal(queue.cancelFirst(), true);
  assert.equal(await third, null);
});

test('the texts are looked at once a second, and a change is told only if there is one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { queue, bars } = queueWithBars();
  const held = heldRun();
  const first = add(queue, 'BenchmarkA', ({ progress }) => {
    progress.step(step('Building'));
    return held.ended;
  });
  await settled();
  let changes = 0;
  queue.onChange(() => changes++);
  t.mock.timers.tick(5000);
  assert.equal(changes, 0);
  const second = add(queue, 'BenchmarkB', () => Promise.resolve(''));
  assert.equal(changes, 1);
  t.mock.timers.tick(3000);
  assert.equal(changes, 2);
  assert.deepEqual(bars[0]?.shown.slice(1), ['0% Building', '0% Building · BenchmarkB waits']);
  held.end();
  await Promise.all([first, second]);
});

test('the first number of a benchmark is told at once, the others with the next look', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { queue } = queueWithBars();
  const held = heldRun();
  let measured = (_nsPerOp: number): void => undefined;
  const run = add(queue, 'BenchmarkA', ({ progress }) => {
    measured = (nsPerOp) => progress.measured('BenchmarkA', nsPerOp);
    progress.step(step('Measuring'));
    return held.ended;
  });
  await settled();
  let changes = 0;
  queue.onChange(() => changes++);
  measured(461);
  assert.equal(changes, 1);
  measured(462);
  assert.equal(changes, 1);
  held.end();
  await run;
});

test('a run that is cancelled while it waits never starts', async () => {
  const { queue } = queueWithBars();
  const held = heldRun();
  const first = add(queue, 'BenchmarkA', () => held.ended);
  const cancellation = new CancellationTokenSource();
  const second = add(queue, 'BenchmarkA', () => assert.fail('it has been cancelled'), cancellation.token);
  await settled();
  cancellation.cancel();
  assert.equal(await second, null);
  held.end();
  assert.equal(await first, 'ended');
});

test('the bar and the request both cancel the run that goes', async () => {
  const untilAborted = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
  const { queue, bars } = queueWithBars();
  const byBar = add(queue, 'BenchmarkA', untilAborted);
  await settled();
  bars[0]!.cancellation.cancel();
  assert.equal(await byBar, 'aborted');
  const request = new CancellationTokenSource();
  const byRequest = add(queue, 'BenchmarkA', untilAborted, request.token);
  await settled();
  request.cancel();
  assert.equal(await byRequest, 'aborted');
});

test('a run that fails with a bug lets the next one start', async () => {
  const { queue, bars } = queueWithBars();
  await assert.rejects(
    add(queue, 'BenchmarkA', () => Promise.reject(new Error('a bug'))),
    /a bug/,
  );
  assert.equal(await add(queue, 'BenchmarkA', () => Promise.resolve('fine')), 'fine');
  assert.deepEqual(
    bars.map(({ shown }) => shown.at(-1)),
    ['done', 'done'],
  );
});

test('disposing cancels all runs and waits until the one that goes has ended', async () => {
  const { queue } = queueWithBars();
  const held = heldRun();
  let isAborted = false;
  const first = add(queue, 'BenchmarkA', ({ signal }) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return held.ended;
  });
  const second = add(queue, 'BenchmarkA', () => assert.fail('the server shuts down'));
  await settled();
  let isDisposed = false;
  const disposed = queue.dispose().then(() => {
    isDisposed = true;
  });
  await settled();
  assert.equal(isAborted, true);
  assert.equal(isDisposed, false);
  held.end();
  await disposed;
  assert.equal(await first, 'ended');
  assert.equal(await second, null);
});
