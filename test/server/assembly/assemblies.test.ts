/** The instructions of functions, over JSON-RPC, from binaries of the real Go toolchain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import type { Assembly, InitializationOptions } from '../../../src/protocol.ts';
import { testFolder } from '../../testFolder.ts';
import { Client } from '../client.ts';

const folder = testFolder();
let storage = '';
before(() => {
  storage = path.join(folder, 'storage');
  cpSync('test/workspace/template', path.join(folder, 'template'), { recursive: true });
});

const settings = { count: 1, benchtime: '50x', kinds: ['mem'] };

async function withServer(use: (client: Client) => Promise<void>, options: InitializationOptions = {}) {
  const initializationOptions = { storagePath: storage, ...options };
  const client = await Client.start({ folder, initializationOptions, settings });
  try {
    await use(client);
  } finally {
    await client.stop();
  }
}

async function ask(client: Client, sessionId: string, functionName: string): Promise<Assembly> {
  return client.execute('assembly', { sessionId, functionName });
}

async function open(client: Client, profile: string): Promise<string> {
  const opened = await client.execute('openProfile', { path: profile });
  assert.ok(opened.status === 'opened');
  return opened.sessionId;
}

/** The instructions of a function with one symbol, or the reason why there are none. */
function brief(assembly: Assembly): string {
  if ('missing' in assembly) return assembly.missing;
  const [symbol, ...others] = assembly.symbols;
  assert.ok(symbol !== undefined && others.length === 0 && symbol.instructions.length > 10);
  assert.equal(assembly.loads.length, 1);
  return `${symbol.name} in ${symbol.instructions[0]?.file}`;
}

test('a run keeps its binary until a later run of the package', async () => {
  await withServer(async (client) => {
    const uri = await client.open(path.join(folder, 'template', 'shop_test.go'));
    const run = async () => {
      const request = { uri, benchmark: 'BenchmarkCatalogue' };
      const outcome = await client.execute('run', request);
      assert.equal(outcome.status, 'done');
      return outcome.sessionIds[0]!;
    };
    const first = await run();
    const name = 'example.com/template.BenchmarkCatalogue';
    assert.equal(brief(await ask(client, first, name)), `${name} in shop_test.go`);
    assert.match(brief(await ask(client, first, 'nobody.Does')), /does not say which binary/);
    const second = await run();
    assert.equal(brief(await ask(client, second, name)), `${name} in shop_test.go`);
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
});

for (const [how, flags] of [
  ['its build id', []],
  ['its lines, where it has no build id', ['-ldflags=-B=none']],
] as const) {
  test(`a binary is found beside the profile; another build is recognised by ${how}`, async () => {
    const directory = path.join(folder, 'template');
    const elsewhere = path.join(folder, 'built');
    const build = (...more: string[]) =>
      execFileSync(
        'go',
        ['test', '-c', '-vet=off', ...flags, ...more, '-o', path.join(elsewhere, 'shop.test'), '.'],
        { cwd: directory },
      );
    build();
    const profile = path.join(folder, 'mem.pprof');
    const args = [
      '-test.run=^$',
      '-test.bench=Catalogue',
      '-test.benchtime=50x',
      `-test.memprofile=${profile}`,
    ];
    execFileSync(path.join(elsewhere, 'shop.test'), args, { cwd: directory });
    await withServer(async (client) => {
      const sessionId = await open(client, profile);
      const name = 'example.com/template.BenchmarkCatalogue';
      const there = `${name} in shop_test.go`;
      assert.equal(
        brief(await ask(client, sessionId, name)),
        there,
        'where it was when the profile was taken',
      );
      copyFileSync(path.join(elsewhere, 'shop.test'), path.join(folder, 'shop.test'));
      build('-gcflags=-N');
      assert.equal(brief(await ask(client, sessionId, name)), there, 'beside the profile');
      rmSync(path.join(folder, 'shop.test'));
      assert.match(brief(await ask(client, sessionId, name)), /is another build than the profiled one/);
      rmSync(elsewhere, { recursive: true });
      assert.match(brief(await ask(client, sessionId, name)), /shop\.test is not on this machine/);
    });
  });
}

test('nothing is run in an untrusted workspace', async () => {
  await withServer(
    async (client) => {
      const sessionId = await open(client, path.join(folder, 'mem.pprof'));
      assert.match(brief(await ask(client, sessionId, 'testing.(*B).runN')), /is not trusted/);
    },
    { trusted: false },
  );
});
