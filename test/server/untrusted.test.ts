/** In a workspace that is not trusted nothing is run, whatever a client asks for: over real JSON-RPC. */
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import type { CommandArguments, ServerCommandName } from '../../src/protocol.ts';
import { eventually } from '../eventually.ts';
import { testFolder } from '../testFolder.ts';
import { Client } from './client.ts';

const folder = testFolder();
const at = (...names: string[]) => path.join(folder, ...names);
before(() => {
  cpSync('test/workspace/template', at('template'), { recursive: true });
  mkdirSync(at('tmp'));
  // Writes down every process that the server starts, by whichever function.
  writeFileSync(
    at('preload.cjs'),
    `const processes = require('node:child_process');
     const { appendFileSync } = require('node:fs');
     for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
       const real = processes[name];
       processes[name] = (...args) => {
         appendFileSync(${JSON.stringify(at('started'))}, name + ' ' + JSON.stringify(args.slice(0, 2)) + '\\n');
         return real(...args);
       };
     }`,
  );
  writeFileSync(at('started'), '');
});

const started = () => readFileSync(at('started'), 'utf8');

function startServer(trusted: boolean): Promise<Client> {
  return Client.start({
    folder,
    initializationOptions: {
      clientCommands: [],
      decorations: true,
      settings: true,
      storagePath: at('storage'),
      trusted,
    },
    settings: { count: 1, benchtime: '20x', kinds: ['mem'], goPath: trusted ? '' : at('evil', 'go') },
    goSettings: { alternateTools: { go: at('evil', 'go') }, goroot: at('evil') },
    env: { ...process.env, TMPDIR: at('tmp') },
    preload: at('preload.cjs'),
  });
}

/** A heap profile in the format before protobuf, which only Go can read. */
const oldProfile = 'heap profile: 1: 1024 [1: 1024] @ heap/1048576\n1: 1024 [1: 1024] @ 0x400000\n';

test('no command and no request of an untrusted workspace starts a process', async () => {
  const trusted = await startServer(true);
  const uri = await trusted.open(at('template', 'shop_test.go'));
  for (let i = 0; i < 2; i++) {
    const { status } = await trusted.execute('run', { uri, benchmark: 'BenchmarkCatalogue', count: i + 1 });
    assert.equal(status, 'done', trusted.output);
  }
  await trusted.until('two runs', () => trusted.history.runs.length === 2);
  const [run, base] = trusted.history.runs.map(({ runId }) => runId);
  const profilePath = trusted.sessions.sessions[0]?.profilePath ?? '';
  await trusted.stop();
  assert.match(started(), /go/, 'the preload sees what is started');
  writeFileSync(at('started'), '');
  assert.ok(run !== undefined && base !== undefined && profilePath !== '');

  // What a killed server has left: a checkout that git would have to unregister.
  const checkout = at('tmp', 'pprof-lens-ref-left');
  mkdirSync(checkout);
  chmodSync(checkout, 0o700);
  const worktrees = [{ repository: at('template'), worktree: path.join(checkout, 'tree') }];
  writeFileSync(path.join(checkout, 'owner.json'), JSON.stringify({ pid: 999_999_999, worktrees }), {
    mode: 0o600,
  });
  writeFileSync(at('old.prof'), oldProfile);
  const profile = at('new.pprof');
  cpSync(profilePath, profile);

  const client = await startServer(false);
  const testFile = await client.open(at('template', 'shop_test.go'));
  const shop = await client.open(at('template', 'shop.go'));
  const opened = await client.execute('openProfile', { path: profile });
  assert.ok('sessionId' in opened, JSON.stringify(opened));
  const { sessionId } = opened;
  const benchmark = 'BenchmarkCatalogue';
  const frame = { sessionId, file: at('template', 'shop.go'), line: 1 };
  // One entry for each command: a new one cannot be forgotten.
  const asked: { readonly [Name in ServerCommandName]: readonly CommandArguments<Name>[] } = {
    run: [
      [{ uri: testFile, benchmark }],
      [{ uri: testFile, benchmark: null }],
      [{ uri: testFile, benchmark, against: 'HEAD' }],
      [{ uri: testFile, benchmark, pgo: profile }],
      [{ uri: testFile, benchmark, pgo: at('old.prof') }],
    ],
    cancelRun: [[null], [{ uri: testFile, benchmark }]],
    measureInTurns: [
      [{ uri: testFile, benchmark }],
      [{ uri: '', benchmark: null, runId: run, baseId: base }],
    ],
    bisect: [[{ uri: testFile, benchmark, good: 'HEAD~1', bad: 'HEAD' }]],
    openArtifacts: [[{ runId: run }]],
    explainFailure: [[{ uri: testFile, benchmark }]],
    openProfile: [
      [{ path: at('old.prof') }],
      [{ path: profile, basePath: at('old.prof') }],
      [{ path: profilePath }],
    ],
    changeRun: [[{ runId: run, pinned: true, label: 'x' }]],
    compareRuns: [[{ runId: run, baseId: base }]],
    show: [[{ sessionId, sampleType: 0 }]],
    profileServer: [
      [{ action: 'fetch' }],
      [{ action: 'watch', id: 'server/x' }],
      [{ action: 'load', id: 'store/x' }],
    ],
    writeBenchmark: [[{ uri: shop, line: 0, character: 0 }]],
    profileProgram: [[{ uri: shop }], [{ uri: shop, asks: true }]],
    endProgram: [[{ how: 'stop' }], [{ how: 'cancel' }]],
    hotLines: [[]],
    hotPath: [[]],
    results: [[{ sessionId }]],
    showResult: [[{ runId: run }], [{ uri: testFile, benchmark: null }]],
    refs: [[{ uri: testFile }]],
    countingNeeds: [[{ uri: testFile }]],
    mainPackages: [[{ uri: testFile }]],
    savePgo: [[{ profilePaths: [profile], folder }], [{ profilePaths: [at('old.prof')], folder }]],
    benchmarkMenu: [[{ uri: testFile, benchmark }]],
    benchmarks: [[{ uri: testFile }]],
    timedSamples: [[{ sessionId }]],
    growth: [[{ sessionId }]],
    times: [[{ sessionId }]],
    mapPath: [[{ sessionId, file: frame.file }]],
    resolveFrame: [[frame]],
    frameText: [[frame]],
    assembly: [[{ sessionId, functionName: 'example.com/shop.Total' }]],
    lineFunctions: [[{ uri: shop, line: 1, character: 0 }]],
    profileTests: [
      [{ uri: testFile, scope: 'test', test: 'TestX' }],
      [{ uri: testFile, scope: 'file' }],
      [{ uri: testFile, scope: 'package' }],
      [{ uri: testFile, scope: 'workspace' }],
    ],
    cancelTests: [[{ uri: testFile, scope: 'package' }]],
    listTests: [[]],
    exportRun: [[{ runId: run, folder }]],
    benchmarkLine: [[{ uri: shop, line: 3 }]],
    profileStore: [
      [{ action: 'connect' }],
      [{ action: 'fetch' }],
      [{ action: 'compare' }],
      [{ action: 'perRequest' }],
    ],
    deleteOldRuns: [[{ count: 0 }]],
    deleteRuns: [[{ runIds: [base] }]],
  };
  for (const [name, all] of Object.entries(asked)) {
    // An answer, a message or an error: it does not matter here.
    for (const args of all) await client.send(`pprofLens.server.${name}`, ...args).catch(() => undefined);
  }
  const whole = { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } };
  for (const textDocument of [{ uri: testFile }, { uri: shop }]) {
    await client.connection.sendRequest('textDocument/codeLens', { textDocument });
    await client.connection.sendRequest('textDocument/inlayHint', { textDocument, range: whole });
    await client.connection.sendRequest('textDocument/codeAction', {
      textDocument,
      range: whole,
      context: { diagnostics: [] },
    });
    for (let line = 0; line < 60; line += 5) {
      await client.connection.sendRequest('textDocument/hover', {
        textDocument,
        position: { line, character: 3 },
      });
    }
    await client.change(textDocument.uri, 'package shop\n');
    await client.save(textDocument.uri);
    await client.filesChanged(at('template', 'shop.go'));
    await client.close(textDocument.uri);
  }
  assert.equal(started(), '');
  assert.ok(existsSync(checkout), 'git has not been asked to remove it');

  // Trust comes later: now it is removed.
  await client.connection.sendNotification('pprofLens/trustGranted');
  await eventually('the sweep', () => !existsSync(checkout));
  await client.stop();
});
