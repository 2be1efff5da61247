/** Where the frames of zstd end. Node 20 cannot decompress them, but it can be told that one is not whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFrame } from '../../../src/go/profiles/zstdFrames.ts';

/** As `zstd` makes them; the last one is to be skipped. */
const frames = {
  raw: '28b52ffd200739000070726f66696c65',
  'with a checksum': '28b52ffd240739000070726f66696c653a79351d',
  'of repeated bytes': '28b52ffda0e09304005400001000000100fbff39c00202001000039f0400',
  compressed: '28b52ffd60c600d50000806162636465666768696a78797a6162630200a54465b06a4102',
  'of no content': '28b52ffd2000010000',
  'in blocks': '28b52ffd005818000070726f21000066696c65',
  'of a dictionary': '28b52ffd03580100000039000070726f66696c65',
  skipped: '522a4d1803000000010203',
};

for (const [what, hex] of Object.entries(frames)) {
  test(`a frame ${what} ends where it ends, and is none if a byte is missing`, () => {
    const frame = Buffer.from(hex, 'hex');
    const isSkipped = what === 'skipped';
    assert.deepEqual(firstFrame(frame), { length: frame.length, isSkipped });
    assert.deepEqual(firstFrame(Buffer.concat([frame, Buffer.from('behind')])), {
      length: frame.length,
      isSkipped,
    });
    for (let length = 0; length < frame.length; length++) {
      assert.equal(firstFrame(frame.subarray(0, length)), null, `${length} bytes`);
    }
  });
}

test('what is no frame is none', () => {
  assert.equal(firstFrame(Buffer.from('a profile that is not compressed')), null);
  assert.equal(firstFrame(Buffer.from('28b52ffd2007ff000070726f66696c65', 'hex')), null, 'a reserved block');
});
