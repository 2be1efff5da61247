/** A real store behind TLS: an authority of its own, trust in any certificate, credentials; in the editor and on the command line. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Answer, Question } from '../../../../src/protocol.ts';
import { runHere } from '../../../cli/runHere.ts';
import { cpuProfile } from '../../../go/stores/production.ts';
import { noStore, push, type StoreServer, startStore } from '../../../go/stores/storeServers.ts';
import { type TlsProxy, tlsProxy } from '../../../go/stores/tlsProxy.ts';
import { testFolder } from '../../../testFolder.ts';
import { Client } from '../../client.ts';

describe('a store behind TLS', { skip: noStore('parca') }, () => {
  const folder = testFolder({ token: 'mytoken\n' });
  let store: StoreServer;
  let proxy: TlsProxy;
  before(async () => {
    store = await startStore('parca');
    proxy = await tlsProxy(store.url);
    const profile = cpuProfile([{ count: 30, stack: ['shop.Price shop.go:7', 'main.main main.go:5'] }]);
    await push(store, { profile, labels: { job: 'shop' } });
  });
  after(() => {
    store.stop();
    proxy.stop();
  });

  /** Connects, and answers each question by the first part of its text that is known. */
  async function connected(storage: string, replies: Readonly<Record<string, Answer>>) {
    const client = await Client.start({
      folder,
      initializationOptions: { storagePath: path.join(folder, storage), asks: true, trusted: true },
    });
    client.answer = (question: Question): Answer => {
      const text = JSON.stringify(question);
      const known = Object.keys(replies).find((part) => text.includes(part));
      return known === undefined ? null : (replies[known] ?? null);
    };
    const id = await client.execute('profileStore', { action: 'connect' });
    const title = client.session(id)?.title ?? '';
    const said = client.messages.join('\n') + client.output;
    const questions = client.questions.map((question) => JSON.stringify(question));
    await client.stop();
    return { title, said, questions, kept: readFileSync(path.join(folder, storage, 'stores.json'), 'utf8') };
  }

  const usual = { 'Which service': { chosen: ['shop'] }, 'Which time': { chosen: ['1h'] } };
  const pickTrust = (how: string) => ({ 'cannot be verified': { chosen: [how] } });

  test('the user chooses the file of the authority, or trusts any certificate', async () => {
    const address = { 'Address of': { chosen: [`https://${proxy.open}`] } };
    const authority = { '"kind":"file"': { chosen: [proxy.ca] } };
    const byFile = await connected('file', { ...address, ...pickTrust('file'), ...authority, ...usual });
    assert.equal(byFile.title, 'shop · CPU · last hour', byFile.said);
    assert.equal(byFile.questions.filter((question) => question.includes('cannot be verified')).length, 1);
    assert.ok(byFile.kept.includes(proxy.ca));
    const any = await connected('any', { ...address, ...pickTrust('any'), ...usual });
    assert.equal(any.title, 'shop · CPU · last hour', any.said);
    assert.ok(any.kept.includes('https+insecure://'));
  });

  test('a name and a password behind TLS are kept as a secret', async () => {
    const { title, said, kept } = await connected('locked', {
      'Address of': { chosen: [`https+insecure://me:mysecret@${proxy.locked}`] },
      ...usual,
    });
    assert.equal(title, 'shop · CPU · last hour', said);
    assert.doesNotMatch(said + kept, /mysecret|bWU6bXlzZWNyZXQ/);
  });

  test('on the command line', async () => {
    const query = ['--query', '{job="shop"}'];
    const refused = await runHere('top', `parca+https://${proxy.open}`, ...query);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /certificate/);
    const token = path.join(folder, 'token');
    for (const args of [
      [`parca+https://${proxy.open}`, `--ca=${proxy.ca}`],
      [`parca+https+insecure://${proxy.open}`],
      [`parca+https://${proxy.locked}`, `--ca=${proxy.ca}`, `--token-file=${token}`],
      [`parca+https://me:mysecret@${proxy.locked}`, `--ca=${proxy.ca}`],
    ]) {
      const { status, stdout, stderr } = await runHere('top', ...args, ...query);
      assert.equal(status, 0, stderr);
      assert.match(stdout, /shop\.Price/);
      assert.doesNotMatch(stdout + stderr, /mysecret|mytoken/);
    }
    const locked = await runHere('top', `parca+https://${proxy.locked}`, `--ca=${proxy.ca}`, ...query);
    assert.match(locked.stderr, /asks for a name and a password, or for a token/);
  });
});
