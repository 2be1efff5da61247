/** Base64 as Node has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, fromBase64 } from '../../src/base/base64.ts';

const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 2654435761) >>> 13);
const decoded = (text: string) => Buffer.from(fromBase64(Buffer.from(text)));

test('bytes of any number, there and back', () => {
  for (const length of [0, 1, 2, 3, 4, 5, 255, 12_288, 12_289, 20_000]) {
    const some = Buffer.from(bytes.subarray(0, length));
    assert.equal(base64(some), some.toString('base64'));
    for (const form of ['base64', 'base64url'] as const)
      assert.deepEqual(decoded(some.toString(form)), some, `${length} bytes as ${form}`);
  }
});

test('what is no digit is skipped, wherever it stands', () => {
  const text = Buffer.from(bytes.subarray(0, 100)).toString('base64');
  for (let at = 0; at < text.length; at++) {
    const broken = `${text.slice(0, at)}\\\n é${text.slice(at)}`;
    assert.deepEqual(decoded(broken), Buffer.from(bytes.subarray(0, 100)), String(at));
  }
  assert.deepEqual(decoded('===='), Buffer.alloc(0));
});
