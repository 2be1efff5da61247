/** Requests sent to a real server: as many as it says it has answered, at the pace that was asked for, within bounds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Latencies } from '../../../src/go/load/latencies.ts';
import { type LoadPlan, loadLimits, readLoadRequest } from '../../../src/go/load/loadPlan.ts';
import { cannotSend, type LoadProgram, loadPrograms, readReport } from '../../../src/go/load/loadPrograms.ts';
import { startOwnClient } from '../../../src/go/load/ownClient.ts';
import { installedPrograms, startProgram } from '../../../src/go/load/programClient.ts';
import { writtenAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { startOnlyIf } from '../../../src/go/toolchain/startedGroups.ts';
import { sentence } from '../../../src/result.ts';
import { eventually } from '../../eventually.ts';
import { strangeServer } from '../profiles/strangeServer.ts';
import { type ShopServer, startShopServer } from '../servers/shopServer.ts';

let shop: ShopServer;
before(async () => {
  shop = await startShopServer();
});
after(() => shop.stop());

function planFor(server: string, text: string, part: Partial<LoadPlan> = {}): LoadPlan {
  const address = writtenAddress(server);
  assert.ok(address, server);
  const request = readLoadRequest(text, address);
  assert.ok(request.ok, request.ok ? '' : sentence(request.problem));
  return {
    request: request.value,
    rate: null,
    connections: 2,
    mostRequests: loadLimits.requests,
    seconds: 60,
    ...part,
  };
}

/** Sends until all requests of the plan should have been answered. */
async function sent(plan: LoadPlan, done: (outcomeAt: number) => Promise<boolean>) {
  const from = performance.now();
  const load = startOwnClient(plan, new AbortController().signal);
  await eventually('the answers', () => done(performance.now() - from));
  return load.end({ from, to: performance.now() });
}

test('every answered request is counted once, over connections that stay open, and latencies are measured', async () => {
  for (const server of [shop.plain, `unix:${shop.socket}`, `https+insecure://${shop.secure}`]) {
    const before = await shop.served();
    const outcome = await sent(planFor(server, '/work', { mostRequests: 200, connections: 4 }), async () => {
      return (await shop.served()) - before >= 200;
    });
    assert.equal((await shop.served()) - before, 200, server);
    assert.ok(
      outcome.completed >= 196 && outcome.completed <= 200,
      `${outcome.completed}: a last answer may be on its way`,
    );
    assert.deepEqual(outcome.failures, {});
    assert.ok(
      (outcome.p50 ?? 0) >= 1 && (outcome.p99 ?? 0) >= (outcome.p50 ?? 0),
      'each takes a millisecond',
    );
    assert.ok(outcome.clientCpu !== null && outcome.clientCpu > 0);
  }
});

test('at a rate, no more is sent than the rate allows', async () => {
  const before = await shop.served();
  let gone = 0;
  const outcome = await sent(
    planFor(shop.plain, '/work', { rate: 50, connections: 10 }),
    async (milliseconds) => {
      gone = milliseconds;
      return milliseconds > 1000;
    },
  );
  const served = (await shop.served()) - before;
  assert.ok(served <= (gone / 1000) * 50 + 20, `${served} in ${gone} ms`);
  assert.ok(served > 10, `${served} in ${gone} ms`);
  assert.ok(Math.abs(outcome.completed - served) <= 10);
});

test('the time and the signal end it', async () => {
  const stop = new AbortController();
  const from = performance.now();
  const load = startOwnClient(planFor(shop.plain, '/work'), stop.signal);
  stop.abort();
  const outcome = await load.end({ from, to: performance.now() + 1000 });
  assert.ok(outcome.completed <= 2);
  const short = startOwnClient(planFor(shop.plain, '/work', { seconds: 0.05 }), new AbortController().signal);
  let before = -1;
  await eventually('an end of the requests', async () => {
    const last = before;
    before = await shop.served();
    return before === last;
  });
  await short.end({ from, to: from });
});

test('failures are counted by what went wrong', async () => {
  const server = await strangeServer((_, response) => response.writeHead(503).end());
  const from = performance.now();
  const load = startOwnClient(
    planFor(server.host, '/fails', { mostRequests: 5 }),
    new AbortController().signal,
  );
  await eventually('five requests', () => server.requests.length >= 5);
  const refused = await load.end({ from, to: performance.now() + 10_000 });
  assert.deepEqual(refused.failures, { 503: 5 });
  assert.equal(refused.completed, 5);
  const nobody = await sent(planFor('127.0.0.1:1', '/', { rate: 20 }), async (gone) => gone > 200);
  assert.equal(nobody.completed, 0);
  assert.ok((nobody.failures.ECONNREFUSED ?? 0) > 0);
  assert.equal(nobody.p50, null);
});

test('a server that sends garbage, or never ends, costs no more than its bounds', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const timer = setInterval(() => socket.write('x'.repeat(1000)), 5);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const at = server.address();
  assert.ok(typeof at === 'object' && at !== null);
  const outcome = await sent(planFor(`127.0.0.1:${at.port}`, '/'), async (gone) => gone > 100);
  assert.equal(outcome.completed, 0);
  server.close();
});

test('requests go to the host of the server only', () => {
  const server = writtenAddress('http://me:mysecret@shop:6060/debug/pprof/');
  assert.ok(server);
  const read = (text: string) => readLoadRequest(text, server);
  const good: [text: string, method: string, url: string, body: string][] = [
    ['/search?q=1', 'GET', 'http://shop:6060/search?q=1', ''],
    ['post /cart {"id": 1}', 'POST', 'http://shop:6060/cart', '{"id": 1}'],
    ['http://shop:8080/', 'GET', 'http://shop:8080/', ''],
    ['https://shop/x#y', 'GET', 'https://shop/x', ''],
  ];
  for (const [text, method, url, body] of good) {
    const request = read(text);
    assert.ok(request.ok, text);
    assert.deepEqual([request.value.method, request.value.url.href, request.value.body], [method, url, body]);
  }
  for (const text of [
    '//evil/x',
    'http://evil/',
    'http://shop.evil/',
    'http://shop@evil/',
    'ftp://shop/',
    'shop',
    '',
    'EAT /x',
    'file:///etc/passwd',
    '/\\evil/x x\u0000',
  ]) {
    const request = read(text);
    const isOnHost = request.ok && request.value.url.hostname === 'shop';
    assert.ok(!request.ok || isOnHost, text);
    if (!request.ok) assert.equal(request.problem.code, 'wrong-request');
  }
  const socket = writtenAddress('unix:/run/s');
  assert.ok(socket);
  assert.ok(readLoadRequest('/x', socket).ok);
  assert.ok(!readLoadRequest('http://localhost/x', socket).ok);
});

test('quantiles are right to a hundredth', () => {
  const latencies = new Latencies();
  for (let i = 1; i <= 1000; i++) latencies.add(i);
  const near = (value: number | null, expected: number) =>
    assert.ok(value !== null && Math.abs(value / expected - 1) < 0.011, `${value} for ${expected}`);
  near(latencies.quantile(0.5), 500);
  near(latencies.quantile(0.99), 990);
  near(latencies.quantile(1), 1000);
  assert.equal(new Latencies().quantile(0.5), null);
});

for (const program of loadPrograms) {
  const isThere = installedPrograms(process.env).includes(program);
  test(`${program} sends what is planned, and its report is read`, {
    skip: isThere ? false : `${program} is not installed: put it into PATH`,
  }, async () => {
    const before = await shop.served();
    const report = await programReport(program, planFor(shop.plain, '/work', { seconds: 1 }));
    const served = (await shop.served()) - before;
    assert.ok(report.requests > 0 && report.seconds > 0.5);
    // What is under way at the end is answered, and not counted by every program.
    assert.ok(Math.abs(report.requests - served) <= 4, `${report.requests} of ${served}`);
    assert.deepEqual(report.failures, {});
    assert.ok((report.p50 ?? 0) >= 0.9 && (report.p99 ?? 0) >= (report.p50 ?? 0));
    const ofMoved = await shop.served();
    await programReport(program, planFor(shop.plain, '/moved', { seconds: 1 }));
    assert.equal(await shop.served(), ofMoved, 'no redirect is followed');
    const failing = await programReport(program, planFor(shop.plain, '/fails', { seconds: 1 }));
    assert.equal(
      Object.values(failing.failures).reduce((sum, count) => sum + count, 0),
      failing.requests,
    );
  });
}

for (const program of loadPrograms.filter((each) => each !== 'wrk')) {
  const isThere = installedPrograms(process.env).includes(program);
  test(`${program} sends a body and headers at a rate`, {
    skip: isThere ? false : `${program} is not installed: put it into PATH`,
  }, async () => {
    const plan = planFor(shop.plain, 'POST /cart {"id": 1}', { seconds: 2, rate: 25.5, connections: 4 });
    const request = { ...plan.request, headers: { 'X-Shop': 'a b' } };
    const report = await programReport(program, { ...plan, request });
    assert.deepEqual(report.failures, {});
    assert.ok(report.requests > 5 && report.requests <= 60, `${report.requests}`);
  });
}

/** What they printed in two seconds, of versions from 2018 to 2026. */
const printed: [LoadProgram, file: string, requests: number, failures: object, hasLatencies: boolean][] = [
  ['wrk', 'work', 887, {}, true],
  ['wrk', 'fails', 118613, { 'not 2xx or 3xx': 118613 }, true],
  ['hey', 'work', 1553, {}, true],
  ['hey', 'paced', 52, {}, false],
  ['hey', 'fails', 26861, { 503: 26861 }, true],
  ['hey', 'refused', 0, { error: 25817 }, false],
  ['vegeta', 'work', 1881, {}, true],
  ['vegeta', 'paced', 51, {}, true],
  ['vegeta', 'fails', 39161, { 503: 39161 }, true],
  ['vegeta', 'refused', 0, { error: 18541 }, false],
  ['oha', 'work', 1388, {}, true],
  ['oha', 'paced', 51, {}, true],
  ['oha', 'fails', 81028, { 503: 81028 }, true],
  ['oha', 'refused', 0, { error: 139875 }, false],
];
test('what the programs print is read, also where none is installed', () => {
  for (const [program, file, requests, failures, hasLatencies] of printed) {
    const name = `${program}-${file}`;
    const text = readFileSync(path.join(import.meta.dirname, 'printed', `${name}.txt`), 'utf8');
    const report = readReport(program, text);
    assert.ok(report !== null, name);
    assert.deepEqual([report.requests, report.failures], [requests, failures], name);
    assert.ok(Math.abs(report.seconds - 2) < 0.11, name);
    assert.equal(report.p99 !== null && report.p50 !== null && report.p99 >= report.p50, hasLatencies, name);
  }
});

test('what a program cannot send as planned is refused', () => {
  const plans: [LoadProgram, LoadPlan][] = [
    ['wrk', planFor(shop.plain, '/work', { rate: 5 })],
    ['wrk', planFor(shop.plain, 'POST /work x')],
    ['hey', planFor(`https://${shop.secure}`, '/work')],
    ['vegeta', planFor(`unix:${shop.socket}`, '/work')],
    ['oha', planFor(shop.plain, '/work', { mostRequests: 5 })],
    ['oha', planFor(shop.plain, '/work', { ca: 'x' })],
  ];
  for (const [program, plan] of plans) assert.notEqual(cannotSend(program, plan), null, program);
});

async function programReport(program: LoadProgram, plan: LoadPlan) {
  startOnlyIf(() => true);
  const running = startProgram(program, plan, process.env, new AbortController().signal);
  assert.ok(running.ok, running.ok ? '' : sentence(running.problem));
  const report = await running.value.report();
  assert.ok(report.ok, report.ok ? '' : `${sentence(report.problem)} ${report.problem.details}`);
  return report.value;
}
