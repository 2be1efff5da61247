// Child processes end with this process. Needs a POSIX shell and process groups.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { captureProcess, runProcess } from '../../../src/go/toolchain/process.ts';
import { startOnlyIf } from '../../../src/go/toolchain/startedGroups.ts';
import { eventually, within } from '../../eventually.ts';
import { testFolder } from '../../testFolder.ts';
import { refused } from '../../why.ts';

const folder = testFolder();

function shell(script: string, signal?: AbortSignal) {
  let stdout = '';
  let stderr = '';
  const end = runProcess({
    command: '/bin/sh',
    args: ['-c', script],
    directory: folder,
    env: process.env,
    signal,
    onStdout: (text) => {
      stdout += text;
    },
    onStderr: (text) => {
      stderr += text;
    },
  });
  return end.then((result) => ({ result, stdout, stderr }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie counts as gone: only its parent has not waited for it yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const onPosix = { skip: process.platform === 'win32' };

describe('a process', { skip: process.platform === 'win32' }, () => {
  test('passes on both outputs and the exit status', async () => {
    const { result, stdout, stderr } = await shell('echo out; echo err >&2; exit 3');
    assert.deepEqual(result, { ok: true, value: { exitCode: 3, signal: null } });
    assert.deepEqual([stdout, stderr], ['out\n', 'err\n']);
  });

  test('never splits a character between two pieces of output', async () => {
    const { stdout } = await shell(`printf '\\342'; sleep 0.05; printf '\\202\\254'`);
    assert.equal(stdout, '€');
  });

  test('that does not exist is a problem, not an exception', async () => {
    const request = { args: [], directory: folder, env: process.env };
    const noCommand = await runProcess({ ...request, command: join(folder, 'nothing') });
    assert.equal(noCommand.ok ? '' : noCommand.problem.code, 'cannot-start');
    const noFolder = await runProcess({ ...request, command: '/bin/sh', directory: join(folder, 'nowhere') });
    assert.equal(noFolder.ok ? '' : noFolder.problem.code, 'cannot-start');
  });

  test('that prints too much is ended, and a sentence says so', async () => {
    const request = { command: '/bin/sh', directory: folder, env: process.env, mostOutput: 1000 };
    const captured = (script: string) => captureProcess({ ...request, args: ['-c', script] });
    const short = await captured('printf %1000s a');
    assert.equal(short.ok && short.value.stdout.length, 1000);
    const endless = refused(await within('its end', captured('printf %3000s a; sleep 20')));
    assert.equal(sentence(endless), 'sh was ended: it printed more than 1000 characters.');
  });

  test('ends together with the children that it has left in the background', async () => {
    const { stdout } = await shell('sleep 60 & echo $!');
    await eventually('the end of the child', () => !isAlive(Number(stdout)));
  });
});

describe('cancelling', { skip: process.platform === 'win32' }, () => {
  test('before the start starts nothing', async () => {
    const { result } = await shell(`touch ${folder}/started`, AbortSignal.abort());
    assert.equal(result.ok ? '' : result.problem.code, 'cancelled');
    assert.equal(existsSync(join(folder, 'started')), false);
  });

  test('interrupts the whole group', async () => {
    const pids = join(folder, 'pids');
    const abort = new AbortController();
    const running = shell(`sleep 60 & echo $! $$ > ${pids}; wait`, abort.signal);
    await eventually('its numbers', () => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n'));
    abort.abort();
    const { result } = await running;
    assert.equal(result.ok ? '' : result.problem.code, 'cancelled');
    for (const pid of readFileSync(pids, 'utf8').trim().split(' ')) {
      await eventually(`the end of ${pid}`, () => !isAlive(Number(pid)));
    }
  });

  test('kills a group that ignores the interrupt', async () => {
    const ready = join(folder, 'ready');
    const abort = new AbortController();
    const running = shell(`trap '' INT; touch ${ready}; while :; do sleep 0.1; done`, abort.signal);
    await eventually('its start', () => existsSync(ready));
    abort.abort();
    assert.equal((await running).result.ok, false);
  });
});

test('processes are started only while they may be', onPosix, async () => {
  startOnlyIf(() => false);
  const mark = join(folder, 'untrusted');
  const { result } = await shell(`touch ${mark}`);
  startOnlyIf(() => true);
  assert.equal(result.ok ? '' : result.problem.code, 'untrusted');
  assert.equal(existsSync(mark), false);
  assert.ok((await shell('true')).result.ok);
});

test("a group that has become another user's may not be killed: that is an answer", {
  skip: process.getuid?.() !== 0 && 'only root can start a process as another user',
}, async () => {
  const pidFile = join(folder, 'of-root');
  const script = join(folder, 'lower.ts');
  const module = new URL('../../../src/go/toolchain/process.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { existsSync } from 'node:fs';
     import { runProcess } from '${module}';
     const abort = new AbortController();
     const args = ['-c', 'echo $$ > ${pidFile}.new && mv ${pidFile}.new ${pidFile}; sleep 600'];
     const request = { command: '/bin/sh', args, directory: '/', env: process.env, signal: abort.signal };
     const running = runProcess(request);
     const timer = setInterval(() => {
       if (!existsSync('${pidFile}')) return;
       clearInterval(timer);
       process.setuid(65534);
       abort.abort();
     }, 10);
     void running.then((end) => console.log(end.ok ? 'ended' : end.problem.code));`,
  );
  const root = new URL('../../..', import.meta.url);
  const host = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root });
  let said = '';
  host.stdout.on('data', (text) => {
    said += String(text);
  });
  host.stderr.on('data', (text) => {
    said += String(text);
  });
  const [code]: unknown[] = await within(() => `the end of our process: ${said}`, once(host, 'close'));
  const pid = Number(readFileSync(pidFile, 'utf8'));
  process.kill(-pid, 'SIGKILL');
  assert.deepEqual([said.trim(), code], ['not-ended', 0]);
});

for (const how of ['exits', 'is terminated', 'crashes', 'is killed'] as const) {
  test(`when our own process ${how}, its groups end too`, {
    skip: process.platform === 'win32',
  }, async (t) => {
    const pidFile = join(folder, `child-${how.replace(' ', '-')}`);
    const script = join(folder, 'host.ts');
    const module = new URL('../../../src/go/toolchain/process.ts', import.meta.url).href;
    const ending = {
      exits: 'process.exit()',
      'is terminated': '',
      crashes: 'throw new Error("crash")',
      'is killed': 'process.kill(process.pid, "SIGKILL")',
    }[how];
    writeFileSync(
      script,
      `import { existsSync } from 'node:fs';
       import { runProcess } from '${module}';
       const args = ['-c', 'echo $$ > ${pidFile}.new && mv ${pidFile}.new ${pidFile}; sleep 600'];
       void runProcess({ command: '/bin/sh', args, directory: '/', env: process.env });
       setInterval(() => { if (existsSync('${pidFile}')) { ${ending} } }, 10);`,
    );
    const root = new URL('../../..', import.meta.url);
    const host = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: 'ignore' });
    t.after(() => host.kill('SIGKILL'));
    const ended = once(host, 'exit');
    await eventually('its start', () => existsSync(pidFile));
    if (how === 'is terminated') host.kill('SIGTERM');
    await within('the end of our process', ended);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await eventually(`the end of ${pid}`, () => !isAlive(pid));
  });
}
