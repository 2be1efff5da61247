/** What is kept of a watched server: rates between two answers, gaps, and no more than its bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '../../../../src/base/result.ts';
import type { ServerFigures } from '../../../../src/go/servers/serverFigures.ts';
import { Watched } from '../../../../src/server/remote/live/watched.ts';
import { stackProfile } from '../../../analysis/stackProfile.ts';

const profile = stackProfile({ sampleTypes: ['goroutine/count'], samples: ['main 3'] });

function said(at: number, allocated: number): ServerFigures {
  return { at, goroutines: 12, memory: ok({ allocated, heap: 80 }), page: 'debug/vars' };
}

function add(watched: Watched, i: number, before: ServerFigures | null, after: ServerFigures, bytes = 1) {
  return watched.add({ file: `/kept/${i}`, bytes, seconds: null, profile }, before, after);
}

test('allocations are a rate between two answers of the same process', () => {
  const watched = new Watched('goroutine');
  watched.begin({ name: 'goroutine', seconds: 2 });
  const answers = [said(0, 1000), said(2000, 5000), said(4000, 100)];
  add(watched, 0, null, answers[0]!);
  add(watched, 1, answers[0]!, answers[1]!);
  add(watched, 2, answers[1]!, answers[2]!);
  add(watched, 3, said(4000, 100), said(4001, 200));
  assert.deepEqual(
    watched.report.moments.map(({ figures }) => figures.allocated),
    [null, 2000, null, null],
    'none before it, two seconds, started again, too short',
  );
  assert.deepEqual(watched.report.moments[1]?.figures, {
    cpu: null,
    allocated: 2000,
    goroutines: 12,
    heap: 80,
  });
  assert.match(watched.report.missing.cpu, /while CPU profiles are watched/);
  assert.match(watched.report.costs, /^Every 2 s, .* debug\/vars\. The last 60 moments stay, about 2 min,/);
});

test('what the server does not say has its reason; a time without answers is a gap', () => {
  const watched = new Watched('goroutine');
  watched.begin({ name: 'goroutine', seconds: 1 });
  const memory = fail('not-served', '{0} has no such page.', ['a']);
  add(watched, 0, null, { at: 0, goroutines: null, memory, page: null });
  watched.away('Nothing answers.');
  assert.deepEqual([watched.report.state, watched.report.note], ['away', 'Nothing answers.']);
  add(watched, 1, null, { at: 1, goroutines: null, memory, page: null });
  add(watched, 2, null, { at: 2, goroutines: null, memory, page: null });
  const { missing, moments, state } = watched.report;
  assert.equal(missing.heap, 'a has no such page.');
  assert.equal(state, 'watching');
  assert.deepEqual(
    moments.map(({ isAfterGap }) => isAfterGap),
    [true, true, false],
  );
});

test('sixty moments stay, or fewer of large profiles, and never less than two', () => {
  const watched = new Watched('goroutine');
  const gone = Array.from({ length: 62 }, (_, i) => add(watched, i, null, said(i, 0))).flat();
  assert.deepEqual(gone, ['/kept/0', '/kept/1']);
  assert.equal(watched.report.moments.length, 60);
  const large = [200, 201, 202].flatMap((i) => add(watched, i, null, said(i, 0), 200_000_000));
  assert.equal(large.length, 61);
  assert.deepEqual(
    watched.moments.map(({ id }) => id),
    ['201', '202'],
  );
});
