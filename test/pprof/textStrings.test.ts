import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StringTable } from '../../src/pprof/profile.ts';
import { TextStrings } from '../../src/pprof/textStrings.ts';

/** A table of these bytes. */
function tableOf(...strings: readonly (readonly number[])[]): StringTable {
  return {
    length: strings.length,
    get: (index) => Buffer.from(strings[index] ?? []).toString(),
    raw: (index) => Uint8Array.from(strings[index] ?? []),
  };
}

test('equal texts have one index, and the first is the empty one', () => {
  const strings = new TextStrings();
  assert.deepEqual(
    ['', 'main', 'grün', 'main', '', '日本 🎉'].map((text) => strings.add(text)),
    [0, 1, 2, 1, 0, 3],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => strings.get(index)),
    ['', 'main', 'grün', '日本 🎉', ''],
  );
  assert.deepEqual(Buffer.from(strings.raw(2)), Buffer.from('grün'));
});

test('more strings than there was room for keep their index', () => {
  const strings = new TextStrings();
  for (let index = 1; index < 20_000; index++) assert.equal(strings.add(`f${index}`), index);
  for (let index = 1; index < 20_000; index++) assert.equal(strings.add(`f${index}`), index);
  assert.equal(strings.get(19_999), 'f19999');
  assert.equal(strings.length, 20_000);
});

test('strings that are not UTF-8 are kept, and kept apart', () => {
  const strings = new TextStrings();
  const source = tableOf([], [0x66, 0xff], [0x66, 0xfe]);
  const [first, second] = [strings.addFrom(source, 1), strings.addFrom(source, 2)];
  assert.notEqual(first, second);
  assert.equal(strings.addFrom(source, 1), first);
  assert.equal(strings.get(first), strings.get(second));
  assert.deepEqual([...strings.raw(second)], [0x66, 0xfe]);
});

test('in a copy every string keeps its index, also one that is there twice', () => {
  const source = tableOf([], [0x61], [0x61], [0x62]);
  const strings = new TextStrings();
  for (let index = 1; index < 4; index++) strings.appendFrom(source, index);
  assert.deepEqual([strings.get(1), strings.get(2), strings.get(3)], ['a', 'a', 'b']);
  assert.deepEqual([strings.add('a'), strings.add('b'), strings.add('c')], [1, 3, 4]);
});

test('a finished table can be added to again', () => {
  const strings = new TextStrings();
  strings.add('a');
  strings.finish();
  assert.deepEqual([strings.add('b'), strings.add('a'), strings.add('')], [2, 1, 0]);
});
