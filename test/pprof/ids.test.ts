// Samples find their locations by ids: 1, 2, 3... as Go writes them, sparse ones, and numbers of 64 bits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../src/pprof/decode.ts';

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

function field(tag: number, content: readonly number[]): number[] {
  return [tag, content.length, ...content];
}

/** The rows of a sample's stack; or the code of the problem. `isPacked` says how the ids are written. */
function rows(
  ids: readonly bigint[],
  stack: readonly bigint[],
  isPacked: boolean,
): readonly number[] | string {
  const locationIds = isPacked
    ? field(0x0a, stack.flatMap(varint))
    : stack.flatMap((id) => [0x08, ...varint(id)]);
  const read = decode(
    Uint8Array.from([
      ...field(0x0a, []),
      ...field(0x32, []),
      ...field(0x12, [...locationIds, ...field(0x12, [1])]),
      ...ids.flatMap((id) => field(0x22, [0x08, ...varint(id)])),
    ]),
  );
  return read.ok ? Array.from(read.value.samples.locations) : read.problem.code;
}

const tables = {
  'counted ids': [1n, 2n, 3n],
  'sparse ids': [9n, 1n, 300n],
  'an id of 2^32': [1n, 2n, 1n << 32n],
  'the largest id': [(1n << 64n) - 1n, 1n, (1n << 63n) + 1n],
};
const missing = [0n, 4n, 70_000n, 1n << 21n, 1n << 31n, (1n << 32n) - 1n, (1n << 32n) + 1n, (1n << 64n) - 2n];

for (const [name, ids] of Object.entries(tables)) {
  for (const isPacked of [true, false]) {
    test(`${name}, ${isPacked ? 'packed' : 'one by one'}`, () => {
      const stack = [2, 0, 1, 1, 2];
      assert.deepEqual(
        rows(
          ids,
          stack.map((row) => ids[row]!),
          isPacked,
        ),
        stack,
      );
      for (const id of missing)
        assert.equal(rows(ids, [ids[0]!, id, ids[1]!], isPacked), 'location-missing', `${id}`);
    });
  }
}
