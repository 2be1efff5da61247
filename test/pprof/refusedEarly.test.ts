// What can never be valid is refused where it stands. A file of two-byte messages would otherwise become sixty bytes of
// tables for each of them, before anybody looks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decode } from '../../src/pprof/decode.ts';

/** A field that ends after the file: whoever reads this far says `truncated`. */
const cutOff = [0x12, 0x7f];

function codeOf(...parts: readonly (readonly number[])[]): string {
  // An empty sample type and an empty string come first.
  const read = decode(Uint8Array.from([0x0a, 0, 0x32, 0, ...parts.flat()]));
  return read.ok ? 'ok' : read.problem.code;
}

describe('refused before the rest is read', () => {
  const messages = { mapping: 0x1a, location: 0x22, function: 0x2a };
  for (const [table, tag] of Object.entries(messages)) {
    test(`a ${table} without an id`, () => {
      assert.equal(codeOf([tag, 0], cutOff), `${table}-id-zero`);
      assert.equal(codeOf([tag, 2, 0x08, 0], cutOff), `${table}-id-zero`);
      assert.equal(codeOf([tag, 2, 0x08, 1], cutOff), 'truncated', 'one with an id is read');
    });
  }

  test('a sample without values', () => {
    assert.equal(codeOf([0x12, 0], cutOff), 'value-count');
    assert.equal(codeOf([0x12, 2, 0x10, 1], cutOff), 'truncated');
  });

  for (const [table, tag] of Object.entries(messages)) {
    test(`a ${table} with the id of an earlier one`, () => {
      const row = (id: number) => [tag, 2, 0x08, id];
      assert.equal(codeOf(row(1), row(2), row(1), cutOff), `${table}-id-duplicate`);
      assert.equal(codeOf(row(9), row(3), row(9), cutOff), `${table}-id-duplicate`, 'in any order');
      const large = [tag, 11, 0x08, ...Array.from({ length: 9 }, () => 0xff), 1];
      assert.equal(codeOf(row(1), large, large, cutOff), `${table}-id-duplicate`, 'the largest id');
      assert.equal(codeOf(row(1), row(9), row(2), large, cutOff), 'truncated', 'different ids are read');
    });
  }

  test('two samples with different numbers of values', () => {
    assert.equal(codeOf([0x12, 2, 0x10, 1], [0x12, 4, 0x10, 1, 0x10, 1], cutOff), 'value-count');
  });

  test('a line of no function', () => {
    assert.equal(codeOf([0x22, 4, 0x08, 1, 0x22, 0], cutOff), 'function-missing');
    assert.equal(codeOf([0x22, 6, 0x08, 1, 0x22, 2, 0x08, 7], cutOff), 'truncated', 'it may still come');
  });

  test('sample types and comments without end', () => {
    const repeated = (count: number, message: readonly number[]) =>
      Array.from({ length: count }, () => message).flat();
    assert.equal(codeOf(repeated(10_000, [0x0a, 0]), cutOff), 'too-many');
    assert.equal(codeOf(repeated(9_999, [0x0a, 0]), cutOff), 'truncated');
    assert.equal(codeOf(repeated(100_001, [0x68, 0]), cutOff), 'too-many');
  });
});
