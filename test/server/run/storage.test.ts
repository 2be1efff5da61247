/** A storage folder that cannot be written to: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { goModule } from '../../go/goModule.ts';
import { Client } from '../client.ts';

const files = {
  'm_test.go': 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n',
};

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

interface Served {
  readonly client: Client;
  readonly uri: string;
  readonly storagePath: string;
}

async function withStorage(
  prepare: (storagePath: string) => void,
  use: (served: Served) => Promise<void>,
  sources: Readonly<Record<string, string>> = files,
): Promise<void> {
  const module = goModule(sources);
  const storagePath = path.join(path.dirname(module.directory), 'editor');
  prepare(storagePath);
  const client = await Client.start({
    folder: module.directory,
    initializationOptions: { decorations: true, storagePath },
    settings: { profiles: ['mem'], benchtime: '10x', count: 1 },
  });
  try {
    const uri = await client.open(path.join(module.directory, 'm_test.go'));
    await use({ client, uri, storagePath });
  } finally {
    await client.stop();
    module.remove();
  }
}

/** The run shows its results, and a message says why it is not kept. */
async function showsWithoutKeeping({ client, uri }: Served, why: RegExp): Promise<void> {
  const outcome = await client.execute('run', { uri, benchmark: 'BenchmarkX' });
  assert.equal(outcome.status, 'done', client.messages.join());
  assert.ok(outcome.sessionIds.length > 0);
  assert.match(client.messages.join(), why);
  assert.match((await client.lensTitles(uri)).join(), /\/op/);
  assert.deepEqual(client.history.runs, []);
  const [session] = client.sessions.sessions;
  assert.equal((await client.execute('results', { sessionId: session!.id }))?.rows.length, 1);
}

describe('results are shown, and a message says why they are not kept, if the storage', () => {
  test('is a file', () =>
    withStorage(
      (storage) => writeFileSync(storage, ''),
      (served) => showsWithoutKeeping(served, /Runs cannot be kept in .*: a part of the path is a file\./),
    ));

  test('has a file in the place of the runs', () =>
    withStorage(
      (storage) => {
        mkdirSync(storage);
        writeFileSync(path.join(storage, 'runs'), '');
      },
      (served) => showsWithoutKeeping(served, /Runs cannot be kept in .*: it is a file\./),
    ));

  test('is full', async (t) => {
    let mounted = '';
    try {
      await withStorage(
        (storage) => {
          mkdirSync(storage);
          try {
            execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', storage], { stdio: 'ignore' });
            mounted = storage;
          } catch {
            // Only an administrator can mount.
          }
        },
        async (served) => {
          if (mounted === '') return t.skip('no small file system can be mounted');
          await showsWithoutKeeping(served, /Runs cannot be kept in .*: the disk is full\./);
          assert.deepEqual(readdirSync(path.join(served.storagePath, 'runs')), []);
          execFileSync('umount', [mounted]);
          mounted = '';
        },
      );
    } finally {
      if (mounted !== '') execFileSync('umount', [mounted]);
    }
  });
});

test('a run whose storage was deleted since is kept in a new one', () =>
  withStorage(
    () => undefined,
    async ({ client, uri, storagePath }) => {
      for (let i = 0; i < 2; i++) {
        const outcome = await client.execute('run', { uri, benchmark: 'BenchmarkX' });
        assert.equal(outcome.status, 'done', client.messages.join());
        assert.ok(existsSync(path.join(storagePath, 'runs')));
        rmSync(storagePath, { recursive: true });
      }
    },
  ));

test('a run whose storage is deleted while it runs ends with a sentence, and the next one shows its results', () =>
  withStorage(
    () => undefined,
    async ({ client, uri }) => {
      const interrupted = await client.execute('run', { uri, benchmark: 'BenchmarkX' });
      // The test binary was in it.
      assert.equal(interrupted.status, 'failed');
      assert.match(client.messages.join('\n'), /^There is no \w+ profile of BenchmarkX: .*\.$/);
      const outcome = await client.execute('run', { uri, benchmark: 'BenchmarkX' });
      assert.equal(outcome.status, 'done', client.messages.join());
      assert.match((await client.lensTitles(uri)).join(), /\/op/);
      const sessionId = outcome.sessionIds[0]!;
      assert.equal((await client.execute('results', { sessionId }))?.rows.length, 1);
    },
    { 'm_test.go': deletingTest },
  ));

test('a file below a file gets a sentence from every command', () =>
  withStorage(
    () => undefined,
    async ({ client, uri }) => {
      const below = `${uri}/below_test.go`;
      const outcome = await client.execute('run', { uri: below, benchmark: 'BenchmarkX' });
      assert.equal(outcome.status, 'failed');
      assert.equal(await client.execute('refs', { uri: below }), null);
      await client.execute('mainPackages', { uri: below });
      assert.ok(client.messages.length >= 2);
      for (const message of client.messages)
        assert.match(message, /^There is no folder .*m_test\.go, so nothing can run/);
    },
  ));
