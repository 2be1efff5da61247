/** Fetching from servers that work, and from servers that do not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { isUrl, profileAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { patience } from '../../../src/go/profiles/fetchBytes.ts';
import { fetchProfile } from '../../../src/go/profiles/fetchProfile.ts';
import { refused, succeeded } from '../../why.ts';
import { type ProfileServer, startProfileServer } from '../profileServer.ts';

let server: ProfileServer;
before(async () => {
  server = await startProfileServer();
});
after(() => server.stop());

function fetched(source: string, options: Parameters<typeof fetchProfile>[1] = {}) {
  const address = profileAddress(source);
  assert.ok(address, `${source} is an address`);
  return fetchProfile(address, options);
}

test('addresses as go tool pprof takes them', () => {
  // The text of the user, the seconds that are asked for, the address that is fetched, and how long it may take.
  const cases: [source: string, seconds: number | undefined, url: string, patience: number][] = [
    ['http://shop:6060', undefined, 'http://shop:6060/debug/pprof/profile', 50],
    ['http://shop:6060/', 10, 'http://shop:6060/debug/pprof/profile?seconds=10', 20],
    ['shop:6060', undefined, 'http://shop:6060/debug/pprof/profile', 50],
    ['[::1]:6060/x?a=b', 2, 'http://[::1]:6060/x?a=b&seconds=2', 8],
    ['https://shop/debug/pprof/heap', undefined, 'https://shop/debug/pprof/heap', 65],
    ['https://shop/debug/pprof/heap?seconds=4', undefined, 'https://shop/debug/pprof/heap?seconds=4', 11],
    ['https://shop/debug/pprof/heap?seconds=4', 6, 'https://shop/debug/pprof/heap?seconds=6', 14],
    ['https+insecure://shop/heap', undefined, 'https://shop/heap', 65],
  ];
  for (const [source, seconds, url, expected] of cases) {
    const address = profileAddress(source, seconds);
    assert.ok(address, source);
    assert.deepEqual([address.urlWithSecrets().href, patience(address)], [url, expected]);
  }
  for (const path of 'cpu.pb ./cpu.pb C:\\cpu.pb C:/cpu.pb dir/cpu:1 ftp://shop/cpu http://'.split(' ')) {
    assert.equal(profileAddress(path), null, path);
  }
  assert.deepEqual(['https+insecure://a', 'HTTP://a', 'a:80', 'http.pb'].map(isUrl), [
    true,
    true,
    false,
    false,
  ]);
});

test('a redirect is followed; a password in the address is used but never shown', async () => {
  const moved = succeeded(await fetched(`http://${server.host}/moved`));
  assert.equal(moved.profile.sampleTypes.length, 4);
  assert.ok((await fetched(`http://me:secret@${server.host}/locked`)).ok);
  const locked = refused(await fetched(`http://me:wrong-word@${server.host}/locked`));
  assert.doesNotMatch(sentence(locked), /wrong-word/);
});

test('an execution trace is read as a profile of waits', async () => {
  const trace = await fetched(`http://${server.host}/debug/pprof/trace?seconds=1`);
  const code = trace.ok ? '' : trace.problem.code;
  assert.equal(code, '');
  const types = trace.ok ? trace.value.profile.sampleTypes.map(({ type }) => type) : [];
  assert.ok(types.includes('sync_delay'), types.join());
});

const failures: [what: string, address: (host: string) => string, code: string, sentence: RegExp][] = [
  [
    'a page',
    (host) => `http://${host}/page`,
    'not-a-profile',
    /answers with a web page.*\/debug\/pprof\/heap/,
  ],
  [
    'the list of profiles',
    (host) => `http://${host}/debug/pprof/`,
    'not-a-profile',
    /answers with a web page/,
  ],
  ['text', (host) => `http://${host}/text`, 'not-a-profile', /is not a pprof profile: “hello there”/],
  [
    'the old text format',
    (host) => `http://${host}/debug/pprof/heap?debug=1`,
    'not-a-profile',
    /answers with a heap profile in an old format.*Ask without debug=1; or save it, and open the file\.$/,
  ],
  ['nothing', (host) => `http://${host}/nothing`, 'empty', /The profile is empty/],
  ['no such page', (host) => `http://${host}/nowhere`, 'not-served', /404 Not Found.*net\/http\/pprof/],
  [
    "the profiler's own refusal",
    (host) => `http://${host}/debug/pprof/x`,
    'server-refused',
    /404 Not Found: Unknown profile/,
  ],
  ['a failing server', (host) => `http://${host}/broken`, 'server-refused', /500 Internal Server Error/],
  [
    'a server that asks for a password',
    (host) => `http://${host}/locked`,
    'not-allowed',
    /401 Unauthorized.*password/,
  ],
  ['redirects in a circle', (host) => `http://${host}/circle`, 'too-many-redirects', /without end/],
  ['a redirect to another protocol', (host) => `http://${host}/elsewhere`, 'server-refused', /302 Found/],
  [
    'half an answer',
    (host) => `http://${host}/half`,
    'connection-lost',
    /broke before the whole profile was there/,
  ],
  [
    'no such host',
    () => 'http://no-such-host.invalid/',
    'server-unreachable',
    /host no-such-host\.invalid cannot be found/,
  ],
  ['no TLS', (host) => `https://${host}/`, 'not-http', /not in HTTPS/],
];

for (const [what, address, code, expected] of failures) {
  test(`${what} instead of a profile: one sentence`, async () => {
    const result = refused(await fetched(address(server.host)));
    assert.equal(result.code, code);
    assert.match(sentence(result), expected);
    assert.doesNotMatch(sentence(result), /[\n{}]/);
  });
}

test('no answer: the port is closed, the server sends nothing, the server does not speak HTTP', async () => {
  const other = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  assert.ok(typeof address === 'object' && address !== null);
  const source = `http://127.0.0.1:${address.port}`;
  const notHttp = await fetched(source);
  other.close();
  await once(other, 'close');
  const closed = await fetched(source);
  const silent = await fetched(`http://${server.host}/silent`, { timeout: 0.2 });
  assert.deepEqual(
    [notHttp, closed, silent].map((result) => result.ok || result.problem.code),
    ['not-http', 'server-unreachable', 'server-silent'],
  );
});

test('an answer that is too long is not read to its end, with and without a Content-Length', async () => {
  const result = refused(await fetched(`http://${server.host}/debug/pprof/heap`, { maxBytes: 50 }));
  assert.equal(result.code, 'too-large');
  const announced = refused(await fetched(`http://${server.host}/half`, { maxBytes: 50 }));
  assert.equal(announced.code, 'too-large');
});

test('cancelling ends the request', async () => {
  const abort = new AbortController();
  const pending = fetched(`http://${server.host}/silent`, { signal: abort.signal });
  abort.abort();
  const result = refused(await pending);
  assert.equal(result.code, 'cancelled');
});
