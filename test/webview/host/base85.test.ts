import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { toBase85 } from '../../../src/bundling/base85.mjs';
import { fromBase85 } from '../../../src/webview/host/base85.ts';

it('bytes come back from their text, whatever their number', () => {
  for (let length = 0; length < 40; length++) {
    for (const bytes of [randomBytes(length), Buffer.alloc(length), Buffer.alloc(length, 255)]) {
      assert.deepEqual(Buffer.from(fromBase85(toBase85(bytes))), Buffer.from(bytes));
    }
  }
});

it('the text needs no escape in a script or in HTML', () => {
  assert.doesNotMatch(toBase85(randomBytes(20_000)), /[^#-~]|[&'<\\`{}]/);
});
