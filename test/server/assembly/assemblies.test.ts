/** The instructions of functions, over JSON-RPC, from binaries of the real Go toolchain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import type { Assembly, InitializationOptions } from '../../../src/protocol.ts';
import { strangeServer } from '../../go/profiles/strangeServer.ts';
import { testFolder } from '../../testFolder.ts';
import { type Client, type Ending, startedServer } from '../client.ts';

const folder = testFolder({
  'm/go.mod': 'module example.com/m\n\ngo 1.24\n',
  'm/m_test.go': `package m

import "testing"

var kept []byte

func BenchmarkMake(b *testing.B) {
	for b.Loop() {
		kept = make([]byte, 1<<20)
	}
}
`,
});
const directory = path.join(folder, 'm');
const storage = path.join(folder, 'storage');
const name = 'example.com/m.BenchmarkMake';

const settings = { count: 1, benchtime: '50x', kinds: ['mem'] };

const server = (t: Ending, options: InitializationOptions = {}) =>
  startedServer(t, { folder, initializationOptions: { storagePath: storage, ...options }, settings });

async function ask(client: Client, sessionId: string, functionName: string): Promise<Assembly> {
  return client.execute('assembly', { sessionId, functionName });
}

/** The instructions of a function with one symbol, or the reason why there are none. */
function brief(assembly: Assembly): string {
  if ('missing' in assembly) return assembly.missing;
  const [symbol, ...others] = assembly.symbols;
  assert.ok(symbol !== undefined && others.length === 0 && symbol.instructions.length > 10);
  assert.equal(assembly.loads.length, 1);
  return `${symbol.name} in ${symbol.instructions[0]?.file}`;
}

test('a run keeps its binary until a later run of the package', async (t) => {
  const client = await server(t);
  const uri = await client.open(path.join(directory, 'm_test.go'));
  const run = async () => (await client.run({ uri, benchmark: 'BenchmarkMake' }))[0]!;
  const first = await run();
  assert.equal(brief(await ask(client, first, name)), `${name} in m_test.go`);
  assert.match(brief(await ask(client, first, 'nobody.Does')), /does not say which binary/);
  const second = await run();
  assert.equal(brief(await ask(client, second, name)), `${name} in m_test.go`);
  await run();
  assert.match(brief(await ask(client, first, name)), /Older runs do not keep their binaries/);
  const [newer, older] = client.history.runs;
  const compared = { runId: newer?.runId ?? '', baseId: older?.runId ?? '' };
  const difference = await client.execute('compareRuns', compared);
  assert.ok(difference.status === 'opened');
  assert.match(brief(await ask(client, difference.sessionId, name)), /A difference is of two binaries/);
  const runs = readdirSync(path.join(storage, 'runs'));
  const kept = runs.filter((id) => existsSync(path.join(storage, 'runs', id, testBinary)));
  assert.deepEqual([runs.length, kept.length], [3, 2]);
});

for (const [how, flags] of [
  ['its build id', []],
  ['its lines, where it has no build id', ['-ldflags=-B=none']],
] as const) {
  test(`a binary is found beside the profile; another build is recognised by ${how}`, async (t) => {
    const elsewhere = path.join(folder, 'built');
    const build = (...more: string[]) =>
      execFileSync(
        'go',
        ['test', '-c', '-vet=off', ...flags, ...more, '-o', path.join(elsewhere, 'm.test'), '.'],
        { cwd: directory },
      );
    build();
    const profile = path.join(folder, 'mem.pprof');
    const args = ['-test.run=^$', '-test.bench=.', '-test.benchtime=50x', `-test.memprofile=${profile}`];
    execFileSync(path.join(elsewhere, 'm.test'), args, { cwd: directory });
    const client = await server(t);
    const sessionId = await client.openProfile(profile);
    const there = `${name} in m_test.go`;
    assert.equal(brief(await ask(client, sessionId, name)), there, 'where it was when the profile was taken');
    copyFileSync(path.join(elsewhere, 'm.test'), path.join(folder, 'm.test'));
    build('-gcflags=-N');
    assert.equal(brief(await ask(client, sessionId, name)), there, 'beside the profile');
    rmSync(path.join(folder, 'm.test'));
    assert.match(brief(await ask(client, sessionId, name)), /is another build than the profiled one/);
    rmSync(elsewhere, { recursive: true });
    assert.match(brief(await ask(client, sessionId, name)), /m\.test is not on this machine/);
  });
}

test('a go.mod that asks for another toolchain has none downloaded', async (t) => {
  const proxy = await strangeServer((_, response) => response.writeHead(404).end());
  const client = await startedServer(t, {
    folder: directory,
    initializationOptions: { storagePath: storage },
    settings: { ...settings, env: { GOTOOLCHAIN: 'auto', GOPROXY: `http://${proxy.host}`, GONOSUMDB: '*' } },
  });
  const uri = await client.open(path.join(directory, 'm_test.go'));
  const [sessionId = ''] = await client.run({ uri, benchmark: 'BenchmarkMake' });
  const mod = path.join(directory, 'go.mod');
  const text = readFileSync(mod, 'utf8');
  writeFileSync(mod, `${text}\ntoolchain go1.99.0\n`);
  assert.equal(brief(await ask(client, sessionId, name)), `${name} in m_test.go`);
  writeFileSync(mod, text);
  assert.deepEqual(proxy.requests, []);
});

test('nothing is run in an untrusted workspace', async (t) => {
  const client = await server(t, { trusted: false });
  const sessionId = await client.openProfile(path.join(folder, 'mem.pprof'));
  assert.match(brief(await ask(client, sessionId, 'testing.(*B).runN')), /is not trusted/);
});
