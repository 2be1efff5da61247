// Thousands of sub-benchmarks in the editor, over JSON-RPC and with the real Go. What a lens or the progress asks for each of them
// must not look at all of them: then the second run took minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CodeLensRequest, HoverRequest, type MarkupContent } from 'vscode-languageserver/node';
import { mostListed } from '../../../src/server/history/listedResults.ts';
import { manyBenchmarks } from '../../go/manyModule.ts';
import { servedModule } from '../servedModule.ts';

const [names, rounds] = [2000, 10];

test('two runs of 2000 sub-benchmarks, their lens, hover and records', { timeout: 240_000 }, async (t) => {
  const env = { MANY: `${names} ${rounds}` };
  const module = await servedModule(
    t,
    { 'm_test.go': manyBenchmarks },
    { count: rounds, benchtime: '1x', env },
  );
  const { client, uri } = module;
  const textDocument = { uri };
  for (const run of [1, 2]) {
    const outcome = await client.execute('run', { uri, benchmark: 'BenchmarkMany', kinds: [] });
    assert.equal(outcome.status, 'done', client.messages.join());
    const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument });
    const titles = (lenses ?? []).map(({ command }) => command?.title ?? '');
    assert.ok(
      titles.some((title) => title.includes(`${names}`)),
      titles.join(),
    );
    assert.equal(client.history.runs.length, run * mostListed, 'the list is sent at each change');
    assert.deepEqual(
      client.history.more.map(({ benchmark, count }) => [benchmark, count]),
      [['BenchmarkMany', names - mostListed]],
    );
    assert.equal(client.history.old, (run - 1) * names);
  }
  const line = manyBenchmarks.split('\n').findIndex((text) => text.startsWith('func BenchmarkMany'));
  const position = { line, character: 8 };
  const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
  const { value } = (hover?.contents ?? { value: '' }) as MarkupContent;
  assert.match(value, /And 1940 more, which the table of all results has\./);

  const path = fileURLToPath(uri);
  const opened = await client.execute('openProfile', { path, onlyKept: true });
  assert.deepEqual(opened, { status: 'failed', message: 'This run is no longer kept.' });
  assert.equal(await client.execute('deleteOldRuns', { count: 1 }), false, 'asked about another number');
  assert.equal(await client.execute('deleteOldRuns', { count: names }), true);
  assert.deepEqual([client.history.old, client.history.runs.length], [0, mostListed]);
});
