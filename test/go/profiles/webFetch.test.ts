/** What a browser fetches for us, in a real one: only where it may, within the same limits, and without what is its own. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { webBundles } from '../../../src/bundling/web.mjs';
import { installChromium, testArguments } from '../../editor/chromium.ts';
import { eventually } from '../../eventually.ts';
import { permitted } from './permitted.ts';
import { type StrangeServer, strangeServer } from './strangeServer.ts';

interface Asked {
  readonly address: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly maxTime?: number;
  readonly maxBytes?: number;
  /** After how many milliseconds the user gives up. */
  readonly cancelledAfter?: number;
}

type Fetched =
  | { readonly text: string; readonly type: string }
  | { readonly code: string; readonly text: string };

/** What runs in the page. */
const script = `
  import { sentence } from './src/base/result.ts';
  import { writtenAddress } from './src/go/profiles/fetchAddress.ts';
  import { fetchBytes } from './src/go/profiles/fetchBytes.ts';
  globalThis.fetched = async ({ address, body, headers, cancelledAfter, ...limits }) => {
    const cancelled = new AbortController();
    if (cancelledAfter !== undefined) setTimeout(() => cancelled.abort(), cancelledAfter);
    const answer = await fetchBytes(writtenAddress(address), {
      maxBytes: 1e6,
      mayRedirect: false,
      access: { headers },
      signal: cancelled.signal,
      ...(body === undefined ? {} : { body: { contentType: 'application/json', bytes: new TextEncoder().encode(body) } }),
      ...limits,
    });
    if (!answer.ok) return { code: answer.problem.code, text: sentence(answer.problem) };
    return { text: new TextDecoder().decode(answer.value.bytes), type: answer.value.contentType };
  };`;

let browser: Browser;
let page: Page;
let home: StrangeServer;

before(async () => {
  const [, bundle] = webBundles({ bundle: true, target: 'es2022' });
  const { entryPoints: _, ...rest } = bundle!;
  const root = join(import.meta.dirname, '../../..');
  const built = await build({ ...rest, write: false, stdin: { contents: script, resolveDir: root } });
  home = await strangeServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>editor</title>');
  });
  browser = await chromium.launch({ executablePath: installChromium(), args: [...testArguments] });
  page = await browser.newPage();
  await page.goto(`http://${home.host}/`);
  await page.addScriptTag({ content: built.outputFiles?.[0]?.text ?? '' });
});
after(() => browser.close());

function fetched(asked: Asked): Promise<Fetched> {
  return page.evaluate(
    (each) => (globalThis as unknown as { fetched(asked: Asked): Promise<Fetched> }).fetched(each),
    asked,
  );
}

async function problemOf(asked: Asked): Promise<{ readonly code: string; readonly text: string }> {
  const answer = await fetched(asked);
  assert.ok('code' in answer, JSON.stringify(answer));
  return answer;
}

/** A server that permits pages to hear it. */
function permitting(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return strangeServer((request, response) => permitted(request, response) || answer(request, response));
}

test('what the user has given is sent, and nothing of the browser', async () => {
  const heard: IncomingMessage[] = [];
  const store = await permitting((request, response) => {
    heard.push(request);
    response
      .setHeader('set-cookie', 'known=1')
      .setHeader('content-type', 'Text/Plain; charset=utf-8')
      .end('ok');
  });
  const address = `http://${store.host}/a`;
  await page.context().addCookies([{ name: 'own', value: '1', url: address }]);
  const headers = { authorization: 'Bearer mytoken', 'x-scope-orgid': 'north' };
  assert.deepEqual(await fetched({ address, body: '{}', headers }), { text: 'ok', type: 'text/plain' });
  assert.deepEqual(await fetched({ address: `http://me:secret@${store.host}/a` }), {
    text: 'ok',
    type: 'text/plain',
  });
  const [posted, got] = heard.map(({ method, headers: sent }) => ({ method, sent }));
  assert.equal(posted?.method, 'POST');
  assert.equal(posted.sent.authorization, 'Bearer mytoken');
  assert.equal(posted.sent['x-scope-orgid'], 'north');
  assert.equal(posted.sent['content-type'], 'application/json');
  assert.equal(got?.method, 'GET');
  assert.equal(got.sent.authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`);
  for (const { sent } of [posted, got]) {
    assert.equal(sent.cookie, undefined);
    assert.equal(sent.referer, undefined);
  }
});

test('a server that does not permit it: the sentence says what to set, and for which page', async () => {
  const store = await strangeServer((_, response) => response.end('not for you'));
  const { code, text } = await problemOf({ address: `http://${store.host}/` });
  assert.equal(code, 'page-refused');
  assert.ok(text.includes(`permit pages from http://${home.host} (CORS)`), text);
  assert.doesNotMatch(text, /not for you/);
  // Nothing else is known of a server that is not there.
  assert.equal((await problemOf({ address: 'http://127.0.0.1:1/' })).code, 'page-refused');
});

test('another machine by http: the sentence names https', async () => {
  const { code, text } = await problemOf({ address: 'http://shop.invalid:4040/' });
  assert.equal(code, 'page-refused');
  assert.match(text, /by https only, and http:\/\/shop\.invalid:4040\/ is http\. /);
});

test('an answer without end is not read to its end', async () => {
  let sent = 0;
  let isClosed = false;
  const endless = await permitting((_, response) => {
    response.on('close', () => {
      isClosed = true;
    });
    const piece = Buffer.alloc(64 * 1024, 'A');
    const send = () => {
      if (response.destroyed) return;
      sent += piece.length;
      response.write(piece, () => setImmediate(send));
    };
    send();
  });
  assert.equal((await problemOf({ address: `http://${endless.host}/` })).code, 'too-large');
  await eventually('the connection is closed', async () => isClosed);
  assert.ok(sent < 100_000_000, `${sent} bytes`);
  const said = await permitting((_, response) => response.setHeader('content-length', 2_000_000).write('A'));
  assert.equal((await problemOf({ address: `http://${said.host}/` })).code, 'too-large');
});

test('silence, a trickle and a user who gives up end a request', { timeout: 30_000 }, async () => {
  const trickle = await permitting((_, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const silent = await permitting(() => undefined);
  const [address, other] = [`http://${trickle.host}/`, `http://${silent.host}/`];
  assert.equal((await problemOf({ address: other, timeout: 0.3 })).code, 'server-silent');
  assert.equal((await problemOf({ address, timeout: 10, maxTime: 0.5 })).code, 'server-slow');
  assert.equal((await problemOf({ address, cancelledAfter: 200 })).code, 'cancelled');
});

test('a redirect is not followed', async () => {
  const other = await permitting((_, response) => response.end());
  const away = await permitting((_, response) =>
    response.writeHead(302, { location: `http://${other.host}/` }).end(),
  );
  assert.equal((await problemOf({ address: `http://${away.host}/` })).code, 'redirected');
  assert.deepEqual(other.requests, []);
});

test('a connection that breaks, and a refusal in words', async () => {
  const broken = await permitting((_, response) => {
    response.setHeader('content-length', 1000).write('x', () => response.destroy());
  });
  assert.equal((await problemOf({ address: `http://${broken.host}/` })).code, 'connection-lost');
  const locked = await permitting((_, response) => response.writeHead(401).end('{"message":"who are you"}'));
  assert.equal((await problemOf({ address: `http://${locked.host}/` })).code, 'not-allowed');
});
