// A few kilobytes must not unfold to billions of calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import { decode } from '../../src/pprof/decode.ts';
import { profileBytes } from './builder.ts';

/** So many samples, each with one location of so many lines. */
function profile(samples: number, lines: number): Uint8Array {
  const stack = [Array.from({ length: lines }, (_, n) => `f${n % 3} f.go:${n + 1}`)];
  return profileBytes({ samples: Array.from({ length: samples }, (_, n) => ({ values: [n + 1], stack })) });
}

test('samples whose stacks unfold to far more calls than the file has bytes are refused', () => {
  const bytes = profile(3000, 3000);
  const read = decode(bytes);
  assert.equal(read.ok ? 'ok' : read.problem.code, 'too-many');
  assert.match(
    read.ok ? '' : sentence(read.problem),
    /have 9000000 calls, far more than a profile of \d+ bytes/,
  );
});

test('a location of many lines is read, and so are many samples of deep stacks', () => {
  for (const bytes of [profile(1, 9000), profile(9000, 1), profile(500, 500)]) assert.ok(decode(bytes).ok);
});
