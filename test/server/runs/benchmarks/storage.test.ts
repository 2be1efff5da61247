/** A storage folder that cannot be written to: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { goModule } from '../../../go/goModule.ts';
import { testFolder, writeFiles } from '../../../testFolder.ts';
import { type Ending, startedServer } from '../../client.ts';

const files = {
  'm_test.go': 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n',
};

/** Built once for all tests. */
const usual = goModule(files);

/** The benchmark deletes the storage folder, which is beside the module, but only the first time. */
const deletingTest = `package m

import (
	"os"
	"testing"
)

func BenchmarkX(b *testing.B) {
	if os.Mkdir("../deleted", 0o755) == nil {
		os.RemoveAll("../editor")
	}
	for b.Loop() {
	}
}
`;

async function served(
  t: Ending,
  prepare: (storagePath: string) => void = () => undefined,
  sources: Readonly<Record<string, string>> = files,
) {
  const { directory } = sources === files ? usual : goModule(sources);
  const storagePath = path.join(sources === files ? testFolder() : path.dirname(directory), 'editor');
  prepare(storagePath);
  const client = await startedServer(t, {
    folder: directory,
    initializationOptions: { decorations: true, storagePath },
    settings: { kinds: ['mem'], benchtime: '10x', count: 1 },
  });
  return { client, storagePath, uri: await client.open(path.join(directory, 'm_test.go')) };
}

type Served = Awaited<ReturnType<typeof served>>;

/** The run shows its results, and a message says why it is not kept. */
async function showsWithoutKeeping({ client, uri }: Served, why: RegExp): Promise<void> {
  assert.ok((await client.run({ uri, benchmark: 'BenchmarkX' })).length > 0);
  assert.match(client.messages.join(), why);
  assert.match((await client.lensTitles(uri)).join(), /\/op/);
  assert.deepEqual(client.history.runs, []);
  const [session] = client.sessions.sessions;
  assert.equal((await client.execute('results', { sessionId: session!.id }))?.rows.length, 1);
}

describe('results are shown, and a message says why they are not kept, if the storage', () => {
  test('is a file', async (t) => {
    const module = await served(t, (storage) => writeFileSync(storage, ''));
    await showsWithoutKeeping(module, /Runs cannot be kept in .*: a part of the path is a file\./);
  });

  test('has a file in the place of the runs', async (t) => {
    const module = await served(t, (storage) => writeFiles(storage, { runs: '' }));
    await showsWithoutKeeping(module, /Runs cannot be kept in .*: it is a file\./);
  });

  test('is full', async (t) => {
    let isMounted = false;
    const module = await served(t, (storage) => {
      mkdirSync(storage);
      const mount = ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', storage];
      // Only an administrator can.
      isMounted = spawnSync('mount', mount, { stdio: 'ignore' }).status === 0;
      t.after(() => isMounted && execFileSync('umount', [storage]));
    });
    if (!isMounted) return t.skip('no small file system can be mounted');
    await showsWithoutKeeping(module, /Runs cannot be kept in .*: the disk is full\./);
    assert.deepEqual(readdirSync(path.join(module.storagePath, 'runs')), []);
  });
});

test('a run whose storage was deleted since is kept in a new one', async (t) => {
  const { client, uri, storagePath } = await served(t);
  for (let i = 0; i < 2; i++) {
    await client.run({ uri, benchmark: 'BenchmarkX' });
    assert.ok(existsSync(path.join(storagePath, 'runs')));
    rmSync(storagePath, { recursive: true });
  }
});

test('a run whose storage is deleted while it runs ends with a sentence, and the next one shows its results', async (t) => {
  const { client, uri } = await served(t, undefined, { 'm_test.go': deletingTest });
  const interrupted = await client.execute('run', { uri, benchmark: 'BenchmarkX' });
  // The test binary was in it.
  assert.equal(interrupted.status, 'failed');
  assert.match(client.messages.join('\n'), /^There is no \w+ profile of BenchmarkX: .*\.$/);
  const [sessionId] = await client.run({ uri, benchmark: 'BenchmarkX' });
  assert.match((await client.lensTitles(uri)).join(), /\/op/);
  assert.equal((await client.execute('results', { sessionId: sessionId! }))?.rows.length, 1);
});

test('a file below a file gets a sentence from every command', async (t) => {
  const { client, uri } = await served(t);
  const below = `${uri}/below_test.go`;
  const outcome = await client.execute('run', { uri: below, benchmark: 'BenchmarkX' });
  assert.equal(outcome.status, 'failed');
  assert.equal(await client.execute('refs', { uri: below }), null);
  await client.execute('mainPackages', { uri: below });
  assert.ok(client.messages.length >= 2);
  for (const message of client.messages)
    assert.match(message, /^There is no folder .*m_test\.go, so nothing can run/);
});
