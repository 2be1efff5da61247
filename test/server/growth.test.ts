/** A series of sub-benchmarks over real JSON-RPC and with the real Go toolchain: which line is the quadratic one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { HoverRequest, type MarkupContent } from 'vscode-languageserver/node';
import { steepestLine } from '../../src/analysis/growthTable.ts';
import { type GrowthTable, type RunOutcome, serverCommands } from '../../src/protocol.ts';
import { Client } from './client.ts';

const source = `package m

import (
	"fmt"
	"testing"
)

var sink int

//go:noinline
func linear(n int) {
	for i := range n * 60 {
		sink += i * i // linear
	}
}

//go:noinline
func pairs(n int) {
	for i := range n {
		for j := range n {
			sink += i ^ j // quadratic
		}
	}
}

func BenchmarkGrowth(b *testing.B) {
	for _, size := range []int{30, 100, 300, 1000} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			for b.Loop() {
				linear(size)
				pairs(size)
			}
		})
	}
}

func BenchmarkAlone(b *testing.B) {
	for b.Loop() {
		linear(10)
	}
}
`;

let folder = '';
let client: Client;
let uri = '';
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lens-growth-'));
  writeFileSync(path.join(folder, 'go.mod'), 'module example.com/m\n\ngo 1.24\n');
  writeFileSync(path.join(folder, 'm_test.go'), source);
  client = await Client.start({
    folder,
    initializationOptions: { decorations: true, storagePath: path.join(folder, 'storage') },
    settings: { count: 1, benchtime: '300ms', kinds: ['cpu'] },
  });
  uri = await client.open(path.join(folder, 'm_test.go'));
});
after(async () => {
  await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function profile(benchmark: string): Promise<readonly string[]> {
  const outcome = (await client.execute(serverCommands.run, { uri, benchmark })) as RunOutcome;
  assert.equal(outcome.status, 'done', client.messages.join());
  return outcome.sessionIds;
}

function growth(sessionId: string): Promise<unknown> {
  return client.execute(serverCommands.growth, { sessionId });
}

test('sizes in names make a series; the quadratic line grows fastest, and its hover says so', async () => {
  const sessionIds = await profile('BenchmarkGrowth');
  assert.equal(sessionIds.length, 4);
  const table = (await growth(sessionIds[0] ?? '')) as GrowthTable;
  assert.equal(table.name, 'BenchmarkGrowth/size=#');
  assert.deepEqual(
    table.points.map(({ label }) => label),
    ['30', '100', '300', '1000'],
  );
  assert.deepEqual(await growth(sessionIds[3] ?? ''), table, 'every member tells of the same series');
  const [time] = table.results;
  assert.equal(time?.unit, 'ns/op');
  // Of a loop in one line of source, header and body share the samples as the compiler likes.
  const exponentIn = (name: string) =>
    table.lines.find(({ functionName }) => functionName.endsWith(name))?.growth?.exponent ?? Number.NaN;
  assert.ok(exponentIn('.pairs') > exponentIn('.linear') + 0.3, JSON.stringify(table.lines));
  const steepest = steepestLine(table);
  assert.ok(steepest, JSON.stringify(table.lines));
  assert.match(steepest.functionName, /\.pairs$/);

  const hover = await client.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: steepest.line - 1, character: 4 },
  });
  const text = (hover?.contents as MarkupContent | undefined)?.value ?? '';
  assert.match(
    text,
    /CPU time grows as size\^\d\.\d \(\d\.\d–\d\.\d\) along `BenchmarkGrowth\/size=#`: of the lines that matter, the fastest/,
  );
});

test('a benchmark alone has no series, nor has a session nobody knows', async () => {
  const [alone = ''] = await profile('BenchmarkAlone');
  assert.equal(await growth(alone), null);
  assert.equal(await growth('s999'), null);
});
