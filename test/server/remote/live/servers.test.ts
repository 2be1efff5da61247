/** Running servers, as an editor asks for them: from the address that the user types to the costs on the lines. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Answer, Question } from '../../../../src/protocol.ts';
import { strangeServer } from '../../../go/profiles/strangeServer.ts';
import { lineOfShop, type ShopServer, startShopServer } from '../../../go/servers/shopServer.ts';
import { Client } from '../../client.ts';

let shop: ShopServer;
let client: Client;
const storagePath = mkdtempSync(path.join(tmpdir(), 'pprof-lens-servers-'));

function start(): Promise<Client> {
  const folder = path.dirname(shop.source);
  return Client.start({ folder, initializationOptions: { asks: true, decorations: true, storagePath } });
}

before(async () => {
  shop = await startShopServer();
  client = await start();
});
after(async () => {
  await client.stop();
  await shop.stop();
  rmSync(storagePath, { recursive: true, force: true });
});

type Reply = (question: Question) => Answer | undefined;

const chosen = (id: string): Answer => ({ chosen: [id] });

/** Answers each question by the first reply that knows it, and fails a question that none knows. */
function answering(...replies: Reply[]): void {
  client.questions.length = 0;
  client.answer = (question) => {
    for (const reply of replies) {
      const answer = reply(question);
      if (answer !== undefined) return answer;
    }
    return null;
  };
}

const address =
  (typed: string): Reply =>
  (question) =>
    question.kind === 'pick' && question.title === 'Profile Running Server'
      ? { chosen: [], typed }
      : undefined;

/** @param start of the label in the list of profiles */
const profile =
  (label: string): Reply =>
  (question) => {
    if (question.kind !== 'pick' || !question.placeholder.startsWith('Which profile')) return undefined;
    const item = question.items.find((each) => each.label === label);
    assert.ok(item, `${label} is in ${question.items.map((each) => each.label).join(', ')}`);
    return chosen(item.id);
  };

const seconds =
  (text: string): Reply =>
  (question) =>
    question.kind === 'input' && question.prompt.includes('how many seconds') ? chosen(text) : undefined;

const pick =
  (placeholder: string, id: string): Reply =>
  (question) =>
    question.kind === 'pick' && question.placeholder.includes(placeholder) ? chosen(id) : undefined;

const type =
  (prompt: string, text: string): Reply =>
  (question) =>
    question.kind === 'input' && question.prompt.includes(prompt) ? chosen(text) : undefined;

async function fetchFrom(...replies: Reply[]): Promise<string> {
  answering(...replies);
  const id = await client.execute('profileServer', { action: 'fetch' });
  assert.ok(id !== null, `${client.messages.join(' / ')} ${JSON.stringify(client.questions)}`);
  return id;
}

test('the profiles are those that the server lists; the one that is chosen is on the lines', async () => {
  const requests = Array.from({ length: 20 }, () => fetch(`http://${shop.plain}/work`));
  await Promise.all(requests);
  const id = await fetchFrom(address(shop.plain), profile('Allocations'));
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
  const session = client.sessions.sessions.find((each) => each.id === id);
  assert.match(session?.title ?? '', /^127\.0\.0\.1:\d+ · Allocations/);
  assert.deepEqual(
    session?.sampleTypes.map((each) => each.type),
    ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space'],
  );
  assert.equal(client.sessions.active?.sessionId, id);
  const uri = await client.open(shop.source);
  await client.until('costs on the line that allocates', () => {
    const lines = client.annotations.get(uri)?.annotations ?? [];
    return lines.some(({ line }) => line === lineOfShop('make([]byte, 64<<10)') - 1);
  });
});

test('the server is remembered without secrets, and its list is sent to an editor that starts', async () => {
  await fetchFrom(
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
  await again.stop();
});

test('a server that wants a password, a token, a header is answered from the secret storage', async () => {
  for (const replies of [
    [pick('know you', 'basic'), type('The name', 'me'), type('The password', 'mysecret')],
    [pick('know you', 'bearer'), type('token', 'mytoken')],
    [pick('know you', 'header'), type('header', 'X-Key: mykey')],
  ]) {
    client.secrets.clear();
    await fetchFrom(address(shop.locked), ...replies, profile('Goroutines'));
    assert.equal(client.secrets.size, 1);
    const words = client.questions.filter((each) => each.kind === 'input' && each.password !== true);
    assert.ok(words.every((each) => each.kind === 'input' && each.prompt === 'The name'));
    await fetchFrom(address(shop.locked), profile('Goroutines'));
  }
  const { items } = client.servers;
  const [item] = items.filter(({ label }) => label === shop.locked);
  answering();
  await client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.equal(client.secrets.size, 0);
  assert.ok(!client.servers.items.some(({ label }) => label === shop.locked));
});

test('a certificate of an authority of its own is trusted by the file that the user chooses', async () => {
  const choose: Reply = (question) => (question.kind === 'file' ? chosen(shop.ca) : undefined);
  await fetchFrom(address(`https://${shop.secure}`), pick('certificate', 'file'), choose, profile('Heap'));
  await fetchFrom(address(`https://${shop.secure}`), profile('Heap'));
  assert.ok(!client.questions.some(({ kind }) => kind === 'file'), 'it is remembered');
});

test('a prefix and a Unix socket', async () => {
  await fetchFrom(address(`${shop.prefix}/internal`), profile('Threads'));
  const id = await fetchFrom(address(`unix:${shop.socket}`), profile('Goroutines'));
  assert.match(
    client.sessions.sessions.find((each) => each.id === id)?.title ?? '',
    /^unix:.*\/s · Goroutines/,
  );
});

test('an idle server is said to be idle, and nothing more is said of a busy profile', async () => {
  const before = client.messages.length;
  await fetchFrom(address(shop.plain), profile('CPU'), seconds('1'));
  assert.match(
    client.messages.slice(before).join(),
    /127\.0\.0\.1:\d+ was \d\.\d% busy: its CPU profile has \d+ samples?/,
  );
  const [item] = client.servers.items;
  assert.match(item?.description ?? '', /^CPU · \d\.\d% busy$/);
});

test('an empty profile is explained, and no leak is ever denied', async () => {
  const before = client.messages.length;
  await fetchFrom(address(shop.plain), profile('Mutex'));
  assert.match(client.messages.slice(before).join(), /SetMutexProfileFraction/);
});

test('an execution trace is shown as the profile that go tool trace makes of it', async () => {
  const id = await fetchFrom(address(shop.plain), profile('Execution trace'), seconds('1'));
  const session = client.sessions.sessions.find((each) => each.id === id);
  assert.match(session?.title ?? '', /Execution trace/);
  assert.ok(
    session?.sampleTypes.some(({ type }) => type.endsWith('delay')),
    JSON.stringify(session),
  );
});

test('failures are one sentence and leave nothing', async () => {
  const before = client.messages.length;
  for (const typed of ['127.0.0.1:1', `${shop.plain}/served`, 'no address', 'unix:/nowhere/s']) {
    answering(address(typed));
    assert.equal(await client.execute('profileServer', { action: 'fetch' }), null);
  }
  assert.equal(client.messages.length - before, 4, client.messages.slice(before).join('\n'));
  assert.ok(client.servers.items.every(({ state }) => state === 'idle'));
  assert.ok(client.servers.items.every(({ label }) => !/nowhere|127\.0\.0\.1:1$/.test(label)));
});

test('stopping ends a recording at once, and the server is idle again', async () => {
  answering(address(shop.plain), profile('CPU'), seconds('60'));
  const fetching = client.execute('profileServer', { action: 'fetch' });
  await client.until('a busy server', () => client.servers.items.some(({ state }) => state === 'busy'));
  await client.until('the question for seconds', () => client.questions.some(({ kind }) => kind === 'input'));
  const [item] = client.servers.items.filter(({ state }) => state === 'busy');
  const began = performance.now();
  await client.execute('profileServer', { action: 'stop', id: item?.id ?? '' });
  assert.equal(await fetching, null);
  assert.ok(performance.now() - began < 30_000);
  assert.ok(client.servers.items.every(({ state }) => state === 'idle'));
});

const confirm: Reply = (question) => (question.kind === 'confirm' ? chosen('yes') : undefined);

const requests =
  (typed: string, pace: string): Reply =>
  (question) => {
    if (question.kind !== 'pick' || !question.title.startsWith('Requests to')) return undefined;
    return { chosen: [], typed: question.placeholder.startsWith('How many') ? pace : typed };
  };

test('under load, lines cost per request; nothing is sent before the user has said yes', async () => {
  const before = await shop.served();
  answering(address(shop.plain), profile('CPU'), seconds('2'), requests('/work', '100/s'));
  assert.equal(await client.execute('profileServer', { action: 'load' }), null);
  assert.equal(await shop.served(), before, 'the user gave up at the last question');

  const told = client.messages.length;
  answering(address(shop.plain), profile('CPU'), seconds('2'), requests('/work', '100/s'), confirm);
  const id = await client.execute('profileServer', { action: 'load' });
  const asked = client.questions.find((question) => question.kind === 'confirm');
  assert.match(
    asked?.kind === 'confirm' ? asked.detail : '',
    /^GET http:\/\/127.*\/work, 100 requests a second, for 2 s\./,
  );
  const session = client.sessions.sessions.find((each) => each.id === id);
  assert.equal(session?.perUnit, 'request');
  const count = session?.operations ?? 0;
  assert.ok(count > 0 && count <= (await shop.served()) - before, `${count}`);
  assert.match(
    client.messages.slice(told).join(),
    new RegExp(`% busy, ${count} requests \\([\\d.]+/s\\), half in .*, none failed`),
  );
  const uri = await client.open(shop.source);
  await client.until('costs per request on the line that works', () => {
    const lines = client.annotations.get(uri)?.annotations ?? [];
    const line = lines.find((each) => each.line === lineOfShop('burn(time.Millisecond)') - 1);
    return /^~?[\d.]+(?:ms|µs)\/request\b/.test(line?.text ?? '');
  });
  assert.match(client.servers.items[0]?.description ?? '', /^CPU · [\d.]+ requests\/s$/);
});

test('a command can send the requests; it is remembered as a secret, and costs are not per request', async () => {
  const before = await shop.served();
  // A shell sends its first request long before another Node has started on a busy machine.
  const request = `exec 3<>/dev/tcp/${shop.plain.replace(':', '/')}; printf "GET $1 HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3`;
  const command = `bash -c 'while :; do ${request}; done >&2' load {url}`;
  const shown: (string | undefined)[] = [];
  const byCommand: Reply = (question) => {
    if (question.kind === 'pick' && question.title.startsWith('Requests to')) {
      const isPace = question.placeholder.startsWith('How many');
      return isPace ? chosen('command') : { chosen: [], typed: '/work' };
    }
    if (question.kind !== 'input' || !question.title.startsWith('Requests to')) return undefined;
    shown.push(question.value);
    return chosen(command);
  };
  for (let i = 0; i < 2; i++) {
    answering(address(shop.plain), profile('CPU'), byCommand, seconds('1'), confirm);
    const id = await client.execute('profileServer', { action: 'load' });
    const session = client.sessions.sessions.find((each) => each.id === id);
    assert.ok(session, client.messages.join());
    assert.equal(session.perUnit, undefined);
  }
  assert.deepEqual(shown, ['wrk -t2 -d{seconds}s {url}', command]);
  assert.match(client.messages.join(), /% busy, requests by a command, which are not counted/);
  assert.ok((await shop.served()) > before);
});

test('requests go to the server only', async () => {
  const told = client.messages.length;
  answering(
    address(shop.plain),
    profile('CPU'),
    seconds('1'),
    requests('http://example.com/', '10x'),
    confirm,
  );
  assert.equal(await client.execute('profileServer', { action: 'load' }), null);
  assert.match(client.messages.slice(told).join(), /example\.com is not on 127/);
  assert.ok(!client.questions.some(({ kind }) => kind === 'confirm'));
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
    answering(address(strange.host), profile(label), seconds('1'));
    assert.equal(await client.execute('profileServer', { action: 'fetch' }), null);
    assert.match(client.messages.slice(before).join(), told);
  }
  const { id = '' } = client.servers.items.find((each) => each.label === strange.host) ?? {};
  assert.deepEqual(readdirSync(path.join(storagePath, 'servers', path.basename(id))), []);
  answering();
  await client.execute('profileServer', { action: 'forget', id });
});

test('a watched server has a new profile every second, compared with the one before, until it is stopped', async () => {
  answering(address(shop.plain), profile('CPU'), seconds('1'));
  const id = await client.execute('profileServer', { action: 'watch' });
  assert.ok(id !== null, client.messages.join());
  const item = () => client.servers.items.find(({ label }) => label === shop.plain);
  assert.equal(item()?.state, 'watching');
  const seen = new Set<string>();
  await client.until('four profiles', () => {
    seen.add(client.sessions.active?.sessionId ?? '');
    return seen.size >= 4;
  });
  const all = () => client.sessions.sessions.filter(({ title }) => /[▁▂▃▄▅▆▇█]/.test(title));
  await client.until('older ones are gone', () => all().length <= 2);
  const watched = all();
  assert.equal(watched[0]?.perUnit, 'second');
  assert.match(item()?.description ?? '', /^CPU [\d.]+% [▁▂▃▄▅▆▇█]{3,}$/);
  assert.equal(client.sessions.active?.sessionId, watched[0]?.id);
  await client.execute('profileServer', { action: 'stop', id: item()?.id ?? '' });
  await client.until('the end', () => item()?.state === 'idle');
});

test('a watched server that is started again is watched on, and meanwhile it is said that it does not answer', async () => {
  const proxy = () =>
    createServer((asked, answer) => {
      const { url = '/' } = asked;
      const passed = request(`http://${shop.plain}${url}`, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      passed.end();
    });
  const listening = async (server: ReturnType<typeof proxy>, port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    return typeof at === 'object' && at !== null ? at.port : 0;
  };
  const first = proxy();
  const port = await listening(first, 0);
  answering(address(`127.0.0.1:${port}`), profile('CPU'), seconds('1'));
  assert.ok((await client.execute('profileServer', { action: 'watch' })) !== null, client.messages.join());
  const item = () => client.servers.items.find(({ label }) => label === `127.0.0.1:${port}`);
  const told = client.messages.length;
  first.close();
  first.closeAllConnections();
  await client.until('it is away', () =>
    /^no answer for (?:[4-9]|\d\d) s [▁-█]+$/.test(item()?.description ?? ''),
  );
  assert.equal(item()?.state, 'watching');
  const second = proxy();
  await listening(second, port);
  await client.until('it is back', () => /^CPU /.test(item()?.description ?? ''));
  assert.equal(client.messages.length, told);
  answering();
  await client.execute('profileServer', { action: 'forget', id: item()?.id ?? '' });
  second.close();
  second.closeAllConnections();
});

test('lines of a file that has changed since the server was built have no costs; with the old lines they have', async () => {
  const uri = await client.open(shop.source);
  const old = readFileSync(shop.source, 'utf8');
  await Promise.all(Array.from({ length: 20 }, () => fetch(`http://${shop.plain}/work`)));
  const costs = () => client.annotations.get(uri)?.annotations ?? [];
  try {
    writeFileSync(shop.source, old.replace('func burn(', '\n\n\nfunc burn('));
    await fetchFrom(address(shop.plain), profile('Allocations'));
    await client.change(uri, readFileSync(shop.source, 'utf8'));
    await client.until('a word about it', () =>
      client.messages.some((each) => /has changed since the profiled program was built/.test(each)),
    );
    assert.deepEqual(costs(), []);
  } finally {
    writeFileSync(shop.source, old);
  }
  await client.change(uri, old);
  await fetchFrom(address(shop.plain), profile('Allocations'));
  const line = lineOfShop('make([]byte, 64<<10)') - 1;
  await client.until('costs', () => costs().some((each) => each.line === line));
});

test('the profiles of a server are forgotten with it, and there are never many; what another window shows stays', async () => {
  const own = client;
  client = await start();
  const id = await fetchFrom(address(shop.plain), profile('Threads'));
  const shown = client.sessions.sessions.find((each) => each.id === id)?.profilePath ?? '';
  await client.stop();
  client = own;
  const item = client.servers.items.find(({ label }) => label === shop.plain);
  const folder = path.join(storagePath, 'servers', path.basename(item?.id ?? ''));
  for (let i = 0; i < 22; i++) await fetchFrom(address(shop.plain), profile('Threads'));
  assert.ok(existsSync(shown));
  rmSync(shown);
  assert.equal(readdirSync(folder).length, 20);
  const paths = client.sessions.sessions.map(({ profilePath }) => profilePath);
  assert.ok(paths.every((each) => existsSync(each)));
  answering();
  await client.execute('profileServer', { action: 'forget', id: item?.id ?? '' });
  assert.ok(!existsSync(folder));
  assert.ok(!client.sessions.sessions.some(({ profilePath }) => profilePath.startsWith(folder)));
});
