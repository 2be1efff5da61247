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

  test('sample types and comments without end', () => {
    const repeated = (count: number, message: readonly number[]) =>
      Array.from({ length: count }, () => message).flat();
    assert.equal(codeOf(repeated(10_000, [0x0a, 0]), cutOff), 'too-many');
    assert.equal(codeOf(repeated(9_999, [0x0a, 0]), cutOff), 'truncated');
    assert.equal(codeOf(repeated(100_001, [0x68, 0]), cutOff), 'too-many');
  });
});
