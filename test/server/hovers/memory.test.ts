// What the machine sees of a benchmark's memory, over JSON-RPC and with the real Go. Nothing is asked of times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedModule } from '../servedModule.ts';

const source = `package m

import "testing"

var kept []*byte

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		kept = make([]*byte, 2000)
	}
}
`;

test('it stands on the benchmark’s name and in the details of the run', async (t) => {
  const settings = { count: 2, benchtime: '20000x', kinds: ['cpu', 'mem'] };
  const { client, uri, profile } = await servedModule(t, { 'm_test.go': source }, settings);
  await profile('BenchmarkX');
  const name = await client.hover(uri, 6, 8);
  const size = String.raw`[\d.]+ [kMG]?B`;
  const [memory = ''] =
    new RegExp(
      `^Memory: (?:peak ${size} · )?heap goal ${size} · stacks ${size} · .*collections per .* pause each.*$`,
      'm',
    ).exec(name) ?? [];
  assert.notEqual(memory, '', name);
  const kept = client.history?.runs[0]?.details.find((each) => each.name === 'Memory');
  assert.match(kept?.value ?? '', /heap goal .* collections per /);
  const again = await profile('BenchmarkX');
  assert.ok(again.length > 0);
  assert.match(await client.hover(uri, 6, 8), /^Memory: .* → /m, 'before and now');
});
