import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallGraph, callGraph } from '../../../src/analysis/callGraph/callGraph.ts';
import { contexts, inlineThrough } from '../../../src/analysis/callGraph/contexts.ts';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { measure } from '../../../src/analysis/values/measure.ts';
import { type ProfileSpec, profileOf } from '../../pprof/builder.ts';

function treeOf(samples: ProfileSpec['samples']): CallGraph {
  const profile = profileOf({ samples });
  return callGraph(new ProfileCosts(profile), measure(profile, 0), { callTree: true }, 'all');
}

/** `caller>name flat/cum`, with `!` for a call that was inlined. */
function rows({ nodes }: CallGraph): string[] {
  return nodes.map(({ label, flat, cum, callers: [call] }) => {
    const from = call === undefined ? '' : `${call.caller.label}${call.inline ? '!' : ''}>`;
    return `${from}${label} ${flat}/${cum}`;
  });
}

test('a function is a node for each way to reach it, and recursion goes deeper', () => {
  const tree = treeOf([
    { values: [1], stack: ['c a.go:3', 'a a.go:1'] },
    { values: [2], stack: ['c a.go:3', 'b a.go:2'] },
    { values: [4], stack: ['a a.go:1', 'a a.go:1'] },
  ]);
  assert.deepEqual(rows(tree), ['a>a 4/4', 'b>c 2/2', 'a>c 1/1', 'a 0/5', 'b 0/2']);
});

test('locations with the same functions are one node', () => {
  const tree = treeOf([
    { values: [1], stack: ['c a.go:3', 'a a.go:1'] },
    { values: [2], stack: ['c a.go:4', 'a a.go:2'] },
    { values: [4], stack: ['a a.go:7'] },
  ]);
  assert.deepEqual(rows(tree), ['a 4/7', 'a>c 3/3']);
});

test('a call is inlined if it was wherever it was made', () => {
  const tree = treeOf([
    { values: [1], stack: [['c a.go:3', 'a a.go:1']] },
    { values: [2], stack: [['c a.go:3', 'b a.go:2']] },
    { values: [4], stack: ['c a.go:3', 'b a.go:2'] },
  ]);
  assert.deepEqual(rows(tree), ['b>c 6/6', 'a!>c 1/1', 'a 0/1', 'b 0/6']);
});

test('over nodes that are left out, all calls must have been inlined', () => {
  const profile = profileOf({
    samples: [
      { values: [1], stack: [['d a.go:4', 'c a.go:3', 'a a.go:1']] },
      { values: [1], stack: [['f a.go:4', 'e a.go:3'], 'a a.go:1'] },
    ],
  });
  const costs = new ProfileCosts(profile);
  const found = contexts(costs, costs.nodes(), measure(profile, 0));
  const names = Array.from({ length: found.table.count }, (_, node) => found.table.info(node).name);
  const kept = Uint8Array.from(names, (name) => (name === 'c' || name === 'e' ? 0 : 1));
  const through = inlineThrough(found, kept);
  assert.deepEqual(names.map((name, node) => `${name} ${through[node]}`).sort(), [
    'a 0',
    'c 1',
    'd 1',
    'e 0',
    'f 0',
  ]);
});
