/** No output of the command line has the name, the password or the key of an address. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { profileBytes } from '../pprof/builder.ts';
import { temporaryFolder } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

const folder = temporaryFolder();
const heap = profileBytes({
  sampleTypes: ['alloc_space/bytes'],
  samples: [{ values: [1], stack: ['main.main main.go:1'] }],
});
const file = folder.file('heap.pb', heap);
const server = await strangeServer((request, response) => {
  if (request.url?.startsWith('/heap') === true) response.end(heap);
  else response.writeHead(404).end();
});
const secret = (path: string) => `http://myname:mysecret@${server.host}${path}`;
const told = /myname|mysecret|mykey/;

const calls: [what: string, args: string[], status: number][] = [
  ['a report', ['top', secret('/heap?token=mykey')], 0],
  ['two sources with a 404', ['top', file, secret('/none?token=mykey')], 1],
  ['a 404 of a base', ['top', `--base=${secret('/none')}`, file], 1],
  ['a 404 of fetch', ['fetch', '-o', folder.path('x'), secret('/none')], 1],
  ['pgo of the wrong kind', ['pgo', '-o', folder.path('x'), secret('/heap')], 1],
  ['a wrong port', ['top', 'http://myname:mysecret@localhost:99999/heap?token=mykey'], 2],
  ['a wrong port among several', ['top', file, 'http://myname:mysecret@localhost:99999/heap'], 2],
  ['a wrong port for fetch', ['fetch', 'http://myname:mysecret@localhost:99999/heap'], 2],
  ['a wrong port for pgo', ['pgo', 'http://myname:mysecret@localhost:99999/heap'], 2],
  ['no scheme', ['top', `myname:mysecret@${server.host}/none`], 1],
  ['no scheme and no port', ['top', 'myname:mysecret@localhost/none'], 1],
  ['an address for compare', ['compare', secret('/heap')], 1],
];

for (const [what, args, status] of calls) {
  test(`${what}: nothing is told`, async () => {
    const run = await runHere(...args);
    assert.equal(run.status, status, run.stderr);
    assert.doesNotMatch(run.stderr + run.stdout, told);
    if (status !== 0) assert.match(run.stderr, /localhost|127\.0\.0\.1/, 'the server is still named');
  });
}

test('as in go tool pprof, a name and a password need no scheme', async () => {
  const { status, stderr } = await runHere('top', `myname:mysecret@${server.host}/heap`);
  assert.equal(status, 0, stderr);
});

test('files have no secrets either: page, profile, its name', async () => {
  const { status, stderr } = await runHereIn(
    { directory: folder.path('.') },
    'fetch',
    secret('/heap?token=mykey'),
  );
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Saved .* in heap\.pb\.gz\./);
  for (const report of ['svg', 'speedscope', 'firefox', 'proto', 'dot']) {
    const made = folder.path(`made.${report}`);
    assert.equal((await runHere(report, '-o', made, secret('/heap?token=mykey'))).status, 0);
    assert.doesNotMatch(readFileSync(made, 'latin1'), told);
  }
});

test('fetch --max-time ends what trickles', async () => {
  const trickle = await strangeServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  });
  const { status, stderr } = await runHere('top', '--max-time=0.5', `http://${trickle.host}/heap`);
  assert.equal(status, 1);
  assert.match(stderr, /has not sent the whole profile after 0\.5 seconds/);
});
