/** What must hold for every recording, whatever is in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { foldedLines, profileOfText } from './recordings.ts';

const name = fc.stringMatching(/^[a-z]{1,3}$/);
const stacks = fc.array(
  fc.record({
    stack: fc.array(name, { minLength: 2, maxLength: 6 }),
    count: fc.integer({ min: 1, max: 1e9 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test('folded stacks are read as they are written, equal ones as one', () => {
  fc.assert(
    fc.property(stacks, (samples) => {
      const sums = new Map<string, number>();
      for (const { stack, count } of samples)
        sums.set(stack.join(';'), (sums.get(stack.join(';')) ?? 0) + count);
      const text = samples.map(({ stack, count }) => `${stack.join(';')} ${count}\n`).join('');
      const expected = [...sums].map(([stack, sum]) => `${stack} ${sum}`).sort();
      assert.deepEqual(foldedLines(profileOfText(text), 0), expected);
    }),
  );
});

function total({ samples, sampleTypes }: Profile, type: number): bigint {
  let sum = 0n;
  for (let sample = 0; sample < samples.count; sample++)
    sum += int64At(samples.values, sample * sampleTypes.length + type);
  return sum;
}

/** Any tree: each node is called by an earlier one. */
const tree = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
    ticks: fc.array(
      fc.record({ line: fc.integer({ min: 1, max: 9 }), ticks: fc.integer({ min: 1, max: 50 }) }),
    ),
    hits: fc.nat(100),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
    deltas: fc.array(fc.integer({ min: -50, max: 2000 }), { minLength: 40, maxLength: 40 }),
  })
  .map(({ parents, ticks, hits, picks, deltas }) => {
    const callers = parents.map((parent, node) => (node === 0 ? -1 : parent % node));
    const nodes = parents.map((_, node) => ({
      id: node + 1,
      callFrame: { functionName: `f${node % 5}`, url: 'file:///a.js', lineNumber: node % 3, columnNumber: 4 },
      hitCount: hits,
      positionTicks: ticks,
      children: callers.flatMap((caller, child) => (caller === node ? [child + 1] : [])),
    }));
    const samples = picks.map((pick) => (pick % nodes.length) + 1);
    const timeDeltas = deltas.slice(0, samples.length);
    let time = 0;
    const times = timeDeltas.map((delta) => {
      time += delta;
      return time;
    });
    return {
      nodes,
      samples,
      timeDeltas,
      startTime: 0,
      endTime: Math.max(...times) + 10,
      first: Math.min(...times),
    };
  });

test('a CPU profile of V8 has as many samples and as much time as its recording, however its lines were seen', () => {
  fc.assert(
    fc.property(tree, ({ first, ...recording }) => {
      const profile = profileOfText(JSON.stringify(recording));
      assert.equal(total(profile, 0), BigInt(recording.samples.length));
      assert.equal(total(profile, 1), BigInt(recording.endTime - first) * 1000n);
    }),
  );
});
