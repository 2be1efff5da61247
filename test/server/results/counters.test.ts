// The counters of the processor in the editor, over JSON-RPC and with the real Go. A script plays `perf`: see playedPerf.ts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { countingLines, playedPerf, slotLines } from '../../go/playedPerf.ts';
import { testFolder } from '../../testFolder.ts';
import type { Ending } from '../client.ts';
import { type ServedModule, servedModule } from '../servedModule.ts';

const skip = process.platform === 'linux' ? false : 'perf is a program of Linux';
const folder = testFolder();

const source = `package m

import "testing"

var sink int

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		sink++
	}
}
`;

const settings = { count: 4, benchtime: '1000x', kinds: ['mem'], counters: ['instructions', 'cache-misses'] };

function served(t: Ending, perf: string): Promise<ServedModule> {
  const env = { PATH: `${perf}:${process.env.PATH}` };
  return servedModule(t, { 'm_test.go': source }, { ...settings, env });
}

describe('counters of the processor', { skip }, () => {
  test('stand in the hover, in the table of results and in the details of the kept run', async (t) => {
    const module = await served(t, playedPerf(join(folder, 'counts'), slotLines(countingLines('1234'))));
    const { client, uri } = module;
    const [sessionId = ''] = await module.profile('BenchmarkX');
    const value = await client.hover(uri, 6, 8);
    assert.match(value, /^\| instructions\/op \|\W+1234 \|$/m);
    assert.match(value, /^\| cache-misses\/op \|\W+0\.250 \|$/m);
    assert.match(value, /^Processor: 71% waits for memory or execution units · 19% works · 6% waits for /m);
    const table = await client.execute('results', { sessionId });
    assert.deepEqual(table?.units.slice(-2), ['instructions/op', 'cache-misses/op']);
    assert.equal(table?.rows[0]?.values['instructions/op']?.text, '1234');
    assert.ok(!table?.rows[0]?.warnings.some(({ reason }) => reason.includes('counters')));
    const details = client.history?.runs[0]?.details ?? [];
    const counters = details.find(({ name }) => name === 'Counters');
    assert.equal(counters?.value, '1234 instructions/op · 0.250 cache-misses/op');
    const processor = details.find(({ name }) => name === 'Processor');
    assert.match(processor?.value ?? '', /^71% waits for memory or execution units · /);
    // What is played here counts, and records nothing.
    assert.deepEqual(client.messages, [
      'perf counts here, but cannot record on which lines: instructions, cache-misses. The lines show none of it.',
    ]);
  });

  test('where nothing can be counted, one message says why, and the run is as good as ever', async (t) => {
    const module = await served(t, playedPerf(join(folder, 'broken'), '', '/nowhere/sh'));
    const [sessionId = ''] = await module.profile('BenchmarkX');
    const table = await module.client.execute('results', { sessionId });
    assert.ok(table?.rows[0]?.warnings.some(({ word }) => word === 'not counted'));
    const said = module.client.messages.filter((text) => text.includes('perf'));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /perf cannot count here: .*broken\/perf could not be started/);
  });
});
