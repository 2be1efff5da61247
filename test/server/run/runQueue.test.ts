/** Runs wait for each other, and each can be cancelled at any time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource, type WorkDoneProgressServerReporter } from 'vscode-languageserver';
import { RunQueue } from '../../../src/server/run/runQueue.ts';

/** A progress bar that writes down what it shows. */
class Bar implements WorkDoneProgressServerReporter {
  readonly cancellation = new CancellationTokenSource();
  readonly shown: string[] = [];

  get token() {
    return this.cancellation.token;
  }

  begin(title: string, _percentage?: number, message?: string): void {
    this.shown.push(message === undefined ? title : `${title}: ${message}`);
  }

  report(percentage: number | string, message?: string): void {
    this.shown.push(`${percentage}% ${message}`);
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

function queueWithBars(): { queue: RunQueue; bars: Bar[] } {
  const bars: Bar[] = [];
  const queue = new RunQueue(() => {
    const bar = new Bar();
    bars.push(bar);
    return Promise.resolve(bar);
  });
  return { queue, bars };
}

/** Time for everything that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const never = new CancellationTokenSource().token;

test('a run starts when the one before it has ended, and its bar says that it waits', async () => {
  const { queue, bars } = queueWithBars();
  const started: string[] = [];
  const held = heldRun();
  const first = queue.add(() => {
    started.push('first');
    return held.ended;
  }, never);
  const second = queue.add(({ report }) => {
    started.push('second');
    report('Building', 0.126);
    return Promise.resolve('short');
  }, never);
  await settled();
  assert.deepEqual(started, ['first']);
  held.end();
  assert.deepEqual(await Promise.all([first, second]), ['ended', 'short']);
  assert.deepEqual(started, ['first', 'second']);
  assert.deepEqual(
    bars.map(({ shown }) => shown),
    [
      ['Profiling', 'done'],
      ['Profiling: waiting for the run before it', '13% Building', 'done'],
    ],
  );
});

test('a run that is cancelled while it waits never starts', async () => {
  const { queue, bars } = queueWithBars();
  const held = heldRun();
  const first = queue.add(() => held.ended, never);
  const second = queue.add(() => assert.fail('it has been cancelled'), never);
  await settled();
  bars[1]!.cancellation.cancel();
  held.end();
  assert.equal(await second, null);
  assert.equal(await first, 'ended');
});

test('the bar and the request both cancel the run that goes', async () => {
  const untilAborted = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
  const { queue, bars } = queueWithBars();
  const byBar = queue.add(untilAborted, never);
  await settled();
  bars[0]!.cancellation.cancel();
  assert.equal(await byBar, 'aborted');
  const request = new CancellationTokenSource();
  const byRequest = queue.add(untilAborted, request.token);
  await settled();
  request.cancel();
  assert.equal(await byRequest, 'aborted');
});

test('a run that fails with a bug lets the next one start', async () => {
  const { queue, bars } = queueWithBars();
  await assert.rejects(
    queue.add(() => Promise.reject(new Error('a bug')), never),
    /a bug/,
  );
  assert.equal(await queue.add(() => Promise.resolve('fine'), never), 'fine');
  assert.deepEqual(
    bars.map(({ shown }) => shown.at(-1)),
    ['done', 'done'],
  );
});

test('disposing cancels all runs and waits until the one that goes has ended', async () => {
  const { queue } = queueWithBars();
  const held = heldRun();
  let isAborted = false;
  const first = queue.add(({ signal }) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return held.ended;
  }, never);
  const second = queue.add(() => assert.fail('the server shuts down'), never);
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
