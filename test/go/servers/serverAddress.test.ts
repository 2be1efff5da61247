/** What users write for a server, what of it is remembered, and where its list of profiles is looked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { authorizationIn, bearerAuthorization } from '../../../src/go/profiles/authorization.ts';
import { indexAddresses, writtenServer } from '../../../src/go/servers/serverAddress.ts';
import { refused, succeeded } from '../../why.ts';

test('the forms of an address', () => {
  const cases: [written: string, remembered: string, index: string[]][] = [
    ['localhost:6060', 'http://localhost:6060', ['http://localhost:6060/debug/pprof/']],
    [' :6060 ', 'http://localhost:6060', ['http://localhost:6060/debug/pprof/']],
    ['shop:80/debug/pprof', 'http://shop:80', ['http://shop/debug/pprof/']],
    ['shop:6060/debug/pprof/heap?seconds=3', 'http://shop:6060', ['http://shop:6060/debug/pprof/']],
    [
      'https://shop.example/internal/debug/pprof/',
      'https://shop.example/internal/debug/pprof/',
      ['https://shop.example/internal/debug/pprof/'],
    ],
    [
      'shop:6060/internal',
      'http://shop:6060/internal',
      ['http://shop:6060/internal/', 'http://shop:6060/internal/debug/pprof/'],
    ],
    ['https+insecure://shop', 'https+insecure://shop', ['https://shop/debug/pprof/']],
    ['unix:/run/a.sock', 'unix:/run/a.sock', ['unix:/run/a.sock:/debug/pprof/']],
    [
      'unix:///run/a.sock:/x',
      'unix:/run/a.sock:/x',
      ['unix:/run/a.sock:/x/', 'unix:/run/a.sock:/x/debug/pprof/'],
    ],
  ];
  for (const [written, remembered, index] of cases) {
    const server = succeeded(writtenServer(written));
    assert.equal(server.address.replace(':80', ''), remembered.replace(':80', ''), written);
    assert.deepEqual(
      indexAddresses(server.address).map(({ shown }) => shown),
      index,
    );
  }
});

test('a name whose escapes are damaged is sent as it stands', () => {
  const server = succeeded(writtenServer('http://100%25:50%@shop:6060'));
  assert.equal(server.secrets.authorization, `Basic ${Buffer.from('100%:50%').toString('base64')}`);
  assert.equal(authorizationIn(new URL('pyroscope+http://shop/')), null);
});

test('a token is one word that a header can hold', () => {
  assert.equal(bearerAuthorization(' a1b2.c3 \n'), 'Bearer a1b2.c3');
  for (const token of ['', ' ', 'two words', 'a\nX-Other: 1', 'naïve', '\u0000']) {
    assert.equal(bearerAuthorization(token), null, JSON.stringify(token));
  }
});

test('secrets of an address are apart from what is remembered', () => {
  const server = succeeded(
    writtenServer('http://my%20name:my%3Asecret@shop:6060/debug/pprof/heap?key=mykey&seconds=5'),
  );
  assert.deepEqual(server, {
    address: 'http://shop:6060',
    secrets: {
      authorization: `Basic ${Buffer.from('my name:my:secret').toString('base64')}`,
      query: '?key=mykey',
    },
  });
  const [index] = indexAddresses(server.address, '?key=mykey');
  assert.equal(index?.urlWithSecrets().href, 'http://shop:6060/debug/pprof/?key=mykey');
  assert.equal(
    index?.below('heap', { seconds: '5' })?.urlWithSecrets().href,
    'http://shop:6060/debug/pprof/heap?key=mykey&seconds=5',
  );
});

test('what is no address is said without its secrets', () => {
  for (const text of ['', 'shop', 'ftp://shop', 'http://me:mysecret@shop:99999/', '/tmp/heap.pb']) {
    const server = refused(writtenServer(text));
    assert.equal(server.code, 'not-an-address');
    assert.doesNotMatch(sentence(server), /mysecret/);
  }
});
