import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HashTable } from '../../src/pprof/hashTable.ts';
import { NumberedPairs } from '../../src/pprof/numberedPairs.ts';
import { Sequences } from '../../src/pprof/sequences.ts';

/** The row with this content, which is added if it is new. */
function rowOf(table: HashTable, contents: string[], content: string, hash: number): number {
  let row = table.first(hash);
  while (row !== -1 && contents[row] !== content) row = table.next();
  if (row !== -1) return row;
  contents.push(content);
  return table.add();
}

describe('a hash table', () => {
  it('numbers rows in the order in which they are added', () => {
    const table = new HashTable();
    const contents: string[] = [];
    const rows = ['a', 'b', 'a', 'c'].map((text) => rowOf(table, contents, text, text.charCodeAt(0)));
    assert.deepEqual(rows, [0, 1, 0, 2]);
    assert.equal(table.count, 3);
  });

  it('keeps rows of one hash apart, also after it has grown', () => {
    const table = new HashTable(2);
    const contents: string[] = [];
    const texts = Array.from({ length: 100 }, (_, i) => `row ${i}`);
    // Two hashes for a hundred rows, one of them negative and with its low bits all set.
    for (const pass of ['add', 'find']) {
      const rows = texts.map((text, i) => rowOf(table, contents, text, i % 2 === 0 ? -1 : 7));
      assert.deepEqual(
        rows,
        texts.map((_, i) => i),
        pass,
      );
    }
  });
});

describe('numbered pairs', () => {
  it('have one number for equal pairs; the order of the halves matters', () => {
    const pairs = new NumberedPairs();
    assert.deepEqual([pairs.add(1, 2), pairs.add(2, 1), pairs.add(1, 2)], [0, 1, 0]);
    assert.deepEqual([pairs.find(2, 1), pairs.find(2, 2)], [1, -1]);
  });

  it('hold all uint32s, and more pairs than was expected', () => {
    const pairs = new NumberedPairs(2);
    const largest = 0xffff_ffff;
    for (let i = 0; i < 1000; i++) assert.equal(pairs.add(largest - i, largest), i);
    for (let i = 0; i < 1000; i++) assert.equal(pairs.find(largest - i, largest), i);
    assert.equal(pairs.count, 1000);
    assert.deepEqual([pairs.first[999], pairs.second[999]], [largest - 999, largest]);
  });
});

describe('sequences', () => {
  it('have one number for equal sequences, the empty one included', () => {
    const sequences = new Sequences();
    const numbers = [[1, 2], [], [1], [1, 2], [2, 1], []].map((items) => {
      for (const item of items) sequences.push(item);
      return sequences.close();
    });
    assert.deepEqual(numbers, [0, 1, 2, 0, 3, 1]);
  });

  it('stay as they are when their columns grow', () => {
    const sequences = new Sequences();
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < 20_000; i++) {
        sequences.push(i);
        sequences.push(i % 3);
        assert.equal(sequences.close(), i);
      }
    }
    const start = sequences.start[19_999]!;
    assert.deepEqual([...sequences.items.subarray(start, sequences.start[20_000])], [19_999, 19_999 % 3]);
  });
});
