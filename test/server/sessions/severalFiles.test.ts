/** Several profile files as one session: merged, and one against another; files of other formats; over JSON-RPC. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readProfile } from '../../../src/pprof/read.ts';
import type { OpenRequest, SessionSummary } from '../../../src/protocol.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { Client, startedServer } from '../client.ts';

const folder = testFolder();
const client = await startedServer(
  { after },
  { folder, initializationOptions: { trusted: true, decorations: true } },
);

function file(name: string, content: string | Uint8Array): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

function cpu(name: string, value: number): string {
  const samples = [{ values: [1, value], stack: ['shop.Total shop.go:4'] }];
  return file(name, profileBytes({ sampleTypes: ['samples/count', 'cpu/nanoseconds'], samples }));
}

async function opened(request: OpenRequest): Promise<SessionSummary> {
  const outcome = await client.execute('openProfile', request);
  assert.equal(outcome.status, 'opened', client.messages.join(' / '));
  await client.until('the session', () => client.session(outcome.sessionId) !== undefined);
  return client.session(outcome.sessionId)!;
}

/** The sum of the last sample type in the file that a page reads. */
function totalIn(session: SessionSummary): number {
  assert.ok(session.bytesPath !== undefined);
  const read = succeeded(readProfile(gunzipSync(readFileSync(session.bytesPath))));
  const types = read.sampleTypes.length;
  return read.samples.values.approximate.reduce(
    (sum, value, i) => sum + ((i + 1) % types === 0 ? value : 0),
    0,
  );
}

test('merged files are one profile, which no file of the user holds', async () => {
  const merged = [cpu('b.pprof', 30), cpu('c.pprof', 400)];
  const session = await opened({ path: cpu('a.pprof', 2), merged });
  assert.equal(session.title, 'a.pprof and 2 more');
  assert.equal(totalIn(session), 432);
  assert.deepEqual(session.merged, merged);
  const alone = await opened({ path: path.join(folder, 'a.pprof') });
  assert.equal(alone.bytesPath, undefined);
  assert.ok(
    client.sessions.sessions.some(({ id }) => id === session.id),
    'both are there',
  );
});

test('one file against another is a session with a base', async () => {
  const [path, basePath] = [cpu('new.pprof', 5), cpu('old.pprof', 7)];
  const session = await opened({ path, basePath });
  assert.equal(session.title, 'new.pprof against old.pprof');
  assert.deepEqual(session.base, { profilePath: basePath, operations: null });
});

test('lines show what they were in the file that is compared with, as shares', async () => {
  const shop = file('shop.go', 'package shop\n\nfunc Total() {\n\tparse()\n\trender()\n}\n');
  const taken = (name: string, parse: number, render: number) => {
    const sample = (count: number, line: number) => ({
      values: [count, count * 1e7],
      stack: [`shop.Total ${shop}:${line}`],
    });
    const samples = [sample(parse, 4), sample(render, 5)];
    return file(name, profileBytes({ sampleTypes: ['samples/count', 'cpu/nanoseconds'], samples }));
  };
  const [path, basePath] = [taken('quick.pprof', 200, 600), taken('slow.pprof', 600, 600)];
  const uri = await client.open(shop);
  await opened({ path, basePath });
  await client.until('the change', () => client.costs(uri).some(({ text }) => text.includes('was')));
  const texts = client.costs(uri).map(({ text }) => text.replaceAll('\u00a0', ' '));
  assert.deepEqual(texts, ['25% was 50% · 2s cum', '75% was 50% · 6s cum']);
  assert.match(await client.hover(uri, 3, 2), /50% in `slow\.pprof`: its share has changed by −50%/);
});

test('a recording is opened as a pprof file of ours, also as the base', async () => {
  const folded = file('a.folded', 'main;parse 5\nmain 2\n');
  const session = await opened({ path: folded });
  assert.equal(totalIn(session), 7);
  const other = await opened({ path: file('b.folded', 'main;parse 1\n'), basePath: folded });
  assert.ok(existsSync(other.base?.bytesPath ?? ''));
});

test('profiles that measure different things are refused with a sentence that names them', async () => {
  const heap = file('heap.pprof', profileBytes({ sampleTypes: ['space/bytes'], samples: [] }));
  for (const request of [
    { path: cpu('cpu.pprof', 1), merged: [heap] },
    { path: cpu('cpu.pprof', 1), basePath: heap },
  ]) {
    const outcome = await client.execute('openProfile', request);
    assert.equal(outcome.status, 'failed');
    assert.equal(
      outcome.message,
      'cpu.pprof measures CPU samples, CPU time, and heap.pprof measures space/bytes. Choose profiles of one kind.',
    );
  }
  // The one that does not fit is named, not the one that comes first.
  const several = await client.execute('openProfile', {
    path: cpu('cpu.pprof', 1),
    merged: [cpu('b.pprof', 2), heap],
  });
  assert.match(several.status === 'failed' ? several.message : '', /and heap\.pprof measures space\/bytes/);
  const torn = file('torn.pprof', 'x');
  const outcome = await client.execute('openProfile', { path: cpu('cpu.pprof', 1), merged: [torn] });
  assert.equal(outcome.status, 'failed');
  assert.match(outcome.message, /torn\.pprof/);
});

test('kinds that have a sample type in common are merged by it, in the finest of their units', async () => {
  const folded = file('stacks.folded', 'main;parse 5\n');
  const v8 = JSON.stringify({
    nodes: [
      { id: 1, callFrame: { functionName: 'parse', url: '', lineNumber: 1, columnNumber: 1 }, hitCount: 2 },
    ],
    samples: [1, 1],
    timeDeltas: [10, 10],
  });
  const session = await opened({ path: folded, merged: [file('a.cpuprofile', v8)] });
  assert.deepEqual(
    session.sampleTypes.map(({ type }) => type),
    ['samples'],
  );
  assert.equal(totalIn(session), 7);
  const inSeconds = (name: string, unit: string) =>
    file(name, profileBytes({ sampleTypes: [`cpu/${unit}`], samples: [{ values: [3], stack: ['main'] }] }));
  const merged = await opened({
    path: inSeconds('s.pprof', 'seconds'),
    merged: [inSeconds('ms.pprof', 'milliseconds')],
  });
  assert.equal(totalIn(merged), 3003);
  assert.equal(merged.sampleTypes[0]?.unit, 'milliseconds');
});

test('a profile of addresses alone opens with a warning that says how to add the names', async () => {
  const legacy = path.join(import.meta.dirname, '../../foreign/profiles/cpp-legacy.prof');
  await opened({ path: legacy });
  const warning = client.messages.find((message) => message.includes('No function has a name'));
  assert.match(warning ?? '', /^cpp-legacy\.prof: .*pprof -proto BINARY FILE/);
});

test('the files of ours are gone with the server', async () => {
  const other = await Client.start({ folder, initializationOptions: { trusted: true } });
  const outcome = await other.execute('openProfile', { path: file('z.folded', 'main;parse 5\n') });
  assert.equal(outcome.status, 'opened');
  await other.until('the session', () => other.sessions.sessions.length > 0);
  const bytesPath = other.sessions.sessions[0]?.bytesPath ?? '';
  assert.ok(existsSync(bytesPath));
  await other.stop();
  assert.ok(!existsSync(bytesPath));
});
