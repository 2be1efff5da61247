import assert from 'node:assert/strict';
import test from 'node:test';
import {
  dictionary,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  property,
  type Reader,
  text,
  time,
  validEntries,
  validItems,
  wholeNumber,
} from '../../src/base/outsideValues.ts';

interface Place {
  readonly file: string;
  readonly line: number | null;
  readonly column?: number;
}

const place: Reader<Place> = object({ file: text, line: nullable(wholeNumber) }, { column: wholeNumber });

test('an object has its required properties, and no others than those named', () => {
  assert.deepEqual(place({ file: 'a.go', line: 3, colour: 'red' }), { file: 'a.go', line: 3 });
  assert.deepEqual(place({ file: 'a.go', line: null, column: 7 }), { file: 'a.go', line: null, column: 7 });
  for (const value of [
    { file: 'a.go' },
    { file: 1, line: 3 },
    { file: 'a.go', line: '3' },
    'a.go',
    null,
    undefined,
  ])
    assert.equal(place(value), undefined, JSON.stringify(value));
});

test('an optional property of another form is left out', () => {
  assert.deepEqual(place({ file: 'a.go', line: 3, column: '7' }), { file: 'a.go', line: 3 });
});

test('a list is read whole or not at all; its valid items can be asked for', () => {
  assert.deepEqual(list(text)(['a', 'b']), ['a', 'b']);
  assert.equal(list(text)(['a', 1]), undefined);
  assert.equal(list(text)('a'), undefined);
  assert.deepEqual(validItems(text)(['a', 1, null, 'b']), ['a', 'b']);
  assert.deepEqual(validItems(list(text))([['a'], 'b']), [['a']]);
  assert.equal(validItems(text)({ 0: 'a' }), undefined);
});

test('a dictionary has any keys and values of one form', () => {
  assert.deepEqual(dictionary(flag)({ a: true, b: false }), { a: true, b: false });
  assert.equal(dictionary(flag)({ a: true, b: 0 }), undefined);
  assert.equal(dictionary(flag)([true]), undefined);
  assert.deepEqual(validEntries(flag)({ a: true, b: 0 }), { a: true });
});

test('numbers are finite', () => {
  assert.deepEqual([1.5, Infinity, NaN, '1'].map(number), [1.5, undefined, undefined, undefined]);
  assert.deepEqual([0, 2, -1, 1.5, Infinity].map(wholeNumber), [0, 2, undefined, undefined, undefined]);
});

test('times are those that profiles and dates can hold', () => {
  const values = [0, 1.7e12, 9.2e12, 9.3e12, 8.64e15, 1e300, -1, Number.NaN, '1'];
  assert.deepEqual(values.map(time), [0, 1.7e12, 9.2e12, ...values.slice(3).map(() => undefined)]);
});

test('one of several words', () => {
  assert.deepEqual(['cpu', 'gpu', 1].map(oneOf('cpu', 'mem')), ['cpu', undefined, undefined]);
});

test('a property of anything', () => {
  assert.equal(property({ a: 1 }, 'a'), 1);
  for (const value of [null, undefined, 'text', 3, {}]) assert.equal(property(value, 'a'), undefined);
});
