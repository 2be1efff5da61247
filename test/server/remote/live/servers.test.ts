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

const user = serverUser();

test('the profiles are those that the server lists; the one that is chosen is on the lines', async () => {
  const requests = Array.from({ length: 20 }, () => fetch(`http://${user.shop.plain}/work`));
  await Promise.all(requests);
  const id = await fetchFrom(user.client, address(user.shop.plain), profile('Allocations'));
  const list = user.client.questions.find(
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
  const session = user.client.sessions.sessions.find((each) => each.id === id);
  assert.match(session?.title ?? '', /^127\.0\.0\.1:\d+ · Allocations/);
  assert.deepEqual(
    session?.sampleTypes.map((each) => each.type),
    ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space'],
  );
  assert.equal(user.client.sessions.active?.sessionId, id);
  const uri = await user.client.open(user.shop.source);
  await user.client.until('costs on the line that allocates', () => {
    const lines = user.client.annotations.get(uri)?.annotations ?? [];
    return lines.some(({ line }) => line === lineOfShop('make([]byte, 64<<10)') - 1);
  });
});

test('the server is remembered without secrets, and its list is sent to an editor that starts', async () => {
  await fetchFrom(
    user.client,
    address(`http://me:mysecret@${user.shop.locked}/debug/pprof/heap?key=myquery`),
    profile('Goroutines'),
  );
  const file = path.join(user.storagePath, 'servers.json');
  const [stored] = [...user.client.secrets.values()];
  assert.match(stored ?? '', /Basic .*myquery/);
  for (const text of [
    readFileSync(file, 'utf8'),
    user.client.output,
    JSON.stringify(user.client.sessions),
    user.client.messages.join(),
  ]) {
    assert.doesNotMatch(text, /mysecret|myquery|bWU6bXlzZWNyZXQ/);
  }
  const again = await user.start();
  await again.until('the servers', () => again.servers.items.length === 2);
  assert.deepEqual(
    again.servers.items.map(({ label, state }) => [label, state]),
    [
      [user.shop.locked, 'idle'],
      [user.shop.plain, 'idle'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(again.servers), /mysecret|myquery/);
  await again.stop();
});

test('a server that wants a password, a token, a header is answered from the secret storage', async () => {
  for (const replies of [
    [pick('know you', 'basic'), type('The name', 'me'), type('The password', 'mysecret')],
    [pick('know you', 'bearer'), type('token', 'mytoken')],
    [pick('know you', 'header'), type('header', 'X-Key: mykey')],
  ]) {
    user.client.secrets.clear();
    await fetchFrom(user.client, address(user.shop.locked), ...replies, profile('Goroutines'));
    assert.equal(user.client.secrets.size, 1);
    const words = user.client.questions.filter((each) => each.kind === 'input' && each.password !== true);
    assert.ok(words.every((each) => each.kind === 'input' && each.prompt === 'The name'));
    await fetchFrom(user.client, address(user.shop.locked), profile('Goroutines'));
  }
  const { items } = user.client.servers;
  const [item] = items.filter(({ label }) => label === user.shop.locked);
  answering(user.client);
  await user.client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.equal(user.client.secrets.size, 0);
  assert.ok(!user.client.servers.items.some(({ label }) => label === user.shop.locked));
});

test('a certificate of an authority of its own is trusted by the file that the user chooses', async () => {
  const choose: Reply = (question) => (question.kind === 'file' ? chosen(user.shop.ca) : undefined);
  await fetchFrom(
    user.client,
    address(`https://${user.shop.secure}`),
    pick('certificate', 'file'),
    choose,
    profile('Heap'),
  );
  await fetchFrom(user.client, address(`https://${user.shop.secure}`), profile('Heap'));
  assert.ok(!user.client.questions.some(({ kind }) => kind === 'file'), 'it is remembered');
});

test('a prefix and a Unix socket', async () => {
  await fetchFrom(user.client, address(`${user.shop.prefix}/internal`), profile('Threads'));
  const id = await fetchFrom(user.client, address(`unix:${user.shop.socket}`), profile('Goroutines'));
  assert.match(
    user.client.sessions.sessions.find((each) => each.id === id)?.title ?? '',
    /^unix:.*\/s · Goroutines/,
  );
});

test('an idle server is said to be idle, and nothing more is said of a busy profile', async () => {
  const before = user.client.messages.length;
  await fetchFrom(user.client, address(user.shop.plain), profile('CPU'), seconds('1'));
  assert.match(
    user.client.messages.slice(before).join(),
    /127\.0\.0\.1:\d+ was \d\.\d% busy: its CPU profile has \d+ samples?/,
  );
  const [item] = user.client.servers.items;
  assert.match(item?.description ?? '', /^CPU · \d\.\d% busy$/);
});

test('an empty profile is explained, and no leak is ever denied', async () => {
  const before = user.client.messages.length;
  await fetchFrom(user.client, address(user.shop.plain), profile('Mutex'));
  assert.match(user.client.messages.slice(before).join(), /SetMutexProfileFraction/);
});

test('an execution trace is shown as the profile that go tool trace makes of it', async () => {
  const id = await fetchFrom(user.client, address(user.shop.plain), profile('Execution trace'), seconds('1'));
  const session = user.client.sessions.sessions.find((each) => each.id === id);
  assert.match(session?.title ?? '', /Execution trace/);
  assert.ok(
    session?.sampleTypes.some(({ type }) => type.endsWith('delay')),
    JSON.stringify(session),
  );
});

test('failures are one sentence and leave nothing', async () => {
  const before = user.client.messages.length;
  for (const typed of ['127.0.0.1:1', `${user.shop.plain}/served`, 'no address', 'unix:/nowhere/s']) {
    answering(user.client, address(typed));
    assert.equal(await user.client.execute('profileServer', { action: 'fetch' }), null);
  }
  assert.equal(user.client.messages.length - before, 4, user.client.messages.slice(before).join('\n'));
  assert.ok(user.client.servers.items.every(({ state }) => state === 'idle'));
  assert.ok(user.client.servers.items.every(({ label }) => !/nowhere|127\.0\.0\.1:1$/.test(label)));
});

test('stopping ends a recording at once, and the server is idle again', async () => {
  answering(user.client, address(user.shop.plain), profile('CPU'), seconds('60'));
  const fetching = user.client.execute('profileServer', { action: 'fetch' });
  await user.client.until('a busy server', () =>
    user.client.servers.items.some(({ state }) => state === 'busy'),
  );
  await user.client.until('the question for seconds', () =>
    user.client.questions.some(({ kind }) => kind === 'input'),
  );
  const [item] = user.client.servers.items.filter(({ state }) => state === 'busy');
  const began = performance.now();
  await user.client.execute('profileServer', { action: 'stop', id: item?.id ?? '' });
  assert.equal(await fetching, null);
  assert.ok(performance.now() - began < 30_000);
  assert.ok(user.client.servers.items.every(({ state }) => state === 'idle'));
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
    const before = user.client.messages.length;
    answering(user.client, address(strange.host), profile(label), seconds('1'));
    assert.equal(await user.client.execute('profileServer', { action: 'fetch' }), null);
    assert.match(user.client.messages.slice(before).join(), told);
  }
  const { id = '' } = user.client.servers.items.find((each) => each.label === strange.host) ?? {};
  assert.deepEqual(readdirSync(path.join(user.storagePath, 'servers', path.basename(id))), []);
  answering(user.client);
  await user.client.execute('profileServer', { action: 'forget', id });
});

test('lines of a file that has changed since the server was built have no costs; with the old lines they have', async () => {
  const uri = await user.client.open(user.shop.source);
  const old = readFileSync(user.shop.source, 'utf8');
  await Promise.all(Array.from({ length: 20 }, () => fetch(`http://${user.shop.plain}/work`)));
  const costs = () => user.client.annotations.get(uri)?.annotations ?? [];
  try {
    writeFileSync(user.shop.source, old.replace('func burn(', '\n\n\nfunc burn('));
    await fetchFrom(user.client, address(user.shop.plain), profile('Allocations'));
    await user.client.change(uri, readFileSync(user.shop.source, 'utf8'));
    await user.client.until('a word about it', () =>
      user.client.messages.some((each) => /has changed since the profiled program was built/.test(each)),
    );
    assert.deepEqual(costs(), []);
  } finally {
    writeFileSync(user.shop.source, old);
  }
  await user.client.change(uri, old);
  await fetchFrom(user.client, address(user.shop.plain), profile('Allocations'));
  const line = lineOfShop('make([]byte, 64<<10)') - 1;
  await user.client.until('costs', () => costs().some((each) => each.line === line));
});

test('the profiles of a server are forgotten with it, and there are never many; what another window shows stays', async () => {
  const own = user.client;
  user.client = await user.start();
  const id = await fetchFrom(user.client, address(user.shop.plain), profile('Threads'));
  const shown = user.client.sessions.sessions.find((each) => each.id === id)?.profilePath ?? '';
  await user.client.stop();
  user.client = own;
  const item = user.client.servers.items.find(({ label }) => label === user.shop.plain);
  const folder = path.join(user.storagePath, 'servers', path.basename(item?.id ?? ''));
  for (let i = 0; i < 22; i++) await fetchFrom(user.client, address(user.shop.plain), profile('Threads'));
  assert.ok(existsSync(shown));
  rmSync(shown);
  assert.equal(readdirSync(folder).length, 20);
  const paths = user.client.sessions.sessions.map(({ profilePath }) => profilePath);
  assert.ok(paths.every((each) => existsSync(each)));
  answering(user.client);
  await user.client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.ok(!existsSync(folder));
  assert.ok(!user.client.sessions.sessions.some(({ profilePath }) => profilePath.startsWith(folder)));
});
