/** What a store is asked when the user connects to it, and what it hears of us. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { strangeServer } from '../../../go/profiles/strangeServer.ts';
import { standIn } from '../../../go/stores/standIn.ts';
import { profileBytes } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const bytes = profileBytes({
  sampleTypes: ['cpu/nanoseconds'],
  samples: [{ values: [9], stack: ['shop.Price shop.go:7'] }],
});
/** A Pyroscope with one profile. */
const answer = standIn(() => bytes);

/** The same, for those who know the token. */
function answerKnown(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.authorization === 'Bearer mytoken') answer(request, response);
  else response.writeHead(401).end();
}

async function started(t: TestContext) {
  const folder = testFolder();
  const initializationOptions = { storagePath: folder, asks: true, trusted: true };
  const client = await startedServer(t, { folder, initializationOptions });
  /** Answers the questions in their order; then gives up. */
  const answering = (...chosen: string[]) => {
    client.answer = () => {
      const next = chosen.shift();
      return next === undefined ? null : { chosen: [next] };
    };
  };
  const saidAndKept = () =>
    readFileSync(path.join(folder, 'stores.json'), 'utf8') + client.output + client.messages.join();
  return { client, answering, saidAndKept };
}

test('a store is asked for its types once', async (t) => {
  const { client, answering } = await started(t);
  const store = await strangeServer(answer);
  const asked = () => store.requests.filter((each) => each.includes('ProfileTypes')).length;
  answering(`http://${store.host}`, 'shop', '1h');
  assert.ok(await client.execute('profileStore', { action: 'connect' }), client.messages.join());
  assert.equal(asked(), 1);
  answering('before');
  assert.ok(await client.execute('profileStore', { action: 'compare' }), client.messages.join());
  assert.equal(asked(), 2);
});

test('a token is asked for, kept as a secret, and in no file or output', async (t) => {
  const { client, answering, saidAndKept } = await started(t);
  const store = await strangeServer(answerKnown);
  answering(`http://${store.host}`, 'bearer', 'mytoken');
  assert.equal(await client.execute('profileStore', { action: 'connect' }), null);
  assert.ok([...client.secrets.values()].some((secret) => secret.includes('mytoken')));
  assert.ok(saidAndKept().includes(store.host));
  assert.doesNotMatch(saidAndKept(), /mytoken/);
});

test('a store that moves to another host does not hear the secret of the former', async (t) => {
  const { client, answering } = await started(t);
  const [former, other] = [await strangeServer(answerKnown), await strangeServer(answer)];
  answering(`http://${former.host}`, 'bearer', 'mytoken', 'shop', '1h');
  assert.ok(await client.execute('profileStore', { action: 'connect' }), client.messages.join());
  const id = client.servers.items[0]?.id ?? '';
  answering(`http://${other.host}`, 'shop', '1h');
  assert.ok(await client.execute('profileServer', { action: 'edit', id }), client.messages.join());
  assert.ok(other.requests.length > 3);
  assert.deepEqual(
    other.requests.filter((each) => !each.endsWith(' -')),
    [],
  );
  const asked = former.requests.length;
  answering(`http://${former.host}/prefix`, 'shop', '1h');
  assert.ok(await client.execute('profileServer', { action: 'edit', id }), client.messages.join());
  assert.ok(former.requests.slice(asked).every((each) => each.endsWith('Bearer mytoken')));
});
