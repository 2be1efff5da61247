// Our own process is ended at random moments, also while it is just starting another. Needs a POSIX shell.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { eventually, within } from '../../eventually.ts';
import { processesNaming } from '../../processes.ts';
import { testFolder } from '../../testFolder.ts';

/** Without what is tested here, every third fails. */
const rounds = 10;
const folder = testFolder();
const host = join(folder, 'host.mjs');
before(() => {
  const module = JSON.stringify(join(import.meta.dirname, '../../../src/go/toolchain/process.ts'));
  // Starts processes as fast as it can. They sleep for so many seconds; one that sleeps for none is waited for.
  const contents = `
    import { runProcess } from ${module};
    const [seconds] = process.argv.slice(2);
    const request = { command: '/bin/sleep', args: [seconds], directory: '/', env: process.env };
    console.log('ready');
    for (let count = 0; count < 100; count++) {
      // One that has ended leaves the watch over it to the next.
      if (count % 2 === 1) await runProcess({ ...request, args: ['0'] });
      const running = runProcess(request);
      await (seconds === '0' ? running : new Promise(setImmediate));
    }
    // Who could not end it ends with it.
    process.stdin.resume();`;
  buildSync({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // As in dist: a package asks for Node's modules by it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(process.argv[1]);",
    },
    outfile: host,
  });
});

/** Ends a process that starts others, within its first moments; answers how it has ended. */
async function endedWhileStarting(signal: NodeJS.Signals, seconds: string): Promise<unknown> {
  const child = spawn(process.execPath, [host, seconds], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  try {
    await within('the start of our process', once(child.stdout, 'data'));
    await sleep(Math.random() * 40);
    child.kill(signal);
    const [, by]: unknown[] = await within(`the end of our process by ${signal}`, closed, 20_000);
    return by;
  } finally {
    child.kill('SIGKILL');
  }
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} while processes start leaves none of them`, {
    skip:
      process.platform === 'win32' ||
      (signal === 'SIGKILL' && process.platform !== 'linux' && 'only on Linux they are found'),
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      // Their command line, by which they are found.
      const seconds = `600.${process.pid}${Math.random().toString().slice(2)}`;
      const left = () => processesNaming(seconds);
      try {
        assert.equal(await endedWhileStarting(signal, seconds), signal);
        await eventually(
          () => `the end of ${left().map(({ pid }) => pid)} in round ${round}`,
          () => left().length === 0,
          20_000,
        );
      } finally {
        for (const { pid } of left()) process.kill(pid, 'SIGKILL');
      }
    }
  });
}

test('SIGTERM between two processes ends ours too', { skip: process.platform === 'win32' }, async () => {
  for (let round = 0; round < rounds; round++) {
    assert.equal(await endedWhileStarting('SIGTERM', '0'), 'SIGTERM');
  }
});
