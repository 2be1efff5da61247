/** `pprof-lens http`: who gets the page, and who does not. The page itself is opened in test/webview/served.test.ts. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { eventually, within } from '../eventually.ts';
import { profileBytes } from '../pprof/builder.ts';
import { outcomeOf, temporaryFolder } from './runCli.ts';

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
  return connect(Number(served.address.port), '127.0.0.1').on('error', () => undefined);
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
  const run = (...args: string[]) =>
    outcomeOf(spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
  const open = await run('-http=0.0.0.0:8080', profile);
  assert.equal(open.status, 2);
  assert.match(open.stderr, /to this machine only/);
  const used = await run('http', `--port=${served.address.port}`, profile);
  assert.equal(used.status, 1);
  assert.match(used.stderr, /cannot be served: .*EADDRINUSE.* Try another --port/);
});

test('web and weblist in the prompt open their pages in the browser that BROWSER names', {
  skip: process.platform === 'win32',
}, async () => {
  const opened = folder.path('opened');
  // What another user could see, and what the browser reads.
  const script = `#!/bin/sh\necho "$1" >> '${opened}'\ncp -p "\${1#file://}" '${opened}'-$(basename "$1")\n`;
  const browser = folder.file('browser', Buffer.from(script));
  chmodSync(browser, 0o755);
  const prompt = spawn(process.execPath, [program, profile], {
    env: { ...process.env, BROWSER: browser },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ending = outcomeOf(prompt);
  prompt.stdin.write('web\nweblist pars\nweblist nothing\n');
  // The browser is nobody that the prompt waits for, and the pages are there as long as the prompt.
  const copies = ['page-1.html', 'page-2.html'].map((name) => `${opened}-${name}`);
  await eventually('both pages in the browser', () => copies.every((file) => existsSync(file)));
  prompt.stdin.end();
  const { stderr, stdout, status } = await ending;
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(stderr, /matches nothing/);
  const told = stderr.match(/^http:\S+$/gm) ?? [];
  assert.equal(told.length, 2);
  assert.match(told[1]!, /\/2$/);
  const files = readFileSync(opened, 'utf8').trim().split('\n');
  for (const file of files) {
    assert.match(file, /^file:\/\/\/.*\/page-\d\.html$/, 'no secret is in the list of processes');
    assert.ok(!existsSync(dirname(new URL(file).pathname)), 'it is removed');
  }
  for (const [at, copy] of copies.entries()) {
    assert.equal(statSync(copy).mode & 0o777, 0o600, 'only this user reads it');
    assert.match(readFileSync(copy, 'utf8'), new RegExp(`http-equiv="refresh" content="0; url=${told[at]}"`));
  }
});

test('a question that does not end is given up', async () => {
  await eventually('the end of its connection', () => slow.closed);
});
