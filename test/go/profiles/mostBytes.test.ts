import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostProfileBytes } from '../../../src/base/model.ts';
import { mostBytesIn, usualMaxBytes } from '../../../src/go/profiles/mostBytes.ts';

const gibibyte = 2 ** 30;

test('a profile may be as large as server and page can hold at ten times its size, and the page can show', () => {
  assert.equal(mostBytesIn(20 * gibibyte), gibibyte);
  assert.equal(mostBytesIn(8 * gibibyte), Math.floor((8 * gibibyte) / 20));
  assert.equal(mostBytesIn(1000 * gibibyte), mostProfileBytes);
});

test('what is allowed here is between a megabyte and what the page can show', () => {
  assert.ok(usualMaxBytes > 2 ** 20, String(usualMaxBytes));
  assert.ok(usualMaxBytes <= mostProfileBytes);
});
