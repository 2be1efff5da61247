/** `pprof-lens http`: who gets the page, and who does not. The page itself is opened in test/webview/served.test.ts. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Browser } from '../../src/go/toolchain/browser.ts';
import { userIn } from '../../src/go/toolchain/peerUser.ts';
import { eventually, within } from '../eventually.ts';
import { profileBytes } from '../pprof/builder.ts';
import { outcomeOf, runCli, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

// The page's files are beside the built program.
const program = join(import.meta.dirname, '../../dist/cli.js');
const folder = temporaryFolder();
const profile = folder.file(
  'shop.pb',
  profileBytes({
    samples: [{ values: [3], stack: ['shop.parse shop.go:10', 'main main.go:5'] }],
    binary: '/bin/shop',
  }),
);

/** Starts to serve; resolves with the address that is printed. */
async function serve(
  ...args: string[]
): Promise<{ server: ChildProcess; address: URL; ended: Promise<number | null> }> {
  const server = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  const printing = new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout!.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve(text.trim());
    });
    server.once('close', () => reject(new Error(`it ended: ${text}`)));
  });
  const printed = await within('the address of the page', printing);
  return { server, address: new URL(printed), ended };
}

let served: Awaited<ReturnType<typeof serve>>;
let slow: Socket;
before(async () => {
  served = await serve('http', profile);
  slow = connected();
  slow.write('GET / HTTP/1.1\r\n');
});
after(() => served.server.kill('SIGINT'));

test('of a profile of addresses alone it says on standard error how to add the names', async () => {
  const addresses = join(import.meta.dirname, '../foreign/profiles/cpp-legacy.prof');
  const nameless = spawn(process.execPath, [program, 'http', addresses], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  nameless.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  nameless.stdout.once('data', () => nameless.kill('SIGINT'));
  await within(() => `the end of http: ${stderr}`, once(nameless, 'close'));
  assert.match(stderr, /No function has a name/);
});

function connected(): Socket {
  // Who does not read what it is told at the end does not learn of the end.
  return connect(Number(served.address.port), '127.0.0.1')
    .on('error', () => undefined)
    .resume();
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly host?: string;
  /** False for a connection of its own. */
  readonly agent?: false;
}

function ask(address: URL, options: Asked = {}): Promise<Answer> {
  const { method = 'GET', host = address.host, ...rest } = options;
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers: { host }, ...rest }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.on('error', reject).end();
  });
}

test('the address is on loopback, with a free port and a path that nobody guesses', () => {
  const { hostname, port, pathname } = served.address;
  assert.equal(hostname, '127.0.0.1');
  assert.ok(Number(port) > 0);
  assert.match(pathname, /^\/[\w-]{24}\/$/);
});

test('the page: complete, not kept, in no frame', async () => {
  const { status, headers, body } = await ask(served.address);
  assert.equal(status, 200);
  assert.match(body, /^<!DOCTYPE html>[\s\S]*<title>shop · samples<\/title>[\s\S]*<\/html>\n$/);
  assert.match(body, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
});

const refused: [what: string, status: number, path: string, options: Asked][] = [
  ['another path', 404, '/', {}],
  ['a path beside it', 404, '/../../etc/passwd', {}],
  ['a name of the web that leads here', 403, '', { host: 'attacker.example' }],
  ['the same with the port', 403, '', { host: 'attacker.example:80' }],
  ['another address of this machine', 403, '', { host: '127.0.0.1.attacker.example' }],
  ['a question that would change something', 405, '', { method: 'POST' }],
];

for (const [what, expected, path, options] of refused) {
  test(`nothing for ${what}`, async () => {
    const { status, body } = await ask(path === '' ? served.address : new URL(path, served.address), options);
    assert.deepEqual([status, body], [expected, '']);
  });
}

test('localhost is this machine, too; HEAD asks without the page', async () => {
  const { port } = served.address;
  assert.equal((await ask(served.address, { host: `localhost:${port}` })).status, 200);
  const head = await ask(served.address, { method: 'HEAD' });
  assert.deepEqual([head.status, head.body], [200, '']);
});

test('connections that ask nothing keep nobody out', async (t) => {
  const idle = Array.from({ length: 200 }, () => connected());
  t.after(() => idle.forEach((socket) => void socket.destroy()));
  await within('200 connections', Promise.all(idle.map((socket) => once(socket, 'connect'))));
  for (const socket of idle) socket.write('GET / HTTP/1.1\r\n');
  const { status } = await within('the page', ask(served.address, { agent: false }));
  assert.equal(status, 200);
  await eventually('the end of the oldest', () => idle.filter(({ closed }) => !closed).length < 64);
});

test("pprof's own form, and the end by Ctrl+C", async () => {
  const { server, address, ended } = await serve('-http=localhost:', '-focus=parse', profile);
  assert.equal((await ask(address)).status, 200);
  server.kill('SIGINT');
  assert.equal(await ended, 0);
});

test('another machine is served nothing; a port in use is said', async () => {
  const open = await runHere('-http=0.0.0.0:8080', profile);
  assert.equal(open.status, 2);
  assert.match(open.stderr, /to this machine only/);
  const used = await runCli('http', `--port=${served.address.port}`, profile);
  assert.equal(used.status, 1);
  assert.match(used.stderr, /cannot be served: .*EADDRINUSE.* Try another --port/);
});

/** Notes what another user could see, and copies what the browser reads. */
function playedBrowser(): {
  readonly program: string;
  readonly opened: () => string[];
  readonly copy: string;
} {
  const name = `browser-${Math.random()}`;
  const [log, copy] = [folder.path(`${name}-log`), folder.path(`${name}-copy`)];
  const script = `#!/bin/sh\ncp -p "\${1#file://}" '${copy}' 2>/dev/null\necho "$1" >> '${log}'\n`;
  const program = folder.file(name, Buffer.from(script));
  chmodSync(program, 0o755);
  // The browser is nobody that we wait for. A shell makes the file before it writes into it.
  const opened = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []);
  return { program, opened, copy };
}

test('web and weblist in the prompt open their pages in the browser that BROWSER names, and no secret is among its arguments', {
  skip: process.platform === 'win32',
}, async (t) => {
  const browser = playedBrowser();
  const prompt = spawn(process.execPath, [program, profile], {
    env: { ...process.env, BROWSER: browser.program },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  t.after(() => prompt.kill());
  const ending = outcomeOf(prompt);
  prompt.stdin.write('web\nweblist pars\nweblist nothing\n');
  await eventually('both pages in the browser', () => browser.opened().length >= 2);
  // The links are there as long as the prompt.
  const links = browser.opened();
  const found =
    process.platform === 'linux' ? await Promise.all(links.map((link) => ask(new URL(link)))) : [];
  const strange = found.length === 0 ? null : await askAsNobody(links[0]!);
  prompt.stdin.end();
  const { stderr, stdout, status } = await ending;
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(stderr, /matches nothing/);
  const told = stderr.match(/^http:\S+$/gm) ?? [];
  assert.equal(told.length, 2);
  assert.match(told[1]!, /\/2$/);
  const secret = new URL(told[0]!).pathname.split('/')[1]!;
  assert.ok(secret.length === 24 && !links.join().includes(secret), links.join());
  if (found.length === 0) return;
  assert.deepEqual(
    found.map(({ status: answered, headers }) => [answered, headers.location]).sort(),
    told.map((address) => [302, new URL(address).pathname]).sort(),
  );
  if (strange !== null) assert.equal(strange, '403 undefined');
});

/** What another user is answered; `null` where we may not act for one. A socket belongs to who we are when it is made. */
async function askAsNobody(link: string): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  process.seteuid?.(65534);
  try {
    const { status, headers } = await ask(new URL(link), { agent: false });
    return `${status} ${headers.location}`;
  } finally {
    process.seteuid?.(0);
  }
}

test('where nobody says whose connections are, a file that only this user can read leads to the page', {
  skip: process.platform === 'win32',
}, async () => {
  const played = playedBrowser();
  const browser = new Browser();
  process.env.BROWSER = played.program;
  try {
    assert.ok((await browser.open('http://127.0.0.1:1/secret/', null)).ok);
  } finally {
    delete process.env.BROWSER;
  }
  await eventually('the page in the browser', () => played.opened().length > 0);
  const [file = ''] = played.opened();
  assert.match(file, /^file:\/\/\/.*\/page-1\.html$/);
  assert.equal(statSync(played.copy).mode & 0o777, 0o600);
  assert.match(
    readFileSync(played.copy, 'utf8'),
    /http-equiv="refresh" content="0; url=http:\/\/127.0.0.1:1\/secret\/"/,
  );
  await browser.close();
  assert.ok(!existsSync(dirname(new URL(file).pathname)), 'it is removed');
});

test('the user of a connection is that of its row', () => {
  const row = (from: string, to: string, state: string, user: number) =>
    `   1: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 2197853 1 0 100 0`;
  const rows = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    row('0100007F:1F90', '00000000:0000', '0A', 1),
    row('0100007F:1F90', '0100007F:A0F1', '01', 2),
    row('0100007F:A0F1', '0100007F:1F90', '06', 0),
    row('0200007F:A0F1', '0100007F:1F90', '01', 3),
    row('0100007F:A0F1', '0100007F:1F90', '01', 1000),
  ];
  assert.equal(userIn(rows.join('\n'), 0xa0f1, 0x1f90), 1000);
  assert.equal(userIn(rows.slice(0, -1).join('\n'), 0xa0f1, 0x1f90), null);
  assert.equal(userIn('', 1, 2), null);
});

test('a question that does not end is given up', async () => {
  await eventually('the end of its connection', () => slow.closed);
});
