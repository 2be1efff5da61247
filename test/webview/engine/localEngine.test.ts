/** The engine, asked as the page asks it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Evidence } from '../../../src/base/model.ts';
import { noFilters } from '../../../src/webview/engine/filterList.ts';
import { LocalEngine } from '../../../src/webview/engine/localEngine.ts';
import { stackProfileBytes } from '../../analysis/stackProfile.ts';
import { succeeded, why } from '../../why.ts';

const calm: Evidence = { deviation: 0.05, isSameCode: false, isDisturbed: false, countSpread: 0 };

function file(samples: readonly string[]): ArrayBuffer {
  const bytes = stackProfileBytes({ sampleTypes: ['samples/count', 'cpu/nanoseconds'], samples });
  return Uint8Array.from(bytes).buffer;
}

/** Opens the difference of two profiles, and answers its facts, and which nodes of its graph have a colour. */
async function opened(evidence: Evidence, atCursor: readonly string[] = []) {
  const engine = new LocalEngine();
  const base = {
    bytes: file(['main steady 300 3000e6', 'main slower 100 1000e6', 'main rare 1 10e6']),
    operations: 1000,
    evidence,
  };
  const answer = succeeded(
    await engine.ask('open', {
      bytes: file(['main steady 301 3010e6', 'main slower 900 9000e6', 'main new 1 10e6']),
      base,
      operations: 1000,
      sampleType: 1,
      pixels: 1000,
      known: null,
    }),
  );
  const limits = { nodeCount: 80, nodeFraction: 0, edgeFraction: 0 };
  const graph = await engine.ask('graph', {
    sampleType: 1,
    filters: noFilters,
    atCursor,
    ...limits,
  });
  const coloured = [...graph.dot.matchAll(/^N(\d+) \[label=.* color="#(..)(..)(..)"/gm)]
    .filter(([, , red, green, blue]) => red !== green || green !== blue)
    .map(([, number]) => graph.functions[Number(number) - 1]);
  return { changes: answer.facts.changes?.[1], coloured, hottest: graph.functions[graph.hottest - 1] };
}

test('a difference has colours where the samples bear it, and its graph is grey elsewhere', async () => {
  assert.deepEqual(await opened(calm), {
    changes: { names: ['main', 'slower'], shrunk: [], of: 5, per: 'operations' },
    coloured: ['slower', 'main'],
    hottest: 'slower',
  });
  const same = await opened({ ...calm, isSameCode: true }, ['other', 'steady']);
  assert.deepEqual([same.changes?.names, same.coloured, same.hottest], [[], [], 'steady']);
});

test('a node of the graph has the beginning and the end of an endless name', async () => {
  const engine = new LocalEngine();
  const name = `first${'.m'.repeat(10_000)}.last`;
  const bytes = file([`main ${name} 1 1`]);
  const answer = await engine.ask('open', {
    bytes,
    operations: null,
    sampleType: 1,
    pixels: 1000,
    known: null,
  });
  assert.ok(answer.ok, why(answer));
  const limits = { nodeCount: 80, nodeFraction: 0, edgeFraction: 0 };
  const graph = await engine.ask('graph', { sampleType: 1, filters: noFilters, atCursor: [], ...limits });
  const labels = [...graph.dot.matchAll(/^N\d+ \[label="([^"]*)"/gm)].map(([, label = '']) => label);
  const long = labels.filter((label) => label.startsWith('first'));
  assert.equal(long.length, 1, labels.map((label) => label.slice(0, 100)).join());
  assert.ok(long[0]!.includes('last') && long[0]!.length < 1000, `${long[0]!.length} letters`);
  assert.ok(graph.functions.includes(name));
});
