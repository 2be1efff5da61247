/** Which watch a page shows, and which of its moments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageWatch } from '../../../src/extension/page/pageWatch.ts';
import type { RemoteItem, SessionSummary } from '../../../src/protocol.ts';
import { sessionSummary } from '../sessionSummary.ts';

const figures = { cpu: 1, allocated: 1, goroutines: 1, heap: 1 };
const report = {
  profile: 'CPU',
  state: 'watching',
  costs: '',
  note: '',
  missing: { cpu: '', allocated: '', goroutines: '', heap: '' },
  moments: ['a.pb.gz', 'b.pb.gz'].map((id, at) => ({ id, at, isAfterGap: false, figures })),
} as const;
const bare = { kind: 'server', description: '', tooltip: '', state: 'idle' } as const;
const items: readonly RemoteItem[] = [
  { ...bare, id: 'server/1', label: 'shop:1' },
  { ...bare, id: 'server/2', label: 'shop:2', watch: report },
];

function shown(part: Partial<SessionSummary>): string | null {
  const watch = pageWatch(sessionSummary('s', [], part), items);
  return watch === null ? null : [watch.id, ...watch.shown].join(' ');
}

test('the watch of the server that the profile is of, with the moments that are shown, the earlier first', () => {
  const origin = { from: 'file', source: 'shop:2' } as const;
  assert.equal(shown({ origin, profilePath: '/kept/b.pb.gz' }), 'server/2 b.pb.gz');
  const base = { profilePath: 'C:\\kept\\a.pb.gz', operations: 1 };
  assert.equal(shown({ origin, profilePath: 'C:\\kept\\b.pb.gz', base }), 'server/2 a.pb.gz b.pb.gz');
  assert.equal(shown({ origin, profilePath: '/kept/older.pb.gz' }), 'server/2');
});

test('none for another server, a file of the user, a benchmark, or no profile', () => {
  assert.equal(shown({ origin: { from: 'file', source: 'shop:1' } }), null);
  assert.equal(shown({}), null);
  assert.equal(shown({ origin: { from: 'benchmark', runId: 'r', benchmark: 'shop:2', kind: 'cpu' } }), null);
  assert.equal(pageWatch(undefined, items), null);
});
