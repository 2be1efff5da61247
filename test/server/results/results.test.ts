/** The table of results, over JSON-RPC and with the real Go toolchain. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ResultsTable } from '../../../src/protocol.ts';
import type { Client } from '../client.ts';
import { type ServedModule, serveModule } from '../servedModule.ts';

const source = `package m

import (
	"fmt"
	"testing"
)

var sink int

func spin(n int) {
	for i := range n {
		sink += i
	}
}

func BenchmarkRank(b *testing.B) {
	for n := range 12 {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				spin(200_000 * (1 + n%7))
			}
		})
	}
}

func BenchmarkBroken(b *testing.B) {
	b.Fatal("no disk")
}

func BenchmarkAlone(b *testing.B) {
	for b.Loop() {
		spin(100_000)
	}
}
`;

let served: ServedModule;
let client: Client;
before(async () => {
  const settings = { count: 1, benchtime: '10x', kinds: ['cpu'] };
  served = await serveModule({ 'm_test.go': source }, settings);
  ({ client } = served);
});
after(() => served.close());

async function results(sessionId: string): Promise<ResultsTable> {
  const table = await client.execute('results', { sessionId });
  assert.ok(table !== null);
  return table;
}

test('all benchmarks of a run are in the table, in source order, all twelve of one, and the one that failed', async () => {
  const [first = ''] = await served.profile(null);
  const table = await results(first);
  assert.deepEqual(
    table.rows.map(({ name, file }) => `${file} ${name}`),
    [
      ...Array.from({ length: 12 }, (_, n) => `m_test.go BenchmarkRank/n=${n}`),
      'm_test.go BenchmarkBroken',
      'm_test.go BenchmarkAlone',
    ],
  );
  assert.equal(table.package, 'example.com/m');
  const [failed] = table.rows.filter(({ values }) => Object.keys(values).length === 0);
  assert.equal(failed?.name, 'BenchmarkBroken');
  assert.equal(failed.warnings[0]?.word, 'failed');
  assert.match(failed.warnings[0]?.reason ?? '', /BenchmarkBroken/);
  assert.equal(failed.hasProfile, false);
  assert.ok(
    table.rows.filter((row) => row !== failed).every(({ values }) => (values['ns/op']?.value ?? 0) > 0),
  );
});

test('a row shows its profile in the lines; a benchmark shows its slowest, and keeps what is shown of it', async () => {
  const { rows } = await results(client.sessions.sessions[0]?.id ?? '');
  const sub = rows.find(({ name }) => name === 'BenchmarkRank/n=2');
  const chosen = await client.execute('showResult', { runId: sub?.runId ?? '' });
  assert.ok(chosen.status === 'opened', JSON.stringify(chosen));
  assert.equal(client.sessions.active?.sessionId, chosen.sessionId);
  assert.equal((await results(chosen.sessionId)).shownRun, sub?.runId);

  const { uri } = served;
  const same = await client.execute('showResult', { uri, benchmark: 'BenchmarkRank' });
  assert.deepEqual(same, chosen, 'a sub-benchmark of it is shown already');
  await client.execute('showResult', { uri, benchmark: 'BenchmarkAlone' });
  const slowest = await client.execute('showResult', { uri, benchmark: 'BenchmarkRank' });
  assert.ok(slowest.status === 'opened');
  const subs = rows.filter(({ name }) => name.startsWith('BenchmarkRank/'));
  const times = new Map(subs.map(({ runId, values }) => [runId, values['ns/op']?.value ?? 0]));
  const shown = (await results(slowest.sessionId)).shownRun ?? '';
  assert.equal(times.get(shown), Math.max(...times.values()));
  const ofFile = await client.execute('showResult', { uri, benchmark: null });
  assert.deepEqual(ofFile, slowest, 'a benchmark of the file is shown already');
});

test('what has no results says so in a sentence', async () => {
  const outcome = await client.execute('showResult', { uri: served.uri, benchmark: 'BenchmarkNew' });
  assert.deepEqual(outcome, {
    status: 'failed',
    message: 'There are no results of BenchmarkNew yet. Profile it first.',
  });
  assert.equal((await client.execute('showResult', { runId: 'gone' })).status, 'failed');
  assert.equal(await client.execute('results', { sessionId: 'none' }), null);
});
