/** Requests sent to a real server: as many as it says it has answered, at the pace that was asked for, within bounds. */
import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fail, ok, type Result } from '../../../src/base/result.ts';
import { operationCountOf, percentile } from '../../../src/bench/statistics/operationTimes.ts';
import { type LoadCommand, loadCallOf } from '../../../src/go/load/loadCommand.ts';
import { type LoadPlan, loadLimits, readLoadRequest } from '../../../src/go/load/loadPlan.ts';
import { connectionsFor, Latencies, OwnClient } from '../../../src/go/load/ownClient.ts';
import { underLoad } from '../../../src/go/load/underLoad.ts';
import { writtenAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { eventually } from '../../eventually.ts';
import { succeeded, why } from '../../why.ts';
import { strangeServer } from '../profiles/strangeServer.ts';
import { type ShopServer, startShopServer } from '../servers/shopServer.ts';

let shop: ShopServer;
before(async () => {
  shop = await startShopServer();
});
after(() => shop.stop());

/** Is not aborted. */
const endless = new AbortController().signal;

function planFor(server: string, text: string, part: Partial<LoadPlan> = {}): LoadPlan {
  const address = writtenAddress(server);
  assert.ok(address, server);
  const request = succeeded(readLoadRequest(text, address));
  return {
    request,
    rate: null,
    connections: 2,
    mostRequests: loadLimits.requests,
    seconds: 60,
    ...part,
  };
}

function clientOf(plan: LoadPlan, signal = endless): OwnClient {
  const connections = connectionsFor(plan);
  after(() => connections.destroy());
  return new OwnClient(plan, signal, connections);
}

/** Sends until all requests of the plan should have been answered. */
async function sent(plan: LoadPlan, done: (outcomeAt: number) => Promise<boolean>) {
  const from = performance.now();
  const load = clientOf(plan);
  await eventually('the answers', () => done(performance.now() - from));
  return load.end();
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
    assert.ok(outcome.clientCpu > 0);
  }
});

test('at a rate, no more is sent than the rate allows', async () => {
  const before = await shop.served();
  const began = performance.now();
  const outcome = await sent(
    planFor(shop.plain, '/work', { rate: 50, connections: 10 }),
    // On a busy machine, it may take longer until so many are sent.
    async (gone) => gone > 1000 && (await shop.served()) - before > 10,
  );
  const gone = performance.now() - began;
  const served = (await shop.served()) - before;
  assert.ok(served <= (gone / 1000) * 50 + 20, `${served} in ${gone} ms`);
  assert.ok(Math.abs(outcome.completed - served) <= 10);
});

test('at a rate, requests that wait behind a slow one count from when they should have been sent', async () => {
  const [rate, slow] = [100, 1000];
  // It knows how long it works on each: the first takes a second, the others no time. One connection, so they wait.
  const own: number[] = [];
  let isFirst = true;
  const server = await strangeServer((_, response) => {
    const began = performance.now();
    const answer = () => {
      own.push(performance.now() - began);
      response.end();
    };
    if (isFirst) setTimeout(answer, slow);
    else answer();
    isFirst = false;
  });
  const load = clientOf(planFor(server.host, '/', { rate, connections: 1, mostRequests: 200 }));
  await load.finished;
  const { completed, unsent, p50, p90, longest } = await load.end();
  assert.deepEqual([completed, unsent, own.length], [200, 0, 200], 'all that were due were sent');
  // To the server, all but one took next to nothing. But of 200 that were due in 2 s, those of the first second had to wait:
  // a tenth for 0.8 s or longer, and more on a busy machine.
  assert.ok(own.filter((each) => each >= slow - 1).length >= 1);
  assert.ok((longest ?? 0) >= slow - 1, `${longest}`);
  assert.ok((p90 ?? 0) >= 0.75 * slow, `${p90}`);
  assert.ok((p50 ?? 0) <= (p90 ?? 0));
});

test('the time and the signal end it', async () => {
  const stop = new AbortController();
  const load = clientOf(planFor(shop.plain, '/work'), stop.signal);
  stop.abort();
  const outcome = await load.end();
  assert.ok(outcome.completed <= 2);
  const short = clientOf(planFor(shop.plain, '/work', { seconds: 0.05 }));
  let before = -1;
  await eventually('an end of the requests', async () => {
    const last = before;
    before = await shop.served();
    return before === last;
  });
  await short.end();
});

test('failures are counted by what went wrong', async () => {
  const server = await strangeServer((_, response) => response.writeHead(503).end());
  const load = clientOf(planFor(server.host, '/fails', { mostRequests: 5 }));
  await load.finished;
  const refused = await load.end();
  assert.deepEqual(refused.failures, { 503: 5 });
  assert.equal(refused.completed, 5);
  const nobody = await sent(planFor('127.0.0.1:1', '/', { rate: 20 }), async (gone) => gone > 200);
  assert.equal(nobody.completed, 0);
  assert.ok((nobody.failures.ECONNREFUSED ?? 0) > 0);
  assert.equal(nobody.p50, null);
});

test('a server that sends garbage, or never ends, costs no more than its bounds', async () => {
  const server = await strangeServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
    response.on('close', () => clearInterval(timer));
  });
  const outcome = await sent(planFor(server.host, '/'), async (gone) => gone > 100);
  assert.equal(outcome.completed, 0);
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
    const request = succeeded(read(text));
    assert.deepEqual([request.method, request.url.href, request.body], [method, url, body]);
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

test('percentiles are right to a thousandth', () => {
  const latencies = new Latencies();
  for (let i = 1; i <= 1000; i++) latencies.add(i);
  const near = (share: number, expected: number) => {
    const value = percentile(latencies.times, share) / 1e6;
    assert.ok(Math.abs(value / expected - 1) < 0.0011, `${value} for ${expected}`);
  };
  near(0.5, 500);
  near(0.99, 990);
  near(1, 1000);
  assert.equal(operationCountOf(latencies.times), 1000);
});

function commandOf(text: string, part: Partial<LoadCommand> = {}): LoadCommand {
  return { text, directory: os.tmpdir(), env: process.env, log: () => undefined, ...part };
}

test('a command gets the address without secrets, and the time, as whole words', () => {
  const plan = planFor('http://me:mysecret@127.0.0.1:6060/?key=mykey', '/a?q=x"y', { seconds: 1.2 });
  const request = { ...plan.request, headers: { Authorization: 'Bearer mykey' } };
  const text = 'sh -c \'echo $0\' {url} -d{seconds}s --json={"id":{}} \'say "{url}"\'';
  const call = succeeded(loadCallOf(commandOf(text), { ...plan, request }));
  const url = 'http://127.0.0.1:6060/a?q=x%22y';
  assert.equal(call.name, 'sh');
  assert.deepEqual(call.args, ['-c', 'echo $0', url, '-d2s', '--json={id:{}}', `say "${url}"`]);
  const relative = loadCallOf(commandOf('./load.sh', { directory: os.tmpdir() }), plan);
  assert.equal(relative.ok && relative.value.command, path.resolve(os.tmpdir(), 'load.sh'));
});

const refusals: [what: string, text: string, server: string, request: string, sentence: RegExp][] = [
  [
    'a program that is missing',
    'nosuchload {url}',
    '127.0.0.1:1',
    '/',
    /The load command nosuchload is not installed/,
  ],
  ['an open quote', "sh -c 'x", '127.0.0.1:1', '/', /A quote ' is not closed/],
  ['a body', 'sh {url}', '127.0.0.1:1', 'POST /cart x', /: write POST x into the command\.$/],
  ['a socket', 'sh {url}', 'unix:/run/s', '/', /A Unix socket has no address that \{url\} could stand for/],
];
for (const [what, text, server, request, words] of refusals) {
  test(`a command is refused for ${what}`, async () => {
    const done = await underLoad(planFor(server, request), commandOf(text), endless, () =>
      assert.fail('nothing is recorded'),
    );
    assert.match(why(done), words);
  });
}

/** Sends one request after the other until it is ended. */
const endlessRequests = `'${process.execPath}' -e 'console.log(process.pid); (async () => { for (;;) await fetch(process.argv[1]) })()' {url}`;

test('a command sends while it is recorded, ends with the recording, and what it prints is logged', async () => {
  const before = await shop.served();
  let pid = '';
  const command = commandOf(endlessRequests, { log: (text) => (pid += text) });
  const plan = planFor(shop.plain, '/work', { seconds: 1 });
  const done = await underLoad(plan, command, endless, async (began) => {
    began();
    await eventually('requests', async () => (await shop.served()) > before + 10);
    return ok('profile');
  });
  assert.deepEqual(done, ok({ profile: 'profile', load: null, memory: null }));
  assert.match(pid, /^\d+\n$/);
  // The server may still work on its last request.
  assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' });
});

test('a command ends with a cancel; one that fails ends the recording with its last line', async () => {
  const recording = (_: unknown, signal: AbortSignal) =>
    new Promise<Result<never>>((resolve) => {
      const end = () => resolve(fail('cancelled', 'Cancelled.'));
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
    });
  const plan = planFor(shop.plain, '/work');
  const failing = `'${process.execPath}' -e 'console.log("one"); console.error("no such host"); process.exit(3)'`;
  const failed = await underLoad(plan, commandOf(failing), endless, recording);
  assert.match(why(failed), /load-failed: The load command .*node\S* failed \(3\): no such host$/);
  const cancelled = await underLoad(plan, commandOf(endlessRequests), AbortSignal.timeout(500), recording);
  assert.equal(!cancelled.ok && cancelled.problem.code, 'cancelled');
});
