/** The bundled language server over JSON-RPC, with the real Go toolchain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ErrorCodes, InlayHintRequest, WorkDoneProgressCancelNotification } from 'vscode-languageserver/node';
import { clientCommandId, serverCommandId } from '../../src/protocol.ts';
import { goTool } from '../goTool.ts';
import { processesNaming } from '../processes.ts';
import { testFolder } from '../testFolder.ts';
import { type Client, startedServer } from './client.ts';

// So many operations have samples on a busy machine, too.
const quick = { count: 2, benchtime: '200x', kinds: ['cpu', 'mem'], threshold: 0.5 };

const folder = testFolder();
const storage = path.join(folder, 'storage');
cpSync('test/workspace/template', path.join(folder, 'template'), { recursive: true });

const benchmark = 'BenchmarkCatalogue';
const inFolder = (...names: string[]) => path.join(folder, 'template', ...names);
const ourEditor = { clientCommands: [clientCommandId('showFlameGraph')], decorations: true };

async function lensTitles(client: Client, uri: string): Promise<string[]> {
  const titles = (await client.lenses(uri)).map(({ title }) => title);
  // These tests do not depend on what else runs on this machine.
  return titles.map((title) => title.replace(' · noisy', ''));
}

function lineOf(text: string, part: string): number {
  const line = text.split('\n').findIndex((each) => each.includes(part));
  assert.notEqual(line, -1, `no line has ${part}`);
  return line;
}

test('one click gives a result in the lens, costs on the lines that follow them while the user types, and a hover', async (t) => {
  const client = await startedServer(t, {
    folder,
    initializationOptions: { ...ourEditor, storagePath: storage },
    settings: quick,
  });
  const testFile = await client.open(inFolder('shop_test.go'));
  const shopFile = await client.open(inFolder('shop.go'));
  const shop = readFileSync(inFolder('shop.go'), 'utf8');
  assert.deepEqual(await lensTitles(client, testFile), ['profile this benchmark', 'profile this test']);

  assert.equal((await client.run({ uri: testFile, benchmark })).length, 2);
  const [result, flameGraph] = await lensTitles(client, testFile);
  assert.match(result ?? '', /^[\d.]+[µm]s\/op · [\d.]+ k?B\/op · \d+ allocs\/op$/);
  assert.equal(flameGraph, 'flame graph');

  await client.until('costs on shop.go', () => client.costs(shopFile).length > 0);
  const annotations = client.costs(shopFile);
  const parse = lineOf(shop, 'ParseFiles');
  const hottest = [...annotations].sort((a, b) => b.heat - a.heat).slice(0, 3);
  assert.ok(
    hottest.some(({ line }) => line === parse),
    `ParseFiles is among the hottest: ${JSON.stringify(hottest)}`,
  );
  const { text: cost = '', mark } = annotations.find(({ line }) => line === parse) ?? {};
  assert.match(cost, /^~?[\d.]+µs\/op cum ·\s\d+%$/);
  assert.ok(cost.endsWith(`\u00a0${mark}%`), 'the gutter and the text say the same');

  const text = await client.hover(shopFile, parse, 4);
  for (const part of [
    'CPU time',
    'Allocated bytes',
    'Allocated objects',
    'Called from',
    'Calls',
    'template.ParseFiles',
    'Show in flame graph',
  ]) {
    assert.ok(text.includes(part), `the hover lacks ${part}:\n${text}`);
  }

  // The lines show the same as `go tool pprof -list` of the stored profile.
  const cpu = client.sessions.sessions.find(({ title }) => title.endsWith('CPU'));
  const listed = execFileSync(goTool('pprof'), ['-list=.', '-sample_index=samples', cpu?.profilePath ?? ''], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const row =
    listed.split('\n').find((line) => line.includes('ParseFiles(') && /^\s+\.?\s*\d*/.test(line)) ?? '';
  const samples = Number(/^\s+(?:\.|\d+)\s+(\d+)/.exec(row)?.[1]);
  assert.ok(
    text.includes(samples === 1 ? 'one sample' : `${samples} samples`),
    `pprof -list says ${samples} samples: ${row}\n${text}`,
  );

  const hot = await client.execute('hotLines');
  // On a busy machine there are few samples, and either of the two hottest lines can come first.
  const hottestTwo = hot.slice(0, 2).map(({ uri, line }) => `${uri}:${line}`);
  assert.ok(hottestTwo.includes(`${shopFile}:${parse}`), hottestTwo.join());

  const costsAt = () => client.costs(shopFile).map(({ line }) => line) ?? [];
  const before = costsAt();
  assert.ok(before.includes(parse));

  const lines = shop.split('\n');
  const shifted = await client.change(shopFile, ['// one', '// two', ...lines].join('\n'));
  await client.until('the shifted costs', () => client.annotations.get(shopFile)?.version === shifted);
  assert.deepEqual(
    costsAt(),
    before.map((line) => line + 2),
  );

  const changed = await client.change(
    shopFile,
    lines.map((line, i) => (i === parse ? `${line} + why` : line)).join('\n'),
  );
  await client.until('the changed line', () => client.annotations.get(shopFile)?.version === changed);
  const textAt = (at: number) => client.costs(shopFile).find(({ line }) => line === at)?.text;
  assert.deepEqual([...costsAt()].sort(), [...before].sort());
  assert.match(textAt(parse) ?? '', /^was\s~?[\d.]+/);

  const undone = await client.change(shopFile, shop);
  await client.until('the undone edit', () => client.annotations.get(shopFile)?.version === undone);
  assert.deepEqual(costsAt(), before);

  // The page gets the text that was profiled, not the one that is on the disk now.
  const [sessionId = ''] = client.sessions.sessions.map(({ id }) => id);
  const frameText = (file: string) => client.execute('frameText', { sessionId, file, line: 0 });
  writeFileSync(inFolder('shop.go'), `// one\n${shop}`);
  assert.deepEqual(await frameText(inFolder('shop.go')), { text: shop });
  writeFileSync(inFolder('shop.go'), shop);
  assert.deepEqual(await frameText('/nowhere/else.go'), { missing: 'absent' });
});

test('a command that cannot be executed is answered by an error that says why', async (t) => {
  const client = await startedServer(t, { folder, settings: quick });
  const refused = (message: string) => ({ code: ErrorCodes.InvalidParams, message });
  await assert.rejects(
    client.send(serverCommandId('run'), { benchmark: 'BenchmarkCatalogue' }),
    refused(
      'The command pprofLens.server.run does not take these arguments: [{"benchmark":"BenchmarkCatalogue"}]',
    ),
  );
  await assert.rejects(
    client.send('pprofLens.server.jump'),
    refused('There is no command pprofLens.server.jump.'),
  );
  // The server still works.
  assert.deepEqual(await client.execute('hotLines'), []);
});

test('a client that does not draw annotations gets inlay hints and actions', async (t) => {
  const client = await startedServer(t, { folder, settings: { ...quick, count: 1, kinds: ['mem'] } });
  const testFile = await client.open(inFolder('shop_test.go'));
  const line = lineOf(readFileSync(inFolder('shop_test.go'), 'utf8'), 'shop.ServeHTTP(response');
  assert.deepEqual(await client.actionTitles(testFile, line), ['Profile BenchmarkCatalogue']);
  await client.run({ uri: testFile, benchmark });
  const [result, ...others] = await lensTitles(client, testFile);
  assert.match(result ?? '', /\/op/);
  assert.deepEqual(others, ['profile this test'], 'no flame graph for a client that has none');
  const hints = await client.connection.sendRequest(InlayHintRequest.type, {
    textDocument: { uri: testFile },
    range: { start: { line, character: 0 }, end: { line, character: 0 } },
  });
  assert.match(String(hints?.[0]?.label), /^~?[\d.]+\s?\S+\/op (cum|flat) .*·\s\d/);
  assert.equal(client.annotations.size, 0);
});

test('compiler errors become diagnostics, and the next run removes them', async (t) => {
  const file = inFolder('shop.go');
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, `${good}\nfunc broken() int { return "text" }\n`);
  const client = await startedServer(t, {
    folder,
    initializationOptions: { ...ourEditor, storagePath: storage },
    settings: { count: 1, benchtime: '1x', kinds: ['mem'] },
  });
  const testFile = await client.open(inFolder('shop_test.go'));
  const shopFile = await client.open(file);
  assert.equal((await client.execute('run', { uri: testFile, benchmark })).status, 'failed');
  await client.until('a diagnostic', () => client.diagnostics.get(shopFile)?.diagnostics.length === 1);
  const [diagnostic] = client.diagnostics.get(shopFile)?.diagnostics ?? [];
  assert.equal(diagnostic?.range.start.line, good.split('\n').length);
  assert.match(String(diagnostic?.message), /cannot use "text"/);
  assert.equal(client.messages.length, 1);
  writeFileSync(file, good);
  assert.equal((await client.execute('run', { uri: testFile, benchmark })).status, 'done');
  assert.deepEqual(client.diagnostics.get(shopFile)?.diagnostics, []);
});

test('Cancel ends the run, its processes and its files', async (t) => {
  const cancelled = testFolder();
  const client = await startedServer(t, {
    folder,
    initializationOptions: { ...ourEditor, storagePath: cancelled },
    settings: { ...quick, benchtime: '60s' },
  });
  const testFile = await client.open(inFolder('shop_test.go'));
  const outcome = client.execute('run', { uri: testFile, benchmark });
  await client.until('the benchmark runs', () => /-test\.bench=/.test(client.output));
  await client.connection.sendNotification(WorkDoneProgressCancelNotification.type, {
    token: client.progressTokens[0] ?? '',
  });
  assert.equal((await outcome).status, 'cancelled');
  const left = readdirSync(cancelled, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.basename(name) !== 'runs',
  );
  assert.deepEqual(left, []);
  assert.deepEqual(processesNaming(cancelled), [], 'no process of the run is left');
  assert.deepEqual(client.messages, []);
});
