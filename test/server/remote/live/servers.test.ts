/** Running servers, as an editor asks for them: from the address that the user types to the costs on the lines. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { strangeServer } from '../../../go/profiles/strangeServer.ts';
import { lineOfShop } from '../../../go/servers/shopServer.ts';
import {
  address,
  answering,
  chosen,
  fetchFrom,
  pick,
  profile,
  type Reply,
  seconds,
  serverUser,
  type,
} from './serverUser.ts';

const { client, shop, storagePath, start } = await serverUser();

test('the profiles are those that the server lists; the one that is chosen is on the lines', async () => {
  const requests = Array.from({ length: 20 }, () => fetch(`http://${shop.plain}/work`));
  await Promise.all(requests);
  const id = await fetchFrom(client, address(shop.plain), profile('Allocations'));
  const list = client.questions.find(
    (question) => question.kind === 'pick' && question.ownText === undefined,
  );
  assert.ok(list?.kind === 'pick');
  const labels = list.items.map(({ label }) => label);
  assert.deepEqual(labels.slice(0, 5), [
    'CPU',
    'Heap',
    'Heap, for some seconds',
    'Allocations',
    'Allocations, for some seconds',
  ]);
  const session = client.session(id);
  assert.match(session?.title ?? '', /^127\.0\.0\.1:\d+ · Allocations/);
  assert.deepEqual(
    session?.sampleTypes.map((each) => each.type),
    ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space'],
  );
  assert.equal(client.sessions.active?.sessionId, id);
  await client.until('its memory', () =>
    /^Memory: peak .* · \d+ collections?/m.test(client.servers.items[0]?.tooltip ?? ''),
  );
  const uri = await client.open(shop.source);
  await client.until('costs on the line that allocates', () => {
    const lines = client.costs(uri);
    return lines.some(({ line }) => line === lineOfShop('make([]byte, 64<<10)') - 1);
  });
});

test('the server is remembered without secrets, and its list is sent to an editor that starts', async () => {
  await fetchFrom(
    client,
    address(`http://me:mysecret@${shop.locked}/debug/pprof/heap?key=myquery`),
    profile('Goroutines'),
  );
  const file = path.join(storagePath, 'servers.json');
  const [stored] = [...client.secrets.values()];
  assert.match(stored ?? '', /Basic .*myquery/);
  for (const text of [
    readFileSync(file, 'utf8'),
    client.output,
    JSON.stringify(client.sessions),
    client.messages.join(),
  ]) {
    assert.doesNotMatch(text, /mysecret|myquery|bWU6bXlzZWNyZXQ/);
  }
  const again = await start();
  await again.until('the servers', () => again.servers.items.length === 2);
  assert.deepEqual(
    again.servers.items.map(({ label, state }) => [label, state]),
    [
      [shop.locked, 'idle'],
      [shop.plain, 'idle'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(again.servers), /mysecret|myquery/);
  // What they have answered last is there, too.
  const known = ({ sessions }: typeof again) =>
    sessions.sessions.map(({ title, profilePath }) => [title, profilePath]);
  await again.until('their profiles', () => again.sessions.sessions.length === 2);
  assert.deepEqual(known(again).sort(), known(client).sort());
  await again.stop();
});

test('a server that wants a password, a token, a header is answered from the secret storage', async () => {
  for (const replies of [
    [pick('know you', 'basic'), type('The name', 'me'), type('The password', 'mysecret')],
    [pick('know you', 'bearer'), type('token', 'mytoken')],
    [pick('know you', 'header'), type('header', 'X-Key: mykey')],
  ]) {
    client.secrets.clear();
    await fetchFrom(client, address(shop.locked), ...replies, profile('Goroutines'));
    assert.equal(client.secrets.size, 1);
    const words = client.questions.filter((each) => each.kind === 'input' && each.password !== true);
    assert.ok(words.every((each) => each.kind === 'input' && each.prompt === 'The name'));
    await fetchFrom(client, address(shop.locked), profile('Goroutines'));
  }
  const { items } = client.servers;
  const [item] = items.filter(({ label }) => label === shop.locked);
  answering(client);
  await client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.equal(client.secrets.size, 0);
  assert.ok(!client.servers.items.some(({ label }) => label === shop.locked));
});

test('a certificate of an authority of its own is trusted by the file that the user chooses', async () => {
  const choose: Reply = (question) => (question.kind === 'file' ? chosen(shop.ca) : undefined);
  await fetchFrom(
    client,
    address(`https://${shop.secure}`),
    pick('certificate', 'file'),
    choose,
    profile('Heap'),
  );
  await fetchFrom(client, address(`https://${shop.secure}`), profile('Heap'));
  assert.ok(!client.questions.some(({ kind }) => kind === 'file'), 'it is remembered');
});

test('a prefix and a Unix socket', async () => {
  await fetchFrom(client, address(`${shop.prefix}/internal`), profile('Threads'));
  const id = await fetchFrom(client, address(`unix:${shop.socket}`), profile('Goroutines'));
  assert.match(client.session(id)?.title ?? '', /^unix:.*\/s · Goroutines/);
});

test('an idle server is said to be idle, and nothing more is said of a busy profile', async () => {
  const before = client.messages.length;
  await fetchFrom(client, address(shop.plain), profile('CPU'), seconds('1'));
  assert.match(
    client.messages.slice(before).join(),
    /127\.0\.0\.1:\d+ was \d\.\d% busy: its CPU profile has \d+ samples?/,
  );
  const [item] = client.servers.items;
  assert.match(item?.description ?? '', /^CPU · \d\.\d% busy$/);
});

test('an empty profile is explained, and no leak is ever denied', async () => {
  const before = client.messages.length;
  await fetchFrom(client, address(shop.plain), profile('Mutex'));
  assert.match(client.messages.slice(before).join(), /SetMutexProfileFraction/);
});

test('an execution trace is shown as the profile that go tool trace makes of it', async () => {
  const id = await fetchFrom(client, address(shop.plain), profile('Execution trace'), seconds('1'));
  const session = client.session(id);
  assert.match(session?.title ?? '', /Execution trace/);
  assert.ok(
    session?.sampleTypes.some(({ type }) => type.endsWith('delay')),
    JSON.stringify(session),
  );
});

test('failures are one sentence and leave nothing', async () => {
  const before = client.messages.length;
  for (const typed of ['127.0.0.1:1', `${shop.plain}/served`, 'no address', 'unix:/nowhere/s']) {
    answering(client, address(typed));
    assert.equal(await client.execute('profileServer', { action: 'fetch' }), null);
  }
  assert.equal(client.messages.length - before, 4, client.messages.slice(before).join('\n'));
  assert.ok(client.servers.items.every(({ state }) => state === 'idle'));
  assert.ok(client.servers.items.every(({ label }) => !/nowhere|127\.0\.0\.1:1$/.test(label)));
});

test('stopping ends a recording at once, and the server is idle again', async () => {
  answering(client, address(shop.plain), profile('CPU'), seconds('60'));
  const fetching = client.execute('profileServer', { action: 'fetch' });
  await client.until('a busy server', () => client.servers.items.some(({ state }) => state === 'busy'));
  await client.until('the question for seconds', () => client.questions.some(({ kind }) => kind === 'input'));
  const [item] = client.servers.items.filter(({ state }) => state === 'busy');
  await client.execute('profileServer', { action: 'stop', id: item?.id ?? '' });
  assert.equal(await fetching, null);
  assert.ok(client.servers.items.every(({ state }) => state === 'idle'));
});

test('what a server sends instead of a profile is handed to no program, and is not kept', async () => {
  const bodies: Readonly<Record<string, string>> = {
    '/debug/pprof/': '<a href="heap">heap</a><a href="trace">trace</a>',
    '/debug/pprof/heap': `PERFILE2${'\0'.repeat(200)}`,
    '/debug/pprof/trace': 'heap profile: 1: 64 [1: 64] @ heap/1048576\n1: 64 [1: 64] @ 0x1\n',
  };
  const strange = await strangeServer((asked, answer) => {
    answer.end(bodies[(asked.url ?? '').replace(/\?.*/, '')]);
  });
  const cases: [label: string, told: RegExp][] = [
    ['Heap', /answers with a recording of perf, which only perf reads/],
    ['Execution trace', /answers with a heap profile in an old format/],
  ];
  for (const [label, told] of cases) {
    const before = client.messages.length;
    answering(client, address(strange.host), profile(label), seconds('1'));
    assert.equal(await client.execute('profileServer', { action: 'fetch' }), null);
    assert.match(client.messages.slice(before).join(), told);
  }
  const { id = '' } = client.servers.items.find((each) => each.label === strange.host) ?? {};
  assert.deepEqual(readdirSync(path.join(storagePath, 'servers', path.basename(id))), []);
  answering(client);
  await client.execute('profileServer', { action: 'forget', id });
});

test('lines of a file that has changed since the server was built have no costs; with the old lines they have', async () => {
  const uri = await client.open(shop.source);
  const old = readFileSync(shop.source, 'utf8');
  await Promise.all(Array.from({ length: 20 }, () => fetch(`http://${shop.plain}/work`)));
  const costs = () => client.costs(uri);
  try {
    writeFileSync(shop.source, old.replace('func burn(', '\n\n\nfunc burn('));
    await fetchFrom(client, address(shop.plain), profile('Allocations'));
    await client.change(uri, readFileSync(shop.source, 'utf8'));
    await client.until('a word about it', () =>
      client.messages.some((each) =>
        /(?<!\/)main\.go has changed since the profiled program was built/.test(each),
      ),
    );
    assert.deepEqual(costs(), []);
  } finally {
    writeFileSync(shop.source, old);
  }
  await client.change(uri, old);
  await fetchFrom(client, address(shop.plain), profile('Allocations'));
  const line = lineOfShop('make([]byte, 64<<10)') - 1;
  await client.until('costs', () => costs().some((each) => each.line === line));
});

test('the profiles of a server are forgotten with it, and there are never many; what another window shows stays', async () => {
  const other = await start();
  const id = await fetchFrom(other, address(shop.plain), profile('Threads'));
  const shown = other.session(id)?.profilePath ?? '';
  await other.stop();
  const item = client.servers.items.find(({ label }) => label === shop.plain);
  const folder = path.join(storagePath, 'servers', path.basename(item?.id ?? ''));
  for (let i = 0; i < 22; i++) await fetchFrom(client, address(shop.plain), profile('Threads'));
  assert.ok(existsSync(shown));
  rmSync(shown);
  assert.equal(readdirSync(folder).length, 20);
  const paths = client.sessions.sessions.map(({ profilePath }) => profilePath);
  assert.ok(paths.every((each) => existsSync(each)));
  answering(client);
  await client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.ok(!existsSync(folder));
  assert.ok(!client.sessions.sessions.some(({ profilePath }) => profilePath.startsWith(folder)));
});
