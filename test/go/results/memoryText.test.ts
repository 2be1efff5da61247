import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryText } from '../../../src/go/results/memoryText.ts';

const missing = { code: 'x', template: 'Not known.', args: [] };
const now = {
  operations: 1_000_000,
  collections: 1234,
  pauses: 1234 * 31_400,
  heapGoal: 4 * 2 ** 20,
  stacks: 512 * 2 ** 10,
  peak: 38 * 2 ** 20,
};

test('what the machine sees, in one line', () => {
  assert.equal(
    memoryText(now),
    'peak 38 MB · heap goal 4 MB · stacks 512 kB · 1.2 collections per 1,000 op, 31.4µs pause each',
  );
  assert.equal(
    memoryText({ ...now, peak: 0, collections: 0, pauses: 0 }),
    'heap goal 4 MB · stacks 512 kB · 0 collections',
  );
  assert.equal(memoryText({ missing }), '');
  assert.equal(memoryText(undefined), '');
});

test('of a whole run all collections are counted, of a server those of requests', () => {
  const { operations: _, ...run } = now;
  assert.match(memoryText(run), / · stacks 512 kB · 1,234 collections, 31\.4µs pause each$/);
  assert.match(memoryText({ ...run, collections: 1 }), / · 1 collection, /);
  assert.match(memoryText(run, { ...run, collections: 7 }), / · 7 → 1,234 collections, /);
  const before = { ...now, collections: 500 };
  assert.match(memoryText(now, before, 'request'), / · 0\.5 → 1\.2 collections per 1,000 requests, /);
  assert.match(
    memoryText({ ...now, operations: 500 }, null, 'request'),
    / · 247 collections per 100 requests, /,
  );
});

test('before and now where both are known and differ, in the units of now', () => {
  const before = {
    ...now,
    collections: 617,
    pauses: 617 * 31_400,
    peak: 1.5 * 2 ** 30,
    stacks: 480 * 2 ** 10,
  };
  assert.equal(
    memoryText(now, before),
    'peak 1.50 GB → 38 MB · heap goal 4 MB · stacks 480 → 512 kB · 0.62 → 1.2 collections per 1,000 op, 31.4µs pause each',
  );
  assert.equal(memoryText(now, { missing }), memoryText(now));
});
