/** What caused the cost of a line, over JSON-RPC and with the real Go toolchain. */
import assert from 'node:assert/strict';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { bucketOfSamples, buckets, bucketTotals } from '../../../src/analysis/benchmark/timedRegion.ts';
import { total } from '../../../src/analysis/values/total.ts';
import { lazily } from '../../../src/base/lazily.ts';
import type { ActiveCost, LineAnnotation } from '../../../src/protocol.ts';
import type { Client } from '../client.ts';
import { type ServedModule, serveModule } from '../servedModule.ts';

const source = `package m

import (
	"sort"
	"testing"
)

var sink any

func fill(n int) []int {
	numbers := make([]int, n)
	state := uint32(1)
	for i := range numbers {
		state = state*1664525 + 1013904223
		numbers[i] = int(state >> 8)
	}
	return numbers
}

func sorted(n int) []int {
	numbers := fill(n)
	sort.Ints(numbers)
	return numbers
}

func BenchmarkSetup(b *testing.B) {
	sink = sorted(3_000_000) // setup
	for b.Loop() {
		sink = sorted(1_000) // timed
	}
}

func work(done chan<- bool) {
	sink = sorted(20_000)
	done <- true
}

func BenchmarkGoroutines(b *testing.B) {
	done := make(chan bool)
	for b.Loop() {
		go work(done)
		<-done
	}
}
`;

import { openedProfile } from '../../go/goModule.ts';

const lineOf = (part: string) => source.split('\n').findIndex((line) => line.includes(part));

let served: ServedModule;
let client: Client;
let uri = '';
before(async () => {
  const settings = { count: 1, benchtime: '600ms', kinds: ['cpu', 'mem'], threshold: 0 };
  served = await serveModule({ 'm_test.go': source }, settings);
  ({ client, uri } = served);
});
after(() => served.close());

/** The sessions of `BenchmarkSetup`, which is profiled once for all tests. */
const profiledSetup = lazily(() => served.profile('BenchmarkSetup'));

/** The annotations of the test file while it shows a sample type of a session. */
async function annotationsOf(sessionId: string, type: string): Promise<readonly LineAnnotation[]> {
  const session = client.sessions.sessions.find(({ id }) => id === sessionId);
  const sampleType = session?.sampleTypes.findIndex((each) => each.type === type) ?? -1;
  const active: ActiveCost = { sessionId, sampleType };
  const count = () => client.annotations.get(uri)?.annotations.length ?? 0;
  // The annotations from before are removed first, so that the new ones can be waited for.
  await client.execute('show', null);
  await client.until('no annotations', () => count() === 0);
  await client.execute('show', active);
  await client.until('annotations', () => count() > 0);
  return client.annotations.get(uri)?.annotations ?? [];
}

async function hoverAt(line: number): Promise<string> {
  return (await client.hover(uri, line, 8)).replace(/[\u2060\u00a0 ]+/g, ' ');
}

test('setup is muted and not per operation; a line with both has both in its hover', async () => {
  const [cpu = '', mem = ''] = await profiledSetup();
  const rows: [sessionId: string, type: string, setup: RegExp, timed: RegExp, shared: string][] = [
    [
      cpu,
      'cpu',
      /^~?[\d.]+m?s setup$/,
      /^~?[\d.]+[µn]s\/op cum (?:·\s~?[\d.]+[µn]?s\sflat )?·\s\d+%$/,
      'sort.Ints(numbers)',
    ],
    [
      mem,
      'alloc_space',
      /^[\d.]+MB setup$/,
      /^[\d.]+\sk?B\/op cum (?:·\s[\d.]+\sB\sflat )?·\s\d+%$/,
      'numbers := fill(n)',
    ],
  ];
  for (const [sessionId, type, setup, timed, shared] of rows) {
    const annotations = await annotationsOf(sessionId, type);
    const at = (part: string) => annotations.find(({ line }) => line === lineOf(part));
    const [setupLine, timedLine] = [at('// setup'), at('// timed')];
    assert.match(setupLine?.text ?? '', setup);
    assert.deepEqual([setupLine?.muted, setupLine?.mark, timedLine?.muted], [true, 'set', undefined]);
    assert.match(timedLine?.text ?? '', timed);
    // Setup and loop both call `sorted`; only the calls in the loop belong to operations.
    assert.match(at(shared)?.text ?? '', /\/op/);
    assert.match(
      await hoverAt(lineOf(shared)),
      /Of cum: operations [\d.]+\w+ \([\d.]+ ?[\wµ]+\/op\) · setup [\d.]+\w+\. Setup is what/,
    );
  }
});

test('allocations per operation are those of the loop alone', async () => {
  const [, mem = ''] = await profiledSetup();
  const annotations = await annotationsOf(mem, 'alloc_objects');
  const made = annotations.find(({ line }) => line === lineOf('make([]int, n)'));
  // One for each operation. That of the setup, on the same line, does not count.
  assert.match(made?.text ?? '', /^1\sallocs\/op flat ·/);
});

test("the hover of the benchmark's name splits its costs, and says how much of the wall time they explain", async () => {
  await profiledSetup();
  const hover = await hoverAt(lineOf('func BenchmarkSetup'));
  assert.equal(hover.split('**BenchmarkSetup**').length, 2, 'its name stands above it once');
  assert.match(hover, /\| timed loop \| [\d.]+µs\/op \([\d.]+%\) \|/);
  assert.match(hover, /\| setup \| [\d.]+m?s \([\d.]+%\) \| [\d.]+ \([\d.<]+%\) \| [\d.]+MB \([\d.]+%\) \|/);
  assert.match(hover, /CPU time (?:explains|is) \d+%/);
});

test('goroutines of the loop count as part of the operation, and the hover says why this is uncertain', async () => {
  const [cpu = ''] = await served.profile('BenchmarkGoroutines');
  const annotations = await annotationsOf(cpu, 'cpu');
  assert.match(annotations.find(({ line }) => line === lineOf('sorted(20_000)'))?.text ?? '', /\/op/);
  const hover = await hoverAt(lineOf('func BenchmarkGoroutines'));
  assert.match(hover, /\| other goroutines \| [\d.]+m?s \([\d.]+%\) \|/);
  assert.match(hover, /does not say who started a goroutine/);
});

test('the buckets of real profiles add up to their totals exactly', async () => {
  await profiledSetup();
  const file = path.join(served.directory, 'm_test.go');
  const loop = lineOf('for b.Loop()') + 1;
  for (const { profilePath } of client.sessions.sessions) {
    const read = await openedProfile(profilePath);
    const bucketOf = bucketOfSamples(read, [
      { file, loops: [[loop, loop + 2]], functions: [[loop - 2, loop + 3]] },
    ]);
    if (bucketOf === null) continue;
    for (const sampleType of read.sampleTypes.keys()) {
      const totals = bucketTotals(read, bucketOf, sampleType);
      const sum = buckets.reduce((sum, bucket) => sum + BigInt(totals[bucket]), 0n);
      assert.equal(sum, BigInt(total(read, sampleType)));
    }
  }
});
