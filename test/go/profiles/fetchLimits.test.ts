/** A server cannot hold us for ever, learn a password that is not for it, or get one printed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { sentence } from '../../../src/base/result.ts';
import { profileAddress, shownSource } from '../../../src/go/profiles/fetchAddress.ts';
import { longestWhole } from '../../../src/go/profiles/fetchBytes.ts';
import { fetchProfile } from '../../../src/go/profiles/fetchProfile.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { refused } from '../../why.ts';
import { strangeServer } from './strangeServer.ts';

const profile = profileBytes({ samples: [{ values: [1], stack: ['main'] }] });
const login = `Basic ${Buffer.from('me:secret').toString('base64')}`;

async function fetched(source: string, options: Parameters<typeof fetchProfile>[1] = {}) {
  const address = profileAddress(source);
  assert.ok(address, source);
  const result = await fetchProfile(address, options);
  return result.ok ? 'ok' : { code: result.problem.code, text: sentence(result.problem) };
}

test('a byte now and then is not for ever: the whole has a limit beside that of silence', async () => {
  const timers: NodeJS.Timeout[] = [];
  const trickle = await strangeServer((_, response) => {
    response.writeHead(200, { 'content-length': '100000' });
    timers.push(setInterval(() => response.write('x'), 20));
  });
  const result = await fetched(`http://${trickle.host}/x`, { timeout: 10, maxTime: 0.3 });
  for (const timer of timers) clearInterval(timer);
  assert.ok(result !== 'ok');
  assert.equal(result.code, 'server-slow');
  assert.match(
    result.text,
    /has not sent the whole profile after 0\.3 seconds\. See whether it is busy, and try again\.$/,
  );
});

test('the same for the head of an answer, a refusal and a chain of redirects', async () => {
  const slowly = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(slowly, 'listening');
  after(() => slowly.close());
  const address = slowly.address();
  assert.ok(typeof address === 'object' && address !== null);
  const head = await fetched(`http://127.0.0.1:${address.port}/x`, { timeout: 0.3 });
  assert.ok(head !== 'ok' && head.code === 'server-silent');

  const refusal = await strangeServer((_, response) => {
    response.writeHead(500);
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  // The head must have come by then, on a busy machine too.
  const refused = await fetched(`http://${refusal.host}/x`, { timeout: 10, maxTime: 2 });
  assert.ok(refused !== 'ok' && refused.code === 'server-refused');

  const redirects = await strangeServer((request, response) => {
    setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 100);
  });
  const redirected = await fetched(`http://${redirects.host}/x`, { timeout: 10, maxTime: 0.3 });
  assert.ok(redirected !== 'ok' && redirected.code === 'server-slow');
});

test('by default an answer may take ten minutes besides the recording, or as long as a silence may', () => {
  const heap = profileAddress('http://shop:6060/debug/pprof/heap');
  const hour = profileAddress('http://shop:6060/', 3600);
  assert.ok(heap && hour);
  assert.deepEqual(
    [longestWhole(heap, 65), longestWhole(hour, 5405), longestWhole(heap, 7200)],
    [600, 9005, 7200],
  );
});

test('a time that no timer can hold is a long time, not none', async () => {
  const server = await strangeServer((_, response) => setTimeout(() => response.end(profile), 50));
  const options = { timeout: 1e9, maxTime: 1e9 };
  assert.equal(await fetched(`http://${server.host}/x?seconds=999999999`, options), 'ok');
});

test('a redirect is followed on the server that was named, and takes the password along; no other server is asked', async () => {
  const other = await strangeServer((_, response) => response.end(profile));
  const { port } = new URL(`http://${other.host}`);
  const elsewhere: Readonly<Record<string, string>> = {
    '/other': `http://${other.host}/end`,
    '/given': `http://them:theirs@${other.host}/end`,
    '/without': `//${other.host}/end`,
    '/backslashes': `\\\\${other.host}\\end`,
    '/named': `http://localhost:${port}/end`,
    '/number': `http://2130706433:${port}/end`,
    '/secure': `https://${other.host}/end`,
    '/blanks': `\t http://${other.host}/end`,
  };
  const server = await strangeServer((request, response) => {
    const own = { '/relative': '/end', '/absolute': `http://${server.host}/end` };
    const location = { ...own, ...elsewhere }[request.url ?? ''];
    if (location === undefined) response.end(profile);
    else response.writeHead(302, { location }).end();
  });
  for (const path of ['/relative', '/absolute']) {
    assert.equal(await fetched(`http://me:secret@${server.host}${path}`), 'ok');
  }
  assert.deepEqual(server.requests, [
    `/relative ${login}`,
    `/end ${login}`,
    `/absolute ${login}`,
    `/end ${login}`,
  ]);
  for (const path of Object.keys(elsewhere)) {
    const told = await fetched(`http://me:secret@${server.host}${path}`);
    assert.ok(told !== 'ok', path);
    assert.equal(told.code, 'redirected', path);
    assert.match(told.text, /sends us on to https?:.*\. If that is the right server, name it\.$/);
  }
  assert.deepEqual(other.requests, []);
});

test('the same server: its scheme, host and port, or https instead of http', () => {
  const cases: [from: string, to: string, isSame: boolean][] = [
    ['http://shop/a', 'http://shop/b', true],
    ['http://shop/a', 'http://shop:80/b', true],
    ['http://shop/a', 'https://shop/b', true],
    ['http://shop:6060/a', 'https://shop:6060/b', true],
    ['http://shop/a', 'https://shop:8443/b', false],
    ['http://shop:6060/a', 'https://shop/b', false],
    ['https://shop/a', 'http://shop/b', false],
    ['http://shop/a', 'http://shop:6060/b', false],
    ['http://shop/a', 'http://shop.example/b', false],
    ['http://shop.example/a', 'http://example/b', false],
    ['unix:/run/shop.sock:/a', 'http://localhost/b', true],
    ['unix:/run/shop.sock:/a', 'https://localhost/b', false],
    ['unix:/run/shop.sock:/a', 'http://shop/b', false],
  ];
  for (const [from, to, isSame] of cases) {
    const address = profileAddress(from);
    assert.ok(address);
    assert.equal(address.redirectedTo(to)?.isOnServerOf(address), isSame, `${from} ${to}`);
  }
});

test('trust in any certificate is for the host that the user named', () => {
  const address = profileAddress('https+insecure://shop/debug/pprof/heap');
  assert.equal(address?.redirectedTo('/other')?.isInsecure, true);
  assert.equal(address?.redirectedTo('https://elsewhere/heap')?.isInsecure, false);
});

test('an address in any text has no name, password or key', () => {
  const address = profileAddress(
    'http://me:secret@shop:6060/debug/pprof/heap?debug=0&token=key1&key2&seconds=5',
  );
  assert.ok(address);
  const shown = 'http://shop:6060/debug/pprof/heap?debug=0&token=…&…&seconds=5';
  assert.equal(address.shown, shown);
  assert.equal(`${address}`, shown);
  assert.equal(JSON.parse(JSON.stringify({ address })).address, shown);
  assert.doesNotMatch(inspect(address, { showHidden: true, depth: 9 }), /secret|key1|key2/);
  assert.doesNotMatch(`${profileAddress('me:secret@shop:6060/heap')}`, /secret/);
});

test('what is no address, or a file that does not exist, is shown without a password', () => {
  const cases: [source: string, shown: string][] = [
    ['http://me:secret@shop:99999/x', 'http://shop:99999/x'],
    ['http://me:sec/ret@shop:x/heap?k=key', 'http://shop:x/heap?…'],
    ['http://me:sec@ret@[shop/heap', 'http://[shop/heap'],
    ['HTTPS+insecure://me:secret@', 'HTTPS+insecure://'],
    ['ftp://me:secret@shop/cpu', 'ftp://shop/cpu'],
    ['me:secret@shop/heap', 'shop/heap'],
    ['cpu.pb', 'cpu.pb'],
    ['C:\\a\\b@c.pb', 'C:\\a\\b@c.pb'],
    ['./a?b@c:1.pb', './a?b@c:1.pb'],
    ['-', '-'],
  ];
  for (const [source, shown] of cases) assert.equal(shownSource(source), shown);
  shownSource(':'.repeat(1_000_000));
  shownSource(`a:${'b'.repeat(1_000_000)}`);
});

test('what was sent is in no sentence, in whatever form the server repeats it', async () => {
  const sent = [
    'me-too',
    'pass word/1',
    'pass%20word%2F1',
    'bearer-1',
    'header-1',
    'key 1',
    'key%201',
    'key+1',
  ];
  const basic = Buffer.from('me-too:pass word/1').toString('base64');
  const secrets = [...sent, basic, 'bmFtZS0xOndvcmQtMQ==', 'name-1', 'word-1'];
  const repeated = secrets.join(' ');
  const replies: ((request: IncomingMessage, response: ServerResponse) => void)[] = [
    (_, response) => response.writeHead(500, repeated, { 'x-go-pprof': '1' }).end(repeated),
    (_, response) => response.writeHead(401, repeated).end(repeated),
    (_, response) => response.writeHead(404, repeated).end(repeated),
    (_, response) => response.end(`${'bearer-1 '.repeat(4)}\n`),
    (_, response) => response.end(repeated),
    (_, response) => response.writeHead(302, { location: `http://name-1.bearer-1.invalid/${sent[0]}` }).end(),
    (request, response) =>
      request.url === '/me-too'
        ? response.writeHead(500).end()
        : response.writeHead(302, { location: '/me-too' }).end(),
  ];
  for (const [at, reply] of replies.entries()) {
    const { host } = await strangeServer(reply);
    const address = profileAddress(`http://me-too:pass%20word%2F1@${host}/x?token=key+1`);
    assert.ok(address);
    for (const authorization of ['Bearer bearer-1', 'Basic bmFtZS0xOndvcmQtMQ==']) {
      const access = { headers: { authorization, 'x-key': 'header-1' } };
      const result = refused(await fetchProfile(address, { access }));
      const text = `${sentence(result)} ${result.details}`;
      const own = authorization.startsWith('Bearer') ? /name-1|word-1|bmFtZS0x/ : /bearer-1/;
      for (const secret of secrets.filter((each) => !own.test(each))) {
        assert.ok(!text.includes(secret), `${at}: ${secret} is in ${text}`);
      }
      assert.ok(sentence(result).includes(host), 'the address stays');
    }
  }
});

test("a server's words are plain and short", async () => {
  const server = await strangeServer((_, response) => {
    response.writeHead(404, '\x9b2J\tNot there', { 'x-go-pprof': '1' });
    response.end(`\x1b]0;owned\x07\n${'words '.repeat(1000)}`);
  });
  const result = await fetched(`http://${server.host}/x`);
  assert.ok(result !== 'ok');
  assert.match(result.text, /answered 404 \\u009b2J Not there: \\u001b\]0;owned\\u0007 words words/);
  assert.ok(result.text.length < 500);
});
