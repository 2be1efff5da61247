/** Why a line costs, in its hover: a real build, over JSON-RPC. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { eventuallyHolds } from '../../eventually.ts';
import { servedModule } from '../servedModule.ts';

const source = `package m

import "testing"

type point struct{ x, y int }

//go:noinline
func made(n int) *point {
	p := point{n, n} // made
	return &p
}

//go:noinline
func use(p *point) int { return p.x ^ p.y }

var sum int

func BenchmarkPoints(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sum += use(made(i))
	}
}
`;

test('a hover says why a line allocates, and that it no longer does', async (t) => {
  const settings = { count: 1, benchtime: '1000x', kinds: ['mem'] };
  const { client, uri, profile, directory } = await servedModule(t, { 'm_test.go': source }, settings);
  const [sessionId] = await profile('BenchmarkPoints');
  const line = source.split('\n').findIndex((text) => text.includes('// made'));
  const hoverSays = (pattern: RegExp) =>
    // It is found out in the background.
    eventuallyHolds(async () => assert.match(await client.hover(uri, line, 2), pattern));
  await hoverSays(/p escapes to heap: returned \(\[line 10\]\(.*#L10\)\)/);
  const folder = path.dirname(client.session(sessionId)?.profilePath ?? '');
  assert.ok(existsSync(path.join(folder, 'decisions.json.gz')), 'the next window need not ask the compiler');

  const better = source
    .replace('made(n int) *point', 'made(n int) point')
    .replace('&p', 'p')
    .replace('use(p *point)', 'use(p point)');
  writeFileSync(path.join(directory, 'm_test.go'), better);
  await client.change(uri, better);
  await client.save(uri);
  await profile('BenchmarkPoints');
  await hoverSays(/No longer escapes\. In the run before: {2}\np escapes to heap: returned/);
});
