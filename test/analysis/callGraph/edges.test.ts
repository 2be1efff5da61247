import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEdges } from '../../../src/analysis/callGraph/edges.ts';
import { nodeTable } from '../../../src/analysis/costs/nodes.ts';
import { weightsOf } from '../../../src/analysis/values/weights.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { stackProfile } from '../stackProfile.ts';

/** The edges as `caller > callee: weight`, in order of the text; only these functions take part, all by default. */
function edgesOf(profile: Profile, kept?: readonly string[], wanted?: readonly string[]): string[] {
  const table = nodeTable(profile);
  const marked = (names: readonly string[] | undefined) =>
    names === undefined
      ? null
      : Uint8Array.from({ length: table.count }, (_, node) => (names.includes(table.label(node)) ? 1 : 0));
  const edges = findEdges(profile, table, weightsOf(profile, 0), {
    counted: everySample(profile),
    kept: marked(kept),
    wanted: marked(wanted),
  });
  const texts = Array.from({ length: edges.length }, (_, edge) => {
    const ends = [edges.source[edge]!, edges.target[edge]!].map((node) => table.label(node));
    const marks =
      (edges.inline[edge] === 1 ? ' inline' : '') + (edges.residual[edge] === 1 ? ' residual' : '');
    return `${ends.join(' > ')}: ${edges.weight(edge)}${marks}`;
  });
  return texts.sort();
}

function everySample({ samples }: Profile): Uint8Array {
  return new Uint8Array(samples.count).fill(1);
}

test('an edge counts a sample once, however often it has the call', () => {
  const profile = stackProfile({
    samples: ['main a b a b 1', 'main a b 10'],
  });
  assert.deepEqual(edgesOf(profile), ['a > b: 11', 'b > a: 1', 'main > a: 11']);
});

test('a call of itself is no edge', () => {
  assert.deepEqual(edgesOf(stackProfile({ samples: ['main a a:2 a:3 5'] })), ['main > a: 5']);
});

test('an edge is inline if every sample that has it was', () => {
  const profile = stackProfile({
    samples: ['main +a +b 1', 'main +a b 2'],
  });
  assert.deepEqual(edgesOf(profile), ['a > b: 3', 'main > a: 3 inline']);
});

test('an edge over functions that were left out is residual', () => {
  const profile = stackProfile({
    samples: ['main a b c 1', 'main b 2'],
  });
  assert.deepEqual(edgesOf(profile, ['main', 'b', 'c']), ['b > c: 1', 'main > b: 3 residual']);
});

test('edges of some functions are those that begin or end there', () => {
  const profile = stackProfile({
    samples: ['main a b c 1', 'main d c 2'],
  });
  assert.deepEqual(edgesOf(profile, undefined, ['b']), ['a > b: 1', 'b > c: 1']);
});

test('edges of one caller stand together', () => {
  const profile = stackProfile({
    samples: ['main a b 1', 'main c 1', 'main a c 1'],
  });
  const table = nodeTable(profile);
  const { start, source } = findEdges(profile, table, weightsOf(profile, 0), {
    counted: everySample(profile),
  });
  for (let node = 0; node < table.count; node++) {
    for (const caller of source.slice(start[node], start[node + 1])) assert.equal(caller, node);
  }
  assert.equal(start.at(-1), 4);
});
