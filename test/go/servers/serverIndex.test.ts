/** The list of a server's profiles: of a real server behind everything, and of pages that are no such list. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { profileAddress, writtenAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { fetchProfile } from '../../../src/go/profiles/fetchProfile.ts';
import { indexAddresses } from '../../../src/go/servers/serverAddress.ts';
import { askIndex, listedProfiles, profileIn } from '../../../src/go/servers/serverIndex.ts';
import { refused, succeeded } from '../../why.ts';
import { strangeServer } from '../profiles/strangeServer.ts';
import { type ShopServer, startShopServer } from './shopServer.ts';

let shop: ShopServer;
before(async () => {
  shop = await startShopServer();
});
after(() => shop.stop());

test('the list and a profile from servers behind a prefix, a socket, a password, an authority of their own', async () => {
  const ca = readFileSync(shop.ca, 'utf8');
  const password = `Basic ${Buffer.from('me:mysecret').toString('base64')}`;
  const cases = [
    { at: shop.plain },
    { at: `${shop.prefix}/internal` },
    { at: `${shop.prefix}/internal/debug/pprof` },
    { at: `unix:${shop.socket}` },
    { at: shop.locked, access: { headers: { authorization: password } } },
    { at: shop.locked, access: { headers: { 'X-Key': 'mykey' } } },
    { at: `https://${shop.secure}`, access: { ca } },
    { at: `https+insecure://${shop.secure}` },
    {
      at: `https://${shop.cluster}/api/v1/namespaces/shop/pods/api-7f:6060/proxy`,
      access: { ca, headers: { authorization: 'Bearer mytoken' } },
    },
  ];
  for (const { at, access } of cases) {
    const index = succeeded(await askIndex(indexAddresses(at), { access }));
    const names = index.profiles.map(({ name }) => name);
    assert.deepEqual(names.slice(0, 4), ['profile', 'heap', 'allocs', 'goroutine'], at);
    assert.ok(!names.includes('cmdline') && names.includes('trace'));
    assert.ok((index.profiles.find(({ name }) => name === 'goroutine')?.count ?? 0) > 0);
    const address = profileIn(index, 'goroutine', null);
    assert.ok(address);
    const fetched = succeeded(await fetchProfile(address, { access }));
    assert.equal(fetched.profile.sampleTypes.length, 1);
  }
});

test('without the secret or the authority: one sentence', async () => {
  const codes = [];
  for (const at of [shop.locked, `https://${shop.secure}`, `unix:${shop.socket}x`, `${shop.plain}/other`]) {
    const index = refused(await askIndex(indexAddresses(at), {}));
    codes.push(index.code);
  }
  assert.deepEqual(codes, ['not-allowed', 'certificate', 'server-unreachable', 'not-served']);
});

test('what the API server of a cluster says of a pod is told', async () => {
  const ca = readFileSync(shop.ca, 'utf8');
  const saidOf = async (pod: string, authorization: string) => {
    const at = `https://${shop.cluster}/api/v1/namespaces/${pod}/proxy`;
    const index = refused(await askIndex(indexAddresses(at), { access: { ca, headers: { authorization } } }));
    return `${index.code}: ${sentence(index).replace(/^.* answered /, '')}`;
  };
  assert.deepEqual(
    [
      await saidOf('shop/pods/api-7f:6060', 'Bearer wrong'),
      await saidOf('bank/pods/api-7f:6060', 'Bearer mytoken'),
      await saidOf('shop/pods/api-8a:6060', 'Bearer mytoken'),
      await saidOf('shop/pods/api-7f:6061', 'Bearer mytoken'),
    ],
    [
      'not-allowed: 401 Unauthorized: Unauthorized. Give the header Authorization: Bearer TOKEN.',
      'not-allowed: 403 Forbidden: pods "api-7f:6060" is forbidden: User "dev" cannot get resource "pods/proxy" in API group "" in the namespace "bank"',
      'not-served: 404 Not Found: pods "api-8a" not found',
      'server-refused: 503 Service Unavailable: error trying to reach service: dial tcp 10.0.0.7:6061: connect: connection refused',
    ],
  );
});

test('what is added within seconds is a profile of that time', async () => {
  const index = succeeded(await askIndex(indexAddresses(shop.plain), {}));
  const address = profileIn(index, 'allocs', 1);
  assert.ok(address);
  let sentAt = 0;
  const began = performance.now();
  const fetched = await fetchProfile(address, { onSent: () => (sentAt = performance.now()) });
  assert.ok(fetched.ok && sentAt > began);
  assert.ok(fetched.value.profile.durationNanos >= 1_000_000_000n);
});

test('links of a page that lead elsewhere are not followed, and what is no list is none', () => {
  const folder = writtenAddress('http://shop:6060/debug/pprof/');
  assert.ok(folder);
  const names = (page: string) => listedProfiles(page, folder).map(({ name }) => name);
  assert.deepEqual(names('<a href="/">home</a><a href="about">us</a>'), []);
  const page = `<td>3</td><td><a href='heap?debug=1'>heap</a><a href="//evil/x">a</a><a href="http://evil/y">b</a>
    <a href="../../etc/passwd">c</a><a href="%2e%2e/%2e%2e/d">d</a><a href="goroutine?debug=2">e</a><a href="cmdline?debug=1">f</a>
    <a href="javascript:alert(1)">g</a><a href='my.shop%2Fcache?debug=1'>h</a>`;
  assert.deepEqual(names(page), ['heap', 'my.shop/cache']);
  assert.deepEqual(listedProfiles(page, folder)[0], { name: 'heap', count: 3 });
});

test('a long page of half links is read in linear time', () => {
  const folder = writtenAddress('http://shop:6060/debug/pprof/');
  assert.ok(folder);
  for (const part of ['<td>1</td><td>', '<a href="', '<a  ', '<a href="x">', '<td>']) {
    assert.ok(listedProfiles(part.repeat(200_000 / part.length), folder).length <= 200);
  }
});

test('secrets go along where the server redirects on itself; no other server is asked', async () => {
  const other = await strangeServer((_, response) => response.writeHead(404).end());
  const heads: unknown[] = [];
  const first = await strangeServer((request, response) => {
    heads.push(request.headers['x-key']);
    const isFirst = request.url === '/heap';
    response.writeHead(302, { location: isFirst ? '/again' : `http://${other.host}/heap` }).end();
  });
  const address = profileAddress(`${first.host}/heap`);
  assert.ok(address);
  const access = { headers: { authorization: 'Bearer mytoken', 'X-Key': 'mykey' } };
  assert.ok(!(await fetchProfile(address, { access })).ok);
  assert.deepEqual(heads, ['mykey', 'mykey']);
  assert.deepEqual(other.requests, []);
});
