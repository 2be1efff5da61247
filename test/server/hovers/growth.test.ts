/** Growth along a series of sub-benchmarks, over JSON-RPC and with the real Go toolchain. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { endExponent } from '../../../src/analysis/benchmark/growth.ts';
import { steepestLine } from '../../../src/analysis/benchmark/growthTable.ts';
import type { GrowthTable } from '../../../src/base/model.ts';
import type { Client } from '../client.ts';
import { type ServedModule, serveModule } from '../servedModule.ts';

const source = `package m

import (
	"fmt"
	"testing"
)

var sink int

//go:noinline
func triples(n int) {
	for i := range n {
		for j := range n {
			for k := range n {
				sink += i ^ j ^ k
			}
		}
	}
}

func BenchmarkGrowth(b *testing.B) {
	for _, size := range []int{5, 20, 80, 320} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			for b.Loop() {
				triples(size)
			}
		})
	}
}

func BenchmarkPlain40(b *testing.B) { plain(b, 40) }

func BenchmarkPlain_160(b *testing.B) { plain(b, 160) }

func BenchmarkPlain0(b *testing.B) { plain(b, 0) }

func BenchmarkPlain80(b *testing.B) { plain(b, 80) }

func BenchmarkPlain160(b *testing.B) { plain(b, 160) }

func BenchmarkPlains160(b *testing.B) { plain(b, 160) }

var kept []byte

func plain(b *testing.B, size int) {
	for b.Loop() {
		kept = make([]byte, 100*size)
	}
}

func BenchmarkAlone(b *testing.B) { plain(b, 10) }
`;

let served: ServedModule;
let client: Client;
let uri = '';
before(async () => {
  const settings = { count: 1, benchtime: '300ms', kinds: ['cpu'] };
  served = await serveModule({ 'm_test.go': source }, settings);
  ({ client, uri } = served);
});
after(() => served.close());

/** A run of few operations, each of which allocates. */
const quickly = (benchmark: string) => client.run({ uri, benchmark, kinds: ['mem'], benchtime: '10x' });

async function growth(sessionId: string): Promise<GrowthTable | null> {
  return (await client.execute('growth', { sessionId }))?.table ?? null;
}

test('sizes in names make a series; the cubic line grows fastest, and its hover says so', async () => {
  const sessionIds = await served.profile('BenchmarkGrowth');
  assert.equal(sessionIds.length, 4);
  const table = await growth(sessionIds[0] ?? '');
  assert.ok(table);
  assert.equal(table.name, 'BenchmarkGrowth/size=#');
  assert.equal(table.points.map(({ label }) => label).join(' '), '5 20 80 320');
  assert.deepEqual(await growth(sessionIds[3] ?? ''), table, 'every member tells of the same series');
  const [time] = table.results;
  assert.equal(time?.unit, 'ns/op');
  const steepest = steepestLine(table);
  assert.ok(steepest, JSON.stringify(table.lines));
  assert.match(steepest.functionName, /\.triples$/);
  // The exponent is 3 on a quiet machine, and above 2 on a busy one.
  const exponent = steepest.growth === null ? null : endExponent(steepest.growth);
  assert.ok((exponent ?? 0) > 2, JSON.stringify(table.lines));

  const text = await client.hover(uri, steepest.line - 1, 4);
  assert.match(
    text,
    /CPU time (?:grows as|is) .+ along `BenchmarkGrowth\/size=#`: of the lines that matter, the fastest/,
  );
});

test('functions that differ only by the number at the end are a series, once three have been profiled', async () => {
  const [first = ''] = await quickly('BenchmarkPlain40');
  await quickly('BenchmarkPlain160');
  assert.equal(await growth(first), null);
  await quickly('BenchmarkPlains160');
  assert.equal(await growth(first), null, 'another name');
  await quickly('BenchmarkPlain80');
  const table = await growth(first);
  assert.equal(table?.name, 'BenchmarkPlain#');
  assert.equal(table.points.map(({ x }) => x).join(' '), '40 80 160');
});

test('a single benchmark has no series, and neither has an unknown session', async () => {
  const [alone = ''] = await quickly('BenchmarkAlone');
  assert.equal(await growth(alone), null);
  assert.equal(await growth('s999'), null);
});
