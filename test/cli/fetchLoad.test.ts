/** Profiles of a server under load, on the command line: counted by the server itself and by go tool pprof. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { readProfile } from '../../src/pprof/read.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { lineOfShop, type ShopServer, startShopServer } from '../go/servers/shopServer.ts';
import { goTool } from '../goTool.ts';
import { profileBytes } from '../pprof/builder.ts';
import { succeeded } from '../why.ts';
import { runCliIn, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();
let shop: ShopServer;
before(async () => {
  shop = await startShopServer();
});
after(() => shop.stop());

const seconds = 3;

test('costs per request are the samples over the requests that were answered meanwhile', async () => {
  const file = folder.path('cpu.pb.gz');
  const before = await shop.served();
  const args = [
    'fetch',
    `--seconds=${seconds}`,
    '--load=/work',
    '--rate=100',
    '--json',
    '-o',
    file,
    shop.plain,
  ];
  const { status, stdout, stderr } = await runHere(...args);
  assert.equal(status, 0, stderr);
  const served = (await shop.served()) - before;
  const report = JSON.parse(stdout);
  const { count, unit } = report.perUnit;
  assert.equal(unit, 'request');
  // More was sent before and after the recording; the server counts that too.
  assert.ok(count > 0 && count <= served, `${count} of ${served}`);
  assert.equal(report.load.completed, count);
  assert.deepEqual(report.load.failures, {});
  const { operations, collections, heapGoal, stacks } = report.memory;
  assert.equal(operations, count);
  // Each request allocates 64 kB, so that some collections are due, and far fewer than requests.
  assert.ok(collections > 0 && collections < count && heapGoal > 2 ** 20 && stacks > 0, stdout);
  assert.deepEqual(report.sampleType, { type: 'cpu', unit: 'nanoseconds' });
  const burn = report.lines.filter((each: { function: string }) => each.function === 'main.burn');
  const perRequest = sum(
    burn.map((each: { metrics: Metrics }) => each.metrics['cpu-nanoseconds/request']?.cum ?? 0),
  );
  const top = execFileSync(goTool('pprof'), ['-symbolize=none', '-top', '-lines', '-unit=ns', file], {
    encoding: 'utf8',
  });
  const judged = [...top.matchAll(/ (\d+)ns +\S+ +main\.burn /g)].map(([, cum]) => Number(cum));
  assert.ok(judged.length > 0, top);
  assert.ok(Math.abs(perRequest * count - sum(judged)) < 1, `${perRequest} × ${count} is ${sum(judged)}`);
  assert.equal(report.busy > 0, true);
  assert.match(stderr, /Sending GET http:.*\bwork\b/);
  // The handler is as costly as anything, and what nobody's handler calls, such as the scheduler, stands apart.
  const cumOf = ({ metrics }: { metrics: Metrics }) => metrics['cpu-nanoseconds/request']?.cum ?? 0;
  const handler = report.lines.find((each: { function: string }) => each.function === 'main.work');
  assert.equal(cumOf(handler), cumOf(report.lines[0]));
  const schedules = ({ function: name }: { function: string }) => name === 'runtime.schedule';
  assert.deepEqual(report.lines.filter(schedules), []);
});

interface Metrics {
  readonly [metric: string]: { readonly flat: number; readonly cum: number };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

test('allocations per request are those of each request', async () => {
  const args = [
    'fetch',
    '--seconds=2',
    '--load=/work',
    '--connections=4',
    '--rate=200',
    '-o',
    folder.path('allocs.pb.gz'),
  ];
  const { status, stdout, stderr } = await runHere(...args, `${shop.plain}/debug/pprof/allocs`);
  assert.equal(status, 0, stderr);
  assert.match(
    stdout,
    /^\d+ requests \([\d.]+\/s\), half in [\d.]+(?:µs|ms|s), 99 of 100 in .*, none failed\nmemory: peak .* collections per 1?00 requests, /,
  );
  assert.match(stdout, /flat alloc_space/);
  // 64 kB in each request, sampled: a third or double would be wrong.
  const line = lineOfShop('make([]byte, 64<<10)');
  const found = new RegExp(`^\\s*([\\d.]+) kB/request .*main\\.go:${line} `, 'm').exec(stdout);
  assert.ok(found, stdout);
  assert.ok(Number(found[1]) > 25 && Number(found[1]) < 140, found[0]);
});

test('without load, an idle server is said to be idle, and how to change that', async () => {
  const file = folder.path('idle.pb.gz');
  const { stderr } = await runHere('fetch', '--seconds=1', '-o', file, shop.plain);
  const said = /127\.0\.0\.1:\d+ was (\d\.\d)% busy\. --load=REQUEST sends/.exec(stderr)?.[1];
  // One sample stands for a hundredth of a second, and answering us can take several: only the profile knows how many.
  const { samples, durationNanos } = succeeded(readProfile(readFileSync(file)));
  const nanoseconds = sum(
    Array.from({ length: samples.count }, (_, at) => samples.values.approximate[at * 2 + 1] ?? 0),
  );
  assert.equal(said, ((100 * nanoseconds) / Number(durationNanos)).toFixed(1), stderr);
});

test('failing requests are counted once each, and fail the command where they are most', async () => {
  const { status, stdout, stderr } = await runCliIn(
    folder.path('.'),
    'fetch',
    '--seconds=1',
    '--load=/fails',
    '--rate=50',
    '--json',
    shop.plain,
  );
  assert.equal(status, 1);
  const { completed, unanswered, failures } = JSON.parse(stdout).load;
  assert.ok(completed > 0);
  assert.deepEqual([failures, unanswered], [{ 503: completed }, 0]);
  const said = new RegExp(
    `Of ${completed} requests ${completed} failed \\(503\\), so .*Check GET .*/fails\\.$`,
    'm',
  );
  assert.match(stderr, said);
});

test('the name and password of the address go with the requests to its port, and to no other', async () => {
  const recorded = profileBytes({
    sampleTypes: ['samples/count'],
    samples: [],
    durationNanos: 1_000_000_000n,
  });
  const answer = ({ url }: IncomingMessage, response: ServerResponse) =>
    response.end(url?.startsWith('/debug') ? recorded : '');
  const server = await strangeServer(answer);
  const neighbour = await strangeServer(answer);
  const fetch = (load: string) =>
    runHere(
      'fetch',
      `--load=${load}`,
      '--load-requests=1',
      '-o',
      folder.path('auth.pb.gz'),
      `http://me:mypass@${server.host}`,
    );
  const basic = `Basic ${Buffer.from('me:mypass').toString('base64')}`;
  await fetch('/work');
  assert.ok(server.requests.includes(`/work ${basic}`), server.requests.join());
  const { stderr } = await fetch(`http://${neighbour.host}/work`);
  assert.deepEqual(neighbour.requests, ['/work -']);
  assert.doesNotMatch(stderr, /mypass/);
});

test('a command of the user sends the requests, and nobody counts them', async () => {
  const program = 'console.error("sent"); setInterval(() => fetch(process.argv[1]), 20)';
  const command = `--load-command='${process.execPath}' -e '${program}' {url}`;
  const sampleTypes = ['samples/count', 'cpu/nanoseconds'];
  const samples = [{ values: [3, 30_000_000], stack: ['main main.go:5'] }];
  const recorded = profileBytes({ sampleTypes, samples, durationNanos: 1_000_000_000n });
  // Its recording lasts until the command has sent something, however late that starts.
  let sent = 0;
  let recording: ServerResponse | null = null;
  const server = await strangeServer(({ url }, response) => {
    if (url !== '/work') {
      recording = response;
      return;
    }
    response.end();
    sent++;
    if (sent < 5 || recording === null) return;
    recording.end(recorded);
    recording = null;
  });
  const file = folder.path('commanded.pb.gz');
  const args = ['fetch', '--seconds=1', '--load=/work', command, '-o', file, server.host];
  const { status, stdout, stderr } = await runHere(...args);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, '3.0% busy, requests by a command, which are not counted\n');
  assert.match(stderr, /^sent$/m);
  assert.match(stderr, /The load command ran on the same machine as the server/);
  const missing = await runHere('fetch', '--load-command=nosuchload {url}', shop.plain);
  assert.deepEqual([missing.status, missing.stdout], [1, '']);
  assert.match(missing.stderr, /The load command nosuchload is not installed: no folder of PATH has it\.$/m);
});

test('requests go nowhere else, and wrong numbers are refused', async () => {
  const cases: [args: string[], words: RegExp][] = [
    [['--load=http://example.com/'], /is not on 127/],
    [['--load=//example.com/'], /neither a path/],
    [['--load=/work', '--rate=0'], /cannot be sent/],
    [['--load=/work', '--connections=100000'], /from 1 to 1000/],
    [['--rate=5'], /--rate needs --load/],
    [['--load-command=node', '--load-header=X-Key: 1'], /--load-header is not for --load-command/],
  ];
  for (const [args, words] of cases) {
    const { status, stdout, stderr } = await runHere('fetch', ...args, shop.plain);
    assert.deepEqual([status, stdout], [2, ''], stderr);
    assert.match(stderr.trimEnd().split('\n').at(-1) ?? '', words);
  }
});

test('a header and a certificate authority, from files, and never shown', async () => {
  const header = folder.path('header');
  writeFileSync(header, 'X-Key: mykey\n');
  const file = folder.path('locked.pb.gz');
  const locked = await runHere('fetch', `--header=@${header}`, '-o', file, `${shop.locked}/debug/pprof/heap`);
  assert.equal(locked.status, 0, locked.stderr);
  assert.doesNotMatch(locked.stderr, /mykey/);
  const secure = await runHere(
    'fetch',
    `--ca=${shop.ca}`,
    '-o',
    file,
    `https://${shop.secure}/debug/pprof/heap`,
  );
  assert.equal(secure.status, 0, secure.stderr);
  const under = await runHere(
    'fetch',
    `--ca=${shop.ca}`,
    '--seconds=1',
    '--load=/work',
    '--rate=20',
    '-o',
    file,
    `https://${shop.secure}`,
  );
  assert.match(under.stdout, /none failed/, under.stderr);
  const socket = await runHere(
    'fetch',
    '--seconds=1',
    '--load=/work',
    '--rate=20',
    '-o',
    file,
    `unix:${shop.socket}`,
  );
  assert.match(socket.stdout, /none failed/, socket.stderr);
  assert.ok(readProfile(readFileSync(file)).ok);
  // A report takes the same options.
  const report = await runHere('summary', '--json', `--header=@${header}`, `${shop.locked}/debug/pprof/heap`);
  assert.equal(report.status, 0, report.stderr);
  const trusting = await runHere(
    'summary',
    '--json',
    `--ca=${shop.ca}`,
    `https://${shop.secure}/debug/pprof/heap`,
  );
  assert.equal(trusting.status, 0, trusting.stderr);
  const wrong = await runHere('fetch', '--header=mysecret', `${shop.locked}/debug/pprof/heap`);
  assert.equal(wrong.status, 2);
  assert.doesNotMatch(wrong.stderr, /mysecret/);
});

test('a certificate that nobody vouches for: the safe way is said first; a plain request repeats what the server says', async () => {
  const refused = await runHere('top', `https://${shop.secure}/debug/pprof/heap`);
  assert.equal(refused.status, 1);
  assert.match(
    refused.stderr,
    /cannot be trusted \(\w+\)\. Name .* with --ca=FILE\. Only https\+insecure:\/\/ trusts anybody\.$/m,
  );
  const plain = await runHere('top', `http://${shop.secure}/debug/pprof/heap`);
  assert.equal(plain.status, 1);
  assert.match(plain.stderr, /answered 400 Bad Request: Client sent an HTTP request to an HTTPS server\.$/m);
});

test('what the user has written wrongly is exit status 2, wherever that is found out', async () => {
  const wrong = [
    [
      'top',
      '--focus=(',
      folder.file('any.pb', profileBytes({ samples: [{ values: [1], stack: ['main'] }] })),
    ],
    ['top', 'pyroscope+http://127.0.0.1:1/?query={}&since=soon'],
    ['compare-store', 'v1', 'v2'],
    ['fetch', 'ftp://127.0.0.1/'],
  ];
  for (const args of wrong) {
    const { status, stdout, stderr } = await runHere(...args);
    assert.deepEqual([status, stdout], [2, ''], `${args.join(' ')}: ${stderr}`);
  }
});
