/** What has failed once is tried again when somebody asks the next time. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Connection } from 'vscode-languageserver';
import { Settings } from '../../../src/server/client/settings.ts';

/** Fails when it is called first. */
function failingOnce<T>(value: T): () => Promise<T> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return value;
    isFirst = false;
    throw new Error('not now');
  };
}

test('settings that the editor could not give are asked for again', async () => {
  const workspace = { getConfiguration: failingOnce([{ count: 3 }, null]) };
  const connection = { workspace } as unknown as Connection;
  const client = { configuration: true, folders: [], listsFolders: false };
  const settings = new Settings(connection, client, () => true);
  await assert.rejects(settings.general(), /not now/);
  assert.equal((await settings.general()).lens.count, 3);
  assert.equal(settings.general(), settings.general(), 'they are kept');
});
