import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findEdges } from '../../../src/analysis/callGraph/edges.ts';
import { inlineNotes, noteOf } from '../../../src/analysis/callGraph/inlineNotes.ts';
import { nodeTable } from '../../../src/analysis/costs/nodes.ts';
import { weightsOf } from '../../../src/analysis/values/weights.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

/** The notes of all functions by name; every sample counts. */
function notesOf(profile: Profile): Record<string, string> {
  const nodes = nodeTable(profile);
  const note = inlineNotes(profile.samples, nodes, new Uint8Array(profile.samples.count).fill(1));
  return Object.fromEntries(
    Array.from({ length: nodes.count }, (_, node) => [nodes.label(node), note(node)]),
  );
}

/** The same by definition: from the edges of the whole graph. */
function notesOfEdges(profile: Profile): Record<string, string> {
  const nodes = nodeTable(profile);
  const counted = new Uint8Array(profile.samples.count).fill(1);
  const { length, target, inline } = findEdges(profile, nodes, weightsOf(profile, 0), { counted });
  const edges = Array.from({ length }, (_, edge) => edge);
  return Object.fromEntries(
    Array.from({ length: nodes.count }, (_, node) => {
      const toNode = edges.filter((edge) => target[edge] === node);
      const inlined = toNode.filter((edge) => inline[edge] === 1);
      return [nodes.label(node), noteOf(inlined.length, toNode.length)];
    }),
  );
}

const anyLocation = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 4 }) },
);

test('the notes are those of the edges, of any stacks', () => {
  const anyStack = fc.array(anyLocation, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(anyStack, { minLength: 1, maxLength: 12 }), (stacks) => {
      const profile = profileOf({ samples: stacks.map((stack) => ({ values: [1], stack })) });
      assert.deepEqual(notesOf(profile), notesOfEdges(profile));
    }),
    { numRuns: 500 },
  );
});
