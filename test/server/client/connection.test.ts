/** The server ends when its editor does, with everything it has started, and needs no timer for that. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { eventually, within } from '../../eventually.ts';
import { processesNaming } from '../../processes.ts';
import { testFolder } from '../../testFolder.ts';
import { Client } from '../client.ts';

const folder = testFolder({
  'm/go.mod': 'module example.com/m\n\ngo 1.24\n',
  'm/m_test.go': `package m

import "testing"

var kept int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		for i := range 1000 {
			kept += i
		}
	}
}
`,
});

const onUnix = { skip: process.platform === 'win32' && 'there are no signals' };

/** Opens the file with the benchmark. */
const opened = (client: Client) => client.open(path.join(folder, 'm', 'm_test.go'));

function startServer(benchtime: string, preload?: string): Promise<Client> {
  return Client.start({
    folder,
    initializationOptions: {
      clientCommands: [],
      decorations: true,
      storagePath: path.join(folder, 'storage'),
    },
    settings: { count: 1, benchtime },
    ...(preload === undefined ? {} : { preload }),
  });
}

test('an idle server with a profile open has no timer', onUnix, async () => {
  const held = path.join(folder, 'held.json');
  const preload = path.join(folder, 'preload.cjs');
  // Not by `on`: the file would be taken for one that changes its own process, run alone, and be the last to end.
  const script = `process.addListener('SIGUSR2', () => {
    require('node:fs').writeFileSync(${JSON.stringify(held)}, JSON.stringify(process.getActiveResourcesInfo()));
  });`;
  writeFileSync(preload, script);
  const client = await startServer('50ms', preload);
  try {
    const uri = await opened(client);
    await client.run({ uri, benchmark: 'BenchmarkSum' });
    await client.until('costs', () => client.annotations.get(uri) !== undefined);
    const idle = await eventually('an end of all timers', async () => {
      rmSync(held, { force: true });
      client.process.kill('SIGUSR2');
      const resources = await eventually('an answer', () => readHeld(held));
      return resources.includes('Timeout') ? undefined : { resources };
    });
    assert.ok(idle.resources.includes('PipeWrap'), `it listens: ${idle.resources}`);
  } finally {
    await client.stop();
  }
});

/** The resources that the server holds; `undefined` until the file is written. */
function readHeld(file: string): string[] | undefined {
  try {
    const held: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(held) ? held.map(String) : undefined;
  } catch {
    return undefined;
  }
}

test('when the editor ends without asking the server to, the server and its benchmark end too', async () => {
  const client = await startServer('600s');
  await begin(client);
  const benchmarks = () => processesNaming(folder).filter(({ command }) => command.includes('.test '));
  await eventually('the benchmark', () => benchmarks().length > 0);
  const [code] = await ended(client, () => client.process.stdin?.end());
  assert.equal(code, 1, 'nobody asked it to shut down');
  await eventually('no benchmark', () => benchmarks().length === 0);
});

/** Ends a server as nobody has announced, and answers its exit status and the signal that has ended it. */
async function ended(client: Client, end: () => unknown): Promise<unknown[]> {
  const gone = once(client.process, 'exit');
  end();
  const how = await within('the end of the server', gone);
  client.connection.dispose();
  return how;
}

/** Begins a run that takes long. */
async function begin(client: Client): Promise<void> {
  const uri = await opened(client);
  void client.execute('run', { uri, benchmark: 'BenchmarkSum' }).catch(() => undefined);
}

/** A server with a benchmark that runs. It has no storage of its client, so all its files are in the temporary folder. */
async function runningServer(temporary: string) {
  mkdirSync(temporary);
  const client = await Client.start({
    folder,
    initializationOptions: { clientCommands: [], decorations: true },
    settings: { count: 1, benchtime: '600s' },
    env: { ...process.env, TMPDIR: temporary },
  });
  await begin(client);
  const benchmarks = () => processesNaming(temporary).filter(({ command }) => command.includes('.test '));
  await eventually('the benchmark', () => benchmarks().length > 0);
  return { client, benchmarks };
}

for (const how of ['its input ends', 'SIGTERM', 'SIGHUP'] as const) {
  test(`an end that nobody has announced (${how}) leaves no benchmark and no folder`, onUnix, async () => {
    const temporary = path.join(folder, `tmp-${how}`);
    const { client, benchmarks } = await runningServer(temporary);
    const end = () => (how === 'its input ends' ? client.process.stdin?.end() : client.process.kill(how));
    assert.deepEqual(await ended(client, end), [1, null]);
    assert.deepEqual(benchmarks(), []);
    assert.deepEqual(readdirSync(temporary), []);
  });
}

test('a server that is killed leaves no benchmark, and the next one removes its folder', onUnix, async () => {
  const temporary = path.join(folder, 'tmp-killed');
  const { client, benchmarks } = await runningServer(temporary);
  await ended(client, () => client.process.kill('SIGKILL'));
  await eventually('no benchmark', () => benchmarks().length === 0);
  assert.equal(readdirSync(temporary).length, 1);

  const next = await Client.start({
    folder,
    initializationOptions: { clientCommands: [], decorations: true, storagePath: path.join(folder, 'next') },
    env: { ...process.env, TMPDIR: temporary },
  });
  await eventually('the sweep', () => readdirSync(temporary).length === 0);
  await next.stop();
});

test(
  'in a storage that stays, the next server removes the folder of the run that was killed',
  onUnix,
  async () => {
    const client = await startServer('600s');
    await begin(client);
    const runs = path.join(folder, 'storage', 'runs');
    const left = () => readdirSync(runs).filter((id) => !existsSync(path.join(runs, id, 'run.json')));
    await eventually('the benchmark', () => /-test\.bench=/.test(client.output));
    assert.equal(left().length, 1);
    await ended(client, () => client.process.kill('SIGKILL'));
    assert.equal(left().length, 1);
    const next = await startServer('1x');
    await eventually('the sweep', () => left().length === 0);
    await next.stop();
  },
);

test('the same over the channel that VS Code uses', async () => {
  const server = fork('dist/server.js', ['--node-ipc', `--clientProcessId=${process.pid}`]);
  const gone = once(server, 'exit');
  const answer = once(server, 'message');
  server.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: process.pid, rootUri: null, capabilities: {} },
  });
  const [{ result }] = await within('the answer', answer);
  assert.equal(result.serverInfo.name, 'pprof-lens');

  server.disconnect();
  assert.deepEqual(await within('the end of the server', gone), [1, null]);
});
