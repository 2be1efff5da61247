/** Compressed files that are made by hand: both inflaters say the same, keep to the limit, and read each byte once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as zlib from 'node:zlib';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { property } from '../../src/base/outsideValues.ts';
import { type Result, sentence } from '../../src/base/result.ts';
import { nodeGunzip, unzstd } from '../../src/go/profiles/inflate.ts';
import { gunzip } from '../../src/pprof/gzip.ts';
import { growthProblem } from './linear/cost.ts';

const limit = 2 ** 20;
const text = Buffer.from('profile');
const member = gzipSync(text);
const nothing = gzipSync('');

/** A member with a header of its own. */
function withHeader(flags: number, extra: Uint8Array): Buffer {
  const header = Buffer.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3);
  return Buffer.concat([header, extra, member.subarray(10)]);
}
/** Bits of deflate as they stand, with the end of `text`. */
const withBody = (body: Uint8Array) =>
  Buffer.concat([member.subarray(0, 10), body, member.subarray(member.length - 8)]);

const gzips: Readonly<Record<string, Buffer>> = {
  'a name without end': withHeader(8, Buffer.alloc(1000, 'a')).subarray(0, 900),
  'a name of a path': withHeader(8, Buffer.from('../../../etc/evil\0')),
  'a long name': withHeader(8, Buffer.from(`${'a'.repeat(100_000)}\0`)),
  'a comment of commands': withHeader(16, Buffer.from('$(touch evil)\u001b[2J\0')),
  'more extra bytes than there are': withHeader(4, Buffer.of(0xff, 0xff)),
  'extra bytes of nothing': withHeader(4, Buffer.of(0, 0)),
  'all flags': withHeader(0xff, Buffer.of(0, 0, 0, 0)),
  'flags that mean nothing yet': withHeader(0x20, Buffer.alloc(0)),
  'another method': Buffer.concat([member.subarray(0, 2), Buffer.of(7), member.subarray(3)]),
  'no blocks': withBody(Buffer.alloc(0)),
  'a block of no kind': withBody(Buffer.of(0x07)),
  'a stored block with a wrong length': withBody(Buffer.of(1, 4, 0, 0, 0, 1, 2, 3, 4)),
  'a distance before the beginning': withBody(Buffer.of(0x4b, 0x04, 0x62, 0x00)),
  'a table of codes that is too long': withBody(Buffer.of(0x05, 0xff, 0xff, 0xff, 0xff, 0xff)),
  'stored blocks of nothing': withBody(
    Buffer.concat([...Array<Buffer>(5000).fill(Buffer.of(0, 0, 0, 0xff, 0xff)), deflateRawSync(text)]),
  ),
  'a size of nothing': Buffer.concat([member.subarray(0, -4), Buffer.alloc(4)]),
  'a bomb of a thousand times': gzipSync(Buffer.alloc(64 * limit), { level: 1 }),
  'a bomb that says it is small': Buffer.concat([
    gzipSync(Buffer.alloc(8 * limit)).subarray(0, -4),
    Buffer.of(7, 0, 0, 0),
  ]),
  'a bomb behind members of nothing': Buffer.concat([
    ...Array<Buffer>(1000).fill(nothing),
    gzipSync(Buffer.alloc(8 * limit)),
  ]),
  'a bomb in a thousand parts': Buffer.concat(Array<Buffer>(1000).fill(gzipSync(Buffer.alloc(limit / 500)))),
  'just the limit': gzipSync(Buffer.alloc(limit)),
  'one more than the limit': gzipSync(Buffer.alloc(limit + 1)),
  'zeros between members': Buffer.concat([member, Buffer.alloc(7), member]),
  'half of a header behind a member': Buffer.concat([member, Buffer.of(0x1f, 0x8b)]),
};

function outcome(result: Result<Uint8Array>): string {
  if (!result.ok) {
    const said = sentence(result.problem);
    assert.match(said, /^[A-Z].*\.$/s);
    assert.doesNotMatch(said, /evil/);
    return result.problem.code;
  }
  assert.ok(result.value.length <= limit, `${result.value.length} bytes`);
  return `${result.value.length} bytes`;
}

describe('gzip', () => {
  for (const [what, bytes] of Object.entries(gzips)) {
    test(what, () => assert.equal(outcome(nodeGunzip(bytes, limit)), outcome(gunzip(bytes, limit))));
  }

  const repeated: Readonly<Record<string, readonly [part: Buffer, end: Buffer]>> = {
    'members of nothing': [nothing, nothing],
    'members of nothing, cut off': [nothing, Buffer.of(0x1f, 0x8b)],
    'members, and a wrong checksum': [member, Buffer.concat([member.subarray(0, -8), Buffer.alloc(8)])],
    'stored blocks of nothing': [Buffer.of(0, 0, 0, 0xff, 0xff), Buffer.alloc(0)],
    'zeros behind a member': [Buffer.alloc(1), Buffer.of(1)],
  };
  for (const [what, [part, end]] of Object.entries(repeated)) {
    test(`${what}: in time that grows with them`, () => {
      const of = (length: number) =>
        Buffer.concat([
          what.startsWith('stored') ? member.subarray(0, 10) : member,
          Buffer.alloc(length, part),
          end,
        ]);
      const all = (bytes: Buffer) => [outcome(nodeGunzip(bytes, limit)), outcome(gunzip(bytes, limit))];
      assert.equal(growthProblem(all, of, 40 * nothing.length * 100), null);
    });
  }
});

/** From Node 22.15 on. */
const compress = property(zlib, 'zstdCompressSync');

describe('zstd', { skip: compress === undefined && 'this Node.js has no zstd' }, () => {
  const zstd = (bytes: Uint8Array): Buffer => {
    assert.ok(typeof compress === 'function');
    return compress(bytes);
  };
  const skipped = (length: number) => {
    const frame = Buffer.alloc(8 + length);
    frame.writeUInt32LE(0x184d2a50);
    frame.writeUInt32LE(length, 4);
    return frame;
  };
  const frames: Readonly<Record<string, readonly [make: () => Buffer, expected: RegExp]>> = {
    'a bomb': [() => zstd(Buffer.alloc(64 * limit)), /^too-large$/],
    'a bomb of many frames': [
      () => Buffer.concat(Array<Buffer>(100).fill(zstd(Buffer.alloc(limit / 50)))),
      /^too-large$/,
    ],
    'frames of nothing': [
      () => Buffer.alloc(20_000 * zstd(Buffer.alloc(0)).length, zstd(Buffer.alloc(0))),
      /^zstd-frames$/,
    ],
    'frames that are skipped': [
      () => Buffer.concat([zstd(text), ...Array<Buffer>(9000).fill(skipped(1))]),
      /^(?:7 bytes|zstd-)/,
    ],
    'a frame to skip without end': [
      () => Buffer.concat([zstd(text), skipped(9).subarray(0, 10)]),
      /^(?:7 bytes|zstd-)/,
    ],
    'something behind': [() => Buffer.concat([zstd(text), Buffer.from('evil')]), /^zstd-damaged$/],
    'half of a frame': [() => zstd(Buffer.alloc(1000, 'ab')).subarray(0, 9), /^zstd-damaged$/],
    'a window of gigabytes': [() => Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xff, 1, 0, 0), /^zstd-damaged$/],
    'a size of exabytes': [
      () => Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 0, 0),
      /^(?:zstd-damaged|too-large)$/,
    ],
  };
  for (const [what, [make, expected]] of Object.entries(frames)) {
    test(what, () => assert.match(outcome(unzstd(make(), limit)), expected));
  }

  test('the beginning of a file is damaged, unless a frame ends there', () => {
    const first = zstd(text);
    const file = Buffer.concat([first, zstd(Buffer.alloc(3000, 'abc'))]);
    for (let length = 1; length < file.length; length++) {
      const expected = length === first.length ? /^7 bytes$/ : /^zstd-damaged$/;
      assert.match(outcome(unzstd(file.subarray(0, length), limit)), expected, `${length} bytes`);
    }
    assert.equal(outcome(unzstd(file, limit)), '3007 bytes');
  });
});
