import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorText, partOf, readCursor } from '../../../src/cli/mcp/paging.ts';
import type { Json } from '../../../src/cli/terminal/jsonText.ts';

type Document = { readonly [key: string]: Json };

/** All parts, as they are read one after the other with their cursors. */
function parts(document: Document, most: number): unknown[] {
  const found: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { json, next } = partOf(document, cursor === '' ? [] : readCursor(cursor)!, most);
    assert.ok(Buffer.byteLength(json) <= most, `${json.length} bytes`);
    found.push(JSON.parse(json));
    if (next === null) return found;
    assert.notEqual(cursorText(next), cursor, 'each part goes on');
    cursor = cursorText(next);
  }
}

test('a document that fits is one part, all numbers as they are', () => {
  const document = { total: 0.1 + 0.2, large: '18446744073709551615', rows: [{ flat: 1 / 3 }], none: null };
  assert.deepEqual(parts(document, 4000), [document]);
});

test('a list is divided between its elements', () => {
  const rows = Array.from({ length: 10 }, (_, line) => ({ line, text: 'x'.repeat(20) }));
  const read = parts({ total: 5, rows }, 120);
  assert.ok(read.length > 2);
  assert.deepEqual(
    read.map((part) => (part as { total: number }).total),
    read.map(() => 5),
  );
  assert.deepEqual(
    read.flatMap((part) => (part as { rows: unknown[] }).rows),
    rows,
  );
});

test('an element too large for a part is divided in its own lists, and says each time what it is', () => {
  const lines = Array.from({ length: 30 }, (_, line) => line);
  const callees = ['c', 'd'];
  const read = parts(
    {
      nodes: [
        { name: 'f', lines, flat: 1, callees },
        { name: 'g', lines: [7] },
      ],
    },
    70,
  );
  const nodes = read.flatMap((part) => (part as { nodes: { name: string; lines?: number[] }[] }).nodes);
  const of = (name: string) => nodes.filter((node) => node.name === name);
  assert.deepEqual(
    of('f').flatMap((node) => node.lines ?? []),
    lines,
  );
  assert.deepEqual(
    of('f').flatMap((node) => (node as { callees?: string[] }).callees ?? []),
    callees,
  );
  assert.deepEqual(of('g'), [{ name: 'g', lines: [7] }]);
});

test('texts are cut where an element alone is too long, and no character in two', () => {
  const rows = [{ name: '😀'.repeat(3000), file: '\u0001'.repeat(3000) }, { name: 'b' }];
  const read = parts({ rows }, 300);
  assert.deepEqual(read.flatMap((part) => (part as { rows: { name: string }[] }).rows).at(-1), { name: 'b' });
  assert.match(JSON.stringify(read[0]), /"name":"(?:😀)+…"/);
});

test('a list may make its elements while it is read', () => {
  function* numbers(): Generator<Json> {
    for (let i = 0; i < 50; i++) yield i;
  }
  const first = partOf({ samples: numbers() }, [], 60);
  const then = partOf({ samples: numbers() }, first.next!, 4000);
  const all = [first, then].flatMap(({ json }) => JSON.parse(json).samples);
  assert.deepEqual(all, [...numbers()]);
});

test('names with any characters are in a cursor as one word', () => {
  const position = ['metrics a/b%', 12, 'x'];
  assert.deepEqual(readCursor(cursorText(position)), position);
  assert.equal(readCursor('%zz'), null);
});
