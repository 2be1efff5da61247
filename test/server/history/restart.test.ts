/** Runs are kept when the server restarts: over real JSON-RPC, with the real Go toolchain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { clientCommandId, type ShowFlameGraphArgs } from '../../../src/protocol.ts';
import { gitEnvironment } from '../../go/git/repository.ts';
import { testFolder } from '../../testFolder.ts';
import { Client } from '../client.ts';

/** Memory comes first, so that the lines show it: it is exact even on a busy machine. */
const quick = { count: 2, benchtime: '100ms', kinds: ['mem', 'cpu'], threshold: 0.5 };

const folder = testFolder();
const storage = path.join(folder, 'storage');
cpSync('test/workspace/template', path.join(folder, 'template'), { recursive: true });

const inFolder = (name: string) => path.join(folder, 'template', name);

/** Starts a server on the same storage as the servers before it. */
async function withServer(
  use: (client: Client, testFile: string, shopFile: string) => Promise<void>,
  settings: Readonly<Record<string, unknown>> = quick,
  { workspace = folder, storagePath = storage } = {},
): Promise<void> {
  const clientCommands = [clientCommandId('showFlameGraph')];
  const initializationOptions = { clientCommands, decorations: true, storagePath };
  const client = await Client.start({ folder: workspace, initializationOptions, settings });
  try {
    await use(client, await client.open(inFolder('shop_test.go')), await client.open(inFolder('shop.go')));
  } finally {
    await client.stop();
  }
}

async function titles(client: Client, uri: string): Promise<string[]> {
  return (await client.lenses(uri)).map(({ title }) => title);
}

/** The profile whose flame graph a lens offers. */
async function offeredProfile(client: Client, uri: string): Promise<string> {
  const all = await client.lenses(uri);
  const lens = all.find(({ command }) => command === clientCommandId('showFlameGraph'));
  const args: ShowFlameGraphArgs = lens?.arguments?.[0];
  return args.profilePath ?? '';
}

async function costs(client: Client, uri: string): Promise<[line: number, text: string][]> {
  await client.until('costs', () => (client.annotations.get(uri)?.annotations.length ?? 0) > 0);
  return client.annotations.get(uri)?.annotations.map(({ line, text }) => [line, text.trim()]) ?? [];
}

const runs = () => readdirSync(path.join(storage, 'runs'));
const recordFile = (run: string) => path.join(storage, 'runs', run, 'run.json');

let before0: { titles: unknown[]; costs: [number, string][] } = { titles: [], costs: [] };

test('a run leaves a record that says how it was taken', async () => {
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'a shop'],
  ]) {
    execFileSync('git', args, { cwd: inFolder(''), env: gitEnvironment });
  }
  await withServer(async (client, testFile, shopFile) => {
    await client.run({ uri: testFile, benchmark: 'BenchmarkCatalogue' });
    before0 = { titles: await titles(client, testFile), costs: await costs(client, shopFile) };
  });
  const [run = '', ...others] = runs();
  assert.deepEqual(others, []);
  const record: unknown = JSON.parse(readFileSync(recordFile(run), 'utf8'));
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: inFolder(''), encoding: 'utf8' }).trim();
  const version = execFileSync('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], { encoding: 'utf8' });
  const [goVersion, goos, goarch] = version.split('\n');
  assert.deepEqual(Reflect.get(Object(record), 'commit'), { hash: head, dirty: false });
  assert.equal(Reflect.get(Object(record), 'goVersion'), goVersion);
  const [benchmark] = Reflect.get(Object(record), 'benchmarks');
  assert.equal(benchmark.name, 'BenchmarkCatalogue');
  assert.equal(benchmark.runs.length, quick.count);
  assert.deepEqual([benchmark.config.goos, benchmark.config.goarch], [goos, goarch]);
});

test('after a restart the lens shows the last result; its flame graph opens as the profile of a benchmark', async () => {
  await withServer(async (client, testFile, shopFile) => {
    assert.deepEqual(await titles(client, testFile), before0.titles);
    assert.equal(client.sessions.sessions.length, 0, 'no profile is opened before somebody asks');
    await client.openProfile(await offeredProfile(client, testFile));
    const kept = client.sessions.sessions.map(({ title, origin }) => [title, origin.from]);
    assert.deepEqual(kept, [
      ['BenchmarkCatalogue · CPU', 'benchmark'],
      ['BenchmarkCatalogue · Memory', 'benchmark'],
    ]);
    assert.ok(client.sessions.sessions.every(({ operations }) => operations !== null && operations > 0));
    assert.deepEqual(await costs(client, shopFile), before0.costs);
    // Again, with another sample type: the same session.
    const [cpu] = client.sessions.sessions;
    const again = { path: cpu?.profilePath ?? '', sampleType: 0 };
    assert.deepEqual(await client.execute('openProfile', again), {
      status: 'opened',
      sessionId: cpu?.id,
    });
    assert.deepEqual(client.sessions.active, { sessionId: cpu?.id, sampleType: 0 });
    assert.equal(client.sessions.sessions.length, 2);
  });
});

test('edits made while no server ran move the costs; a changed line has its cost of before', async () => {
  const shop = readFileSync(inFolder('shop.go'), 'utf8');
  const lines = shop.split('\n');
  const parse = lines.findIndex((line) => line.includes('ParseFiles'));
  const edited = lines.map((line, i) => (i === parse ? `${line} + changed // also` : line));
  writeFileSync(inFolder('shop.go'), ['// new', '// lines', ...edited].join('\n'));
  try {
    await withServer(async (client, testFile, shopFile) => {
      await client.openProfile(await offeredProfile(client, testFile));
      const moved = before0.costs.flatMap(([line, text]) => (line === parse ? [] : [[line + 2, text]]));
      const [was = '', all] = [
        before0.costs.find(([line]) => line === parse)?.[1],
        await costs(client, shopFile),
      ];
      const changed = all.filter(([line]) => line === parse + 2);
      // The changed line says what it cost before.
      assert.deepEqual(changed, [[parse + 2, `was\u00a0${was.split(/\scum/)[0]}`]]);
      assert.deepEqual(
        all.filter(([line]) => line !== parse + 2),
        moved,
      );
    });
  } finally {
    writeFileSync(inFolder('shop.go'), shop);
  }
});

test('a deleted profile is reported; the other profile and the result stay', async () => {
  await withServer(async (client, testFile) => {
    const profilePath = await offeredProfile(client, testFile);
    const hidden = `${profilePath}.away`;
    cpSync(profilePath, hidden);
    rmSync(profilePath);
    try {
      await client.openProfile(profilePath);
      assert.equal(client.sessions.sessions.map(({ title }) => title).join(), 'BenchmarkCatalogue · CPU');
      assert.match(client.messages.join(), /^The profile .*\.mem\.pprof of BenchmarkCatalogue is no longer/);
      assert.deepEqual(await titles(client, testFile), before0.titles);
    } finally {
      cpSync(hidden, profilePath);
      rmSync(hidden);
    }
  });
});

test('a damaged record is reported once, with its name, and the other runs are there', async () => {
  const damaged = path.join(storage, 'runs', 'damaged');
  cpSync(path.join(storage, 'runs', runs()[0] ?? ''), damaged, { recursive: true });
  writeFileSync(path.join(damaged, 'run.json'), '{"version": 1');
  await withServer(async (client, testFile) => {
    await client.until('the message', () => client.messages.length > 0);
    assert.deepEqual(client.messages, [
      `A kept run cannot be read and is left out: ${path.join(damaged, 'run.json')}`,
    ]);
    assert.deepEqual(await titles(client, testFile), before0.titles);
  });
  await withServer(async (client, testFile) => {
    assert.deepEqual(await titles(client, testFile), before0.titles);
    assert.deepEqual(client.messages, [], 'it is not reported again');
  });
  assert.ok(existsSync(path.join(damaged, 'run.json')), 'nobody has deleted it');
});

test('only as many runs are kept as the settings say', async () => {
  const settings = { ...quick, kinds: ['mem'], count: 1, benchtime: '1x', history: { maxRuns: 2 } };
  await withServer(async (client, testFile) => {
    // There is one of before.
    for (let i = 0; i < 2; i++) {
      await client.execute('run', { uri: testFile, benchmark: 'BenchmarkCatalogue' });
    }
    const kept = runs().filter((run) => run !== 'damaged');
    assert.equal(kept.length, 2);
    assert.equal(client.sessions.sessions.length, 2, 'what is gone from the disk has no session');
  }, settings);
});

test('kept runs are listed, named, pinned, compared, exported and deleted', async () => {
  rmSync(path.join(storage, 'runs'), { recursive: true });
  const settings = { ...quick, kinds: ['mem'], benchtime: '10x' };
  await withServer(async (client, testFile) => {
    const request = { uri: testFile, benchmark: 'BenchmarkCatalogue' };
    await client.execute('run', request);
    await client.execute('run', request);
    const [newer, older] = client.history.runs;
    assert.ok(newer && older && client.history.runs.length === 2);
    assert.deepEqual(
      [newer.benchmark, newer.directory],
      ['BenchmarkCatalogue', path.join(folder, 'template')],
    );
    assert.deepEqual([older.change, newer.change], ['', 'same code']);
    assert.equal(newer.profiles.map(({ label }) => label).join(), 'Memory');

    const change = { runId: older.runId, pinned: true, label: 'before' };
    assert.equal(await client.execute('changeRun', change), true);
    const named = client.history.runs.find(({ runId }) => runId === older.runId);
    assert.deepEqual([named?.label, named?.pinned], ['before', true]);

    const compared = { runId: newer.runId, baseId: older.runId };
    const outcome = await client.execute('compareRuns', compared);
    assert.equal(outcome.status, 'opened');
    const session = client.sessions.sessions.find(({ id }) => id === client.sessions.active?.sessionId);
    assert.equal(session?.title, 'BenchmarkCatalogue · Memory against before');
    assert.equal(session?.profilePath, newer.profiles[0]?.path);
    assert.equal(session?.base?.profilePath, older.profiles[0]?.path);
    assert.match(client.output, /│ +before +│(?:.*\n)+.*│ +sec\/op +│ +sec\/op +vs base/);

    const between = [older.runId];
    assert.equal((await client.execute('compareRuns', { ...compared, between })).status, 'opened');
    const table = await client.execute('results', { sessionId: session?.id ?? '' });
    assert.deepEqual(table?.stages?.stages.slice(0, 2), ['before (1)', 'before (2)']);
    const [time] = table.stages.rows;
    assert.deepEqual(
      time?.values.map((value) => value?.step?.text),
      [undefined, 'same code', 'same code'],
    );
    assert.deepEqual(
      table.stages.rows.map(({ unit }) => unit),
      ['ns/op', 'op/s', 'B/op', 'allocs/op'],
    );
    assert.match(client.output, /^benchmark +unit +before \(1\) +before \(2\) /m);

    const exports = path.join(folder, 'exports');
    mkdirSync(exports);
    const exported = { runId: older.runId, folder: exports };
    const saved = path.join(exports, 'BenchmarkCatalogue before');
    assert.equal(await client.execute('exportRun', exported), saved);
    await client.execute('exportRun', exported);
    assert.deepEqual(readdirSync(exports), ['BenchmarkCatalogue before', 'BenchmarkCatalogue before 2']);
    const results = readFileSync(path.join(saved, 'results.txt'), 'utf8');
    assert.match(results, /^goos: .*\n(?:.*\n)+BenchmarkCatalogue\S*\t\d+\t[\d.]+ ns\/op\t/);
    assert.equal(results.match(/^Benchmark/gm)?.length, quick.count);

    assert.equal(await client.execute('deleteRuns', { runIds: [newer.runId] }), true);
    assert.equal(client.history.runs.map(({ runId }) => runId).join(), older.runId);
    assert.deepEqual(client.sessions.active, null, 'its costs are gone from the lines');
    assert.ok(!existsSync(newer.profiles[0]?.path ?? ''));
    const [result] = await titles(client, testFile);
    assert.ok(result?.startsWith(older.result), 'the lens is back at the other');
    assert.deepEqual(client.messages, []);
  }, settings);
  await withServer(async (client) => {
    await client.until('the history', () => client.history.runs.length > 0);
    const names = client.history.runs.map(({ label, pinned }) => [label, pinned]);
    assert.deepEqual(names, [['before', true]]);
    await client.openProfile(client.history.runs[0]?.profiles[0]?.path ?? '');
    const opened = client.sessions.sessions.map(({ title }) => title);
    assert.equal(opened.join(), 'BenchmarkCatalogue · Memory · before');
  });
});

test('a run from another machine is opened by its record: it is in the history, and the lens shows it', async () => {
  const from = path.join(folder, 'exports', 'BenchmarkCatalogue before');
  const file = path.join(from, 'run.json');
  const exported = '"directory": "example.com/template"';
  const ofCi = readFileSync(file, 'utf8').replaceAll(exported, '"directory": "/build/shop"');
  assert.match(ofCi, /"directory": "\/build\/shop/);
  writeFileSync(file, ofCi);
  const other = { workspace: inFolder(''), storagePath: path.join(folder, 'other') };
  await withServer(
    async (client, testFile) => {
      const opened = await client.execute('openProfile', { path: file, forPage: true });
      assert.equal(opened.status, 'opened', client.messages.join());
      await client.until('the history', () => client.history.runs.length > 0);
      const [run] = client.history.runs;
      assert.equal(run?.directory, path.normalize(inFolder('.')));
      const [result] = await titles(client, testFile);
      assert.ok(result?.startsWith(run?.result ?? '?'));
    },
    quick,
    other,
  );
});
