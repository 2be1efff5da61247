/** Running servers while requests are sent to them, or while they are watched. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionSummary } from '../../../../src/protocol.ts';
import { lineOfShop } from '../../../go/servers/shopServer.ts';
import {
  address,
  answering,
  chosen,
  confirm,
  profile,
  type Reply,
  requests,
  seconds,
  serverUser,
} from './serverUser.ts';

const { client, shop } = await serverUser();

test('under load, lines cost per request; nothing is sent before the user has said yes', async () => {
  const before = await shop.served();
  answering(client, address(shop.plain), profile('CPU'), seconds('2'), requests('/work', '100/s'));
  assert.equal(await client.execute('profileServer', { action: 'load' }), null);
  assert.equal(await shop.served(), before, 'the user gave up at the last question');

  const told = client.messages.length;
  answering(client, address(shop.plain), profile('CPU'), seconds('2'), requests('/work', '100/s'), confirm);
  const id = await client.execute('profileServer', { action: 'load' });
  const asked = client.questions.find((question) => question.kind === 'confirm');
  assert.match(
    asked?.kind === 'confirm' ? asked.detail : '',
    /^GET http:\/\/127.*\/work, 100 requests a second, for 2 s\./,
  );
  const session = client.session(id);
  assert.equal(session?.perUnit, 'request');
  const count = session?.operations ?? 0;
  assert.ok(count > 0 && count <= (await shop.served()) - before, `${count}`);
  assert.match(
    client.messages.slice(told).join(),
    new RegExp(`% busy, ${count} requests \\([\\d.]+/s\\), half in .*, none failed`),
  );
  const times = await client.execute('times', { sessionId: session?.id ?? '' });
  assert.equal(times?.of, 'request');
  assert.equal(
    times.versions[0]?.counts.reduce((sum, each) => sum + each, 0),
    count,
  );
  const uri = await client.open(shop.source);
  await client.until('costs per request on the line that works', () => {
    const lines = client.costs(uri);
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
    answering(client, address(shop.plain), profile('CPU'), byCommand, seconds('1'), confirm);
    const id = await client.execute('profileServer', { action: 'load' });
    const session = client.session(id);
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
    client,
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

test('a watched server has a new profile every second, compared with the one before, until it is stopped; any two can be compared', async (t) => {
  let isBusy = true;
  t.after(() => {
    isBusy = false;
  });
  const load = async () => {
    while (isBusy) {
      await fetch(`http://${shop.plain}/work`);
      // As fast as it goes, it would keep two cores from all other tests.
      await sleep(15);
    }
  };
  void load();
  answering(client, address(shop.plain), profile('CPU'), seconds('1'));
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
  const moments = () => item()?.watch?.moments ?? [];
  await client.until('four moments', () => moments().length >= 4);
  const known = moments().map(({ figures }) => Object.values(figures).map((value) => (value ?? -1) >= 0));
  assert.ok(known.flat().every(Boolean), JSON.stringify(moments()));
  assert.ok(moments().every(({ figures }) => (figures.heap ?? 0) > 1000 && (figures.goroutines ?? 0) > 2));

  const server = item()?.id ?? '';
  const [first, second] = moments().map(({ id }) => id);
  const asked = { action: 'show', id: server, moments: [second ?? '', first ?? ''] } as const;
  const shown = await client.execute('profileServer', asked);
  assert.equal(client.sessions.active?.sessionId, shown);
  const files = ({ profilePath, base }: SessionSummary) =>
    [profilePath, base?.profilePath ?? ''].map((file) => path.basename(file));
  const compared = client.session(shown);
  assert.ok(compared !== undefined && compared.base !== undefined);
  assert.deepEqual(files(compared), [second, first], 'the older one is the base');
  assert.equal(compared.perUnit, 'second');
  const uri = await client.open(shop.source);
  const line = lineOfShop('burn(time.Millisecond)') - 1;
  await client.until('a cost on the line', () => client.costs(uri).some((each) => each.line === line));
  assert.match(await client.hover(uri, line, 4), /in `[^`]+ · CPU \d\d:\d\d:\d\d`/);
  const before = moments().length;
  await client.until('more moments, while the comparison stays', () => moments().length >= before + 2);
  assert.equal(client.sessions.active?.sessionId, shown);

  await client.execute('profileServer', { action: 'stop', id: server });
  await client.until('the end', () => item()?.state === 'idle');
  assert.equal(item()?.watch?.state, 'ended');
  const last = moments().at(-1)?.id ?? '';
  const again = await client.execute('profileServer', { ...asked, moments: [first ?? '', last] });
  assert.deepEqual(client.sessions.sessions.filter(({ base }) => base !== undefined).map(files), [
    [last, first],
  ]);
  assert.notEqual(again, shown);
  const newest = await client.execute('profileServer', { action: 'show', id: server });
  assert.equal(path.basename(client.session(newest)?.profilePath ?? ''), last);

  // What is read for a comparison is not let go meanwhile, whatever else is shown.
  const [, earlier, later] = moments().map(({ id }) => id);
  let isCompared = false;
  const comparing = client
    .execute('profileServer', { ...asked, moments: [earlier ?? '', later ?? ''] })
    .finally(() => {
      isCompared = true;
    });
  while (!isCompared) await client.execute('profileServer', { action: 'show', id: server });
  assert.ok((await comparing) !== null, client.messages.join());
  const open = client.sessions.sessions.filter(({ base }) => base === undefined);
  assert.ok(
    open.some(({ profilePath }) => path.basename(profilePath) === earlier),
    'the earlier one is there',
  );
  const told = client.messages.length;
  assert.equal(await client.execute('profileServer', { ...asked, moments: ['../x', last] }), null);
  assert.match(client.messages.slice(told).join(), /is no longer kept/);
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
  answering(client, address(`127.0.0.1:${port}`), profile('CPU'), seconds('1'));
  assert.ok((await client.execute('profileServer', { action: 'watch' })) !== null, client.messages.join());
  const item = () => client.servers.items.find(({ label }) => label === `127.0.0.1:${port}`);
  const told = client.messages.length;
  first.close();
  first.closeAllConnections();
  await client.until('it is away', () =>
    /^no answer for (?:[4-9]|\d\d) s [▁-█]+$/.test(item()?.description ?? ''),
  );
  assert.equal(item()?.state, 'watching');
  assert.equal(item()?.watch?.state, 'away');
  assert.match(item()?.watch?.note ?? '', /Nothing answers|connection/);
  const second = proxy();
  await listening(second, port);
  await client.until('it is back', () => /^CPU /.test(item()?.description ?? ''));
  const gaps = item()?.watch?.moments.map(({ isAfterGap }) => isAfterGap) ?? [];
  assert.deepEqual([gaps.at(0), gaps.at(-1)], [true, true], 'the chart stays, with a gap');
  assert.equal(client.messages.length, told);
  answering(client);
  await client.execute('profileServer', { action: 'forget', id: item()?.id ?? '' });
  second.close();
  second.closeAllConnections();
});
