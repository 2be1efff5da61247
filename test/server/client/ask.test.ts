// Questions of the server to the user.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { createConnection } from 'vscode-languageserver/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { askMethod, type Question } from '../../../src/protocol.ts';
import { Ask } from '../../../src/server/client/ask.ts';

describe('a question to the user', () => {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const asked: Question[] = [];
  let answer: unknown = null;
  client.onRequest(askMethod, (question: Question) => {
    asked.push(question);
    return answer;
  });
  server.listen();
  client.listen();
  after(() => {
    client.dispose();
    server.dispose();
  });
  const ask = new Ask(server, true);
  const items = [
    { id: 'a', label: 'Heap' },
    { id: 'b', label: 'CPU' },
  ];
  const list = { title: 'Kind', placeholder: 'What to fetch', items };
  const answered = (value: unknown) => {
    answer = value;
  };

  test('of one item is answered by its id, or by nothing', async () => {
    answered({ chosen: ['b'] });
    assert.deepEqual(await ask.pick(list), { id: 'b' });
    assert.deepEqual(asked.at(-1), { kind: 'pick', ...list });
    answered(null);
    assert.equal(await ask.pick(list), null);
  });

  test('takes no item that was not offered, and the user’s own text only where it was', async () => {
    answered({ chosen: ['c'] });
    assert.equal(await ask.pick(list), null);
    answered({ chosen: [], typed: 'localhost:6060' });
    assert.equal(await ask.pick(list), null);
    assert.deepEqual(await ask.pick({ ...list, ownText: 'Connect to {0}' }), { typed: 'localhost:6060' });
  });

  test('for a text may be answered by an empty one', async () => {
    answered({ chosen: [''] });
    assert.equal(await ask.input({ title: 'Arguments', prompt: 'What to start it with' }), '');
    answered(null);
    assert.equal(await ask.input({ title: 'Arguments', prompt: 'What to start it with' }), null);
  });

  test('that is answered in another form counts as given up', async () => {
    for (const strange of [{ chosen: 'b' }, { chosen: null }, 7, 'b', []]) {
      answered(strange);
      assert.equal(await ask.pick(list), null);
      assert.deepEqual(await ask.files({ title: 'CA', button: 'Use' }), []);
      assert.equal(await ask.secret('server'), null);
    }
  });

  test('is not sent to an editor that cannot ask', async () => {
    const before = asked.length;
    const silent = new Ask(server, false);
    assert.equal(await silent.pick(list), null);
    assert.equal(await silent.confirm({ question: 'Send load?', detail: '', button: 'Send' }), false);
    assert.equal(asked.length, before);
  });
});
