/** A program's terminal that does not open: whoever waits for it hears so. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import { type TerminalCommand, TerminalProcess } from '../../../src/go/toolchain/terminalProcess.ts';
import { succeeded } from '../../why.ts';

/** A terminal that the test shows in its own way, and a program that is to run in it. */
async function terminal(t: TestContext, show: (command: TerminalCommand) => Promise<unknown>) {
  // Nothing here ends because somebody has lost patience.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const opened = succeeded(
    await TerminalProcess.open('launcher.js', { ifLost: '', atEnd: '' }, show, () =>
      assert.fail('nobody has closed it'),
    ),
  );
  t.after(() => opened.end());
  const cancel = new AbortController();
  const running = opened.run({
    command: process.execPath,
    args: [],
    directory: tmpdir(),
    env: {},
    signal: cancel.signal,
  });
  return {
    cancel: () => cancel.abort(),
    running: running.then((end) => (end.ok ? 'ran' : end.problem.code)),
  };
}

/** What has come of it by now. */
function byNow(running: Promise<string>): Promise<string> {
  return Promise.race([running, new Promise<string>((resolve) => setImmediate(() => resolve('waits')))]);
}

const isOpen = new Promise(() => undefined);

test('Cancel is heard while it opens', async (t) => {
  const { running, cancel } = await terminal(t, () => isOpen);
  assert.equal(await byNow(running), 'waits');
  cancel();
  assert.equal(await byNow(running), 'cancelled');
});

test('it is closed before the launcher has started', async (t) => {
  let close: (_: null) => void = () => undefined;
  const closed = new Promise((resolve) => {
    close = resolve;
  });
  const { running } = await terminal(t, () => closed);
  assert.equal(await byNow(running), 'waits');
  close(null);
  assert.equal(await byNow(running), 'no-terminal');
});

test('the editor cannot show it', async (t) => {
  const { running } = await terminal(t, () => Promise.reject(new Error('no terminals here')));
  assert.equal(await byNow(running), 'no-terminal');
});

test('the launcher ends before it is ready', async (t) => {
  const { running } = await terminal(t, async ({ args }) => {
    const launcher = connect(args[1] ?? '');
    await once(launcher, 'connect');
    launcher.destroy();
    return isOpen;
  });
  assert.equal(await running, 'no-terminal');
});
