import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, jsonParts } from '../../../src/cli/terminal/jsonText.ts';

const documents: Json[] = [
  null,
  7,
  'a "quoted"\n\u2028 text',
  [],
  {},
  [[], {}, [null]],
  { a: 1, b: undefined, c: { d: 'x', e: null }, f: [1, 'two', { g: [] }] },
  { a: undefined },
  { a: undefined, list: [{ b: 1 }] },
];

test('a document in parts is what JSON.stringify makes of it', () => {
  for (const document of documents) {
    assert.equal([...jsonParts(document)].join(''), JSON.stringify(document));
  }
});

test('lists are made while they are written, and trees may be deeper than the stack', () => {
  function* nested(depth: number): Generator<Json> {
    if (depth > 0) yield { depth, inner: nested(depth - 1) };
  }
  const text = [...jsonParts(nested(100_000))].join('');
  assert.ok(text.startsWith('[{"depth":100000,"inner":[{"depth":99999,'));
  assert.ok(text.endsWith(']}]'));
});

test('parts are neither a document nor a number each', () => {
  const parts = [...jsonParts(Array.from({ length: 20_000 }, (_, n) => n))];
  assert.ok(parts.length > 1 && parts.length < 100, `${parts.length} parts`);
});
