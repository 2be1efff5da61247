// Thousands of sub-benchmarks in the editor, over JSON-RPC and with the real Go. What a lens or the progress asks for each of them
// must not look at all of them: then the second run took minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mostListed } from '../../../../src/server/history/listedResults.ts';
import { manyBenchmarks } from '../../../go/manyModule.ts';
import { servedModule } from '../../servedModule.ts';

const [names, rounds] = [700, 4];

test('two runs of 700 sub-benchmarks, their lens, hover and records', { timeout: 240_000 }, async (t) => {
  const env = { MANY: `${names} ${rounds}` };
  const module = await servedModule(
    t,
    { 'm_test.go': manyBenchmarks },
    { count: rounds, benchtime: '1x', env },
  );
  const { client, uri } = module;
  for (const run of [1, 2]) {
    await client.run({ uri, benchmark: 'BenchmarkMany', kinds: [] });
    const titles = await client.lensTitles(uri);
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
  assert.match(
    await client.hover(uri, line, 8),
    new RegExp(`And ${names - 60} more, which the table of all results has\\.`),
  );

  const path = fileURLToPath(uri);
  const opened = await client.execute('openProfile', { path, onlyKept: true });
  assert.deepEqual(opened, { status: 'failed', message: 'This run is no longer kept.' });
  assert.equal(await client.execute('deleteOldRuns', { count: 1 }), false, 'asked about another number');
  assert.equal(await client.execute('deleteOldRuns', { count: names }), true);
  assert.deepEqual([client.history.old, client.history.runs.length], [0, mostListed]);
});
