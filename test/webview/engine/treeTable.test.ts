/** The call tree as a table, asked as the page asks it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { noFilters } from '../../../src/webview/engine/filterList.ts';
import { LocalEngine } from '../../../src/webview/engine/localEngine.ts';
import type { OpenRow, TreeRow } from '../../../src/webview/engine/tableQuestions.ts';
import { turned } from '../../../src/webview/tabs/tree/openRows.ts';
import { noSearch } from '../../../src/webview/view/savedView.ts';
import { stackProfileBytes } from '../../analysis/stackProfile.ts';
import { why } from '../../why.ts';
import { realProfiles } from '../realProfiles.ts';

const scope = { sampleType: 0, filters: noFilters, search: noSearch, functionName: '' };

async function engineOf(bytes: Uint8Array): Promise<LocalEngine> {
  const engine = new LocalEngine();
  const answer = await engine.ask('open', {
    bytes: Uint8Array.from(bytes).buffer,
    operations: null,
    sampleType: 0,
    pixels: 1000,
    known: null,
  });
  assert.ok(answer.ok, why(answer));
  return engine;
}

async function treeOf(engine: LocalEngine, fromLeaf: boolean, open: readonly OpenRow[] | null) {
  return engine.ask('tree', { ...scope, fromLeaf, open, from: 0, count: 100_000 });
}

function text({ level, openAt, isLeaf, label, flat, cum }: TreeRow): string {
  const sign = isLeaf ? ' ' : openAt === -1 ? '+' : '-';
  return `${'  '.repeat(level - 1)}${sign} ${label} ${flat} ${cum}`;
}

const calls = stackProfileBytes({
  samples: ['main work parse 6', 'main work parse 1', 'main work copy 1', 'main rest parse 2', 'init copy 3'],
});

test('the tree opens along the hot path, and rows open and close', async () => {
  const engine = await engineOf(calls);
  const hot = await treeOf(engine, false, null);
  const lines = [
    '- main 0 10',
    '  - work 0 8',
    '      parse 7 7',
    '      copy 1 1',
    '  + rest 0 2',
    '+ init 0 3',
  ];
  assert.deepEqual(hot.rows.map(text), lines);
  assert.equal(hot.rowOfFunction, 2, 'the last one of the hot path is selected');
  assert.deepEqual(
    hot.rows.map(({ parentPlace }) => parentPlace),
    [-1, 0, 1, 1, 0, -1],
  );

  const opened = await treeOf(engine, false, turned(hot.open, hot.rows[5]!));
  assert.deepEqual(opened.rows.slice(5).map(text), ['- init 0 3', '    copy 3 3']);
  assert.equal(opened.rowOfFunction, -1);
  const closed = await treeOf(engine, false, turned(opened.open, opened.rows[0]!));
  assert.deepEqual(closed.rows.map(text), ['+ main 0 10', '- init 0 3', '    copy 3 3']);
});

test('from the leaf, callers stand below the functions, each with its part of their flat', async () => {
  const engine = await engineOf(calls);
  const { rows } = await treeOf(engine, true, [
    { parent: -1, name: 'copy' },
    { parent: -1, name: 'gone' },
    { parent: 1, name: 'main' },
    { parent: 0, name: 'work' },
  ]);
  assert.deepEqual(rows.map(text), [
    '+ parse 9 9',
    '- copy 4 4',
    '    init 3 null',
    '  - work 1 null',
    '      main 1 null',
  ]);
});

test('from the leaf, the rows at the top have what the table of functions has', async () => {
  const compared: string[] = [];
  for (const { name, bytes } of realProfiles()) {
    const engine = await engineOf(bytes);
    const { rows } = await treeOf(engine, true, []);
    const order = { granularity: 'functions', sort: 'flat', reverse: false } as const;
    const table = await engine.ask('table', { ...scope, ...order, from: 0, count: 100_000 });
    const costs = new Map(table.rows.map(({ label, flat, cum }) => [label, [flat, cum]]));
    for (const { label, flat, cum } of rows) {
      if (label.startsWith('[') || label.startsWith('<')) continue;
      assert.deepEqual([flat, cum], costs.get(label), `${label} of ${name}`);
    }
    if (rows.length > 3) compared.push(name);
  }
  assert.ok(compared.length > 5, compared.join());
});

test('the hot path ends where less than a tenth of all is left', async () => {
  const engine = await engineOf(
    stackProfileBytes({ samples: ['main a b c d 7', 'main a b c 6', 'main a b 13', 'main a 26', 'main 48'] }),
  );
  const { rows } = await treeOf(engine, false, null);
  const opened = rows.filter(({ openAt }) => openAt !== -1).map(({ label }) => label);
  // Of d, which has more than half of c, there is 7%.
  assert.deepEqual(opened, ['main', 'a', 'b', 'c']);
  assert.equal(rows.at(-1)?.label, 'd');
});
