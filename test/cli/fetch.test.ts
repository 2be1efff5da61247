/** Profiles from a running server, instead of files and with `fetch`. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { readProfile } from '../../src/pprof/read.ts';
import { within } from '../eventually.ts';
import { type ProfileServer, startProfileServer } from '../go/profileServer.ts';
import { goTool } from '../goTool.ts';
import { profileBytes } from '../pprof/builder.ts';
import { cliArguments, temporaryFolder } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

const folder = temporaryFolder();
let server: ProfileServer;
let url: string;
before(async () => {
  server = await startProfileServer();
  url = `http://${server.host}`;
});
after(() => server.stop());

test('an address is a profile: a CPU profile of so many seconds', async () => {
  const { status, stdout } = await runHere('top', '--json', '--seconds=1', url);
  assert.equal(status, 0);
  const { profile, rows } = JSON.parse(stdout);
  assert.deepEqual(profile.sampleType, { type: 'cpu', unit: 'nanoseconds' });
  // Go measures it by another clock than it sleeps by.
  assert.ok(profile.durationNanos > 0.9e9 && profile.durationNanos < 5e9, `${profile.durationNanos} ns`);
  assert.ok(rows.some(({ name }: { name: string }) => name === 'main.busy'));
});

test('the scheme may be left out before a port, as pprof has it', async () => {
  const { stdout } = await runHere('summary', '--json', `${server.host}/debug/pprof/goroutine`);
  assert.equal(JSON.parse(stdout).profile.sampleType.type, 'goroutine');
});

test('addresses and files go together: merged, and as a base', async () => {
  const allocs = `${url}/debug/pprof/allocs`;
  const file = folder.path('base.pb.gz');
  assert.equal((await runHere('fetch', '-o', file, allocs)).status, 0);
  const total = async (...args: string[]): Promise<number> => {
    const { status, stdout, stderr } = await runHere(
      'summary',
      '--json',
      '--sample-index=alloc_objects',
      ...args,
    );
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout).profile.total;
  };
  const [one, two] = [await total(file), await total(file, file)];
  assert.equal(two, 2 * one);
  assert.equal(await total('--base', file, file), 0);
  // The server continues to allocate, so it has more now.
  assert.ok((await total(file, allocs)) >= two);
  assert.equal((await runHere('top', '--diff-base', allocs, file)).status, 0);
});

test('a failure of a server is one sentence', async () => {
  for (const command of [['top'], ['fetch', '-o', folder.path('never')]]) {
    const { status, stdout, stderr } = await runHere(...command, `${url}/nowhere`);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^pprof-lens: http:.*nowhere answered 404 Not Found\. [^\n]*\n$/);
  }
  assert.equal(existsSync(folder.path('never')), false);
  const silent = await runHere('top', '--timeout=0.5', `${url}/silent`);
  assert.equal(silent.status, 1);
  assert.match(silent.stderr, /did not answer for 0\.5 seconds\..* --timeout\.$/m);
  const large = await runHere('top', '--max-bytes=50', `${url}/debug/pprof/heap`);
  assert.equal(large.status, 1);
  assert.match(large.stderr, /more than 50 bytes\. Allow more with --max-bytes, /);
});

test('if one of several sources fails, it is named, and the others are not waited for', async () => {
  const good = folder.file('good.pb', profileBytes({ samples: [{ values: [1], stack: ['main'] }] }));
  const bad = folder.file('bad.pb', Buffer.from('hello'));
  const { status, stderr } = await runHere('top', good, bad, `${url}/silent`);
  assert.equal(status, 1);
  assert.match(stderr, /bad\.pb: This is a text, not a pprof profile/);
});

test('fetch keeps what the server sent, and go tool pprof reads it', async () => {
  const file = folder.path('cpu.pb.gz');
  const { status, stdout, stderr } = await runHere('fetch', '--seconds=1', '-o', file, server.host);
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(stderr, /Saved \d+ samples? of samples, cpu in .*cpu\.pb\.gz\./);
  const read = readProfile(readFileSync(file));
  assert.ok(read.ok && read.value.samples.count > 0);
  const top = execFileSync(goTool('pprof'), ['-symbolize=none', '-top', file], { encoding: 'utf8' });
  assert.match(top, /main\.busy/);
});

test('fetch names the file after the kind of profile and never overwrites one', async () => {
  const directory = folder.path('named');
  mkdirSync(directory);
  for (const path of ['/debug/pprof/heap', '/debug/pprof/heap', '/?seconds=1']) {
    const { status, stderr } = await runHereIn({ directory }, 'fetch', `${url}${path}`);
    assert.equal(status, 0, stderr);
  }
  assert.deepEqual(readdirSync(directory).sort(), ['cpu.pb.gz', 'heap-2.pb.gz', 'heap.pb.gz']);
});

test('fetch writes to standard output with -o -', async () => {
  const child = spawn(process.execPath, cliArguments('fetch', '-o', '-', `${url}/debug/pprof/heap`));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await within('the end of fetch', once(child, 'close'));
  assert.ok(readProfile(Buffer.concat(chunks)).ok);
});

test('fetch can be interrupted, and leaves no file', async () => {
  const file = folder.path('interrupted.pb.gz');
  const child = spawn(process.execPath, cliArguments('fetch', '--seconds=30', '-o', file, url));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (text.startsWith('Fetching')) child.kill('SIGINT');
  });
  const [status]: unknown[] = await within(() => `the end of fetch: ${stderr}`, once(child, 'close'));
  assert.equal(status, 1);
  assert.match(stderr, /^Fetching http.*seconds=30 \(30 seconds\)\.\.\.\npprof-lens: Cancelled\.\n$/);
  assert.equal(existsSync(file), false);
});

test('fetch wants one address', async () => {
  for (const args of [['a.pb'], [url, url]]) {
    const { status, stdout, stderr } = await runHere('fetch', ...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^usage: pprof-lens fetch[\s\S]*\npprof-lens: .*\n$/);
  }
});
