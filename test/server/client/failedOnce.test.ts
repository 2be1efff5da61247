/** What has failed once is tried again when somebody asks the next time. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { CancellationToken, type Connection } from 'vscode-languageserver';
import { backgroundOf } from '../../../src/server/client/background.ts';
import { Messages } from '../../../src/server/client/messages.ts';
import { Settings } from '../../../src/server/client/settings.ts';
import { type PlaceOwner, Places } from '../../../src/server/servers/places.ts';
import { testFolder } from '../../testFolder.ts';

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

/** The places of one kind that is remembered, and cannot be loaded at first. */
function placesWithFile(file: string) {
  const owner: PlaceOwner = { items: [], act: async () => 's1', dispose: async () => undefined };
  const logged: string[] = [];
  const connection = {
    console: { error: (text: string) => logged.push(text) },
    sendNotification: async () => undefined,
  } as unknown as Connection;
  const context = {
    connection,
    messages: new Messages(connection),
    isTrusted: () => true,
    background: backgroundOf(connection),
  };
  return new Places(context, [{ prefix: 'server/', file, load: failingOnce(owner) }]);
}

test('places that could not be loaded are loaded by the next who asks, and do not stop the end', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'servers.json');
  writeFileSync(file, '[]');
  const places = placesWithFile(file);
  await assert.rejects(places.publish(), /not now/);
  assert.equal(await places.act({ action: 'fetch' }, CancellationToken.None), 's1');
  const others = placesWithFile(file);
  await assert.rejects(others.publish(), /not now/);
  await others.dispose();
});
