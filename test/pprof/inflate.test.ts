import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { mostProfileBytes } from '../../src/base/model.ts';
import { property } from '../../src/base/outsideValues.ts';
import { sentence } from '../../src/base/result.ts';
import { nodeGunzip, unzstd } from '../../src/go/profiles/inflate.ts';
import { gunzip } from '../../src/pprof/gzip.ts';
import { type Gunzip, tooLarge } from '../../src/pprof/inflate.ts';

/** Both must say the same of everything: users must not see which one ran. */
const inflaters: readonly [string, Gunzip][] = [
  ['pako', gunzip],
  ['zlib', nodeGunzip],
];

const text = Buffer.from('profile '.repeat(5000));
const zipped = gzipSync(text);
const limit = 1_000_000;

function outcome(inflate: Gunzip, bytes: Uint8Array, maxBytes = limit): string {
  const result = inflate(Uint8Array.from(bytes), maxBytes);
  return result.ok ? Buffer.from(result.value).toString() : result.problem.code;
}

function withByte(bytes: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = change(changed[at]!);
  return changed;
}

for (const [name, inflate] of inflaters) {
  test(`${name}: one member, and several as one stream`, () => {
    assert.equal(outcome(inflate, zipped), text.toString());
    const members = Buffer.concat([gzipSync('one '), gzipSync(''), gzipSync('two')]);
    assert.equal(outcome(inflate, members), 'one two');
  });

  test(`${name}: each kind of damage has its own code`, () => {
    const end = zipped.length;
    assert.equal(outcome(inflate, zipped.subarray(0, 10)), 'gzip-truncated');
    assert.equal(outcome(inflate, zipped.subarray(0, end / 2)), 'gzip-truncated');
    assert.equal(outcome(inflate, zipped.subarray(0, end - 1)), 'gzip-truncated');
    assert.equal(
      outcome(
        inflate,
        withByte(zipped, end - 8, (byte) => byte ^ 1),
      ),
      'gzip-bad-crc',
    );
    assert.equal(
      outcome(
        inflate,
        withByte(zipped, end - 4, (byte) => byte ^ 1),
      ),
      'gzip-bad-length',
    );
    for (const garbage of [[0], [1], [0, 0, 0], [1, 2, 3], [...Buffer.from('garbage')]]) {
      const bytes = Buffer.concat([zipped, Uint8Array.from(garbage)]);
      assert.equal(outcome(inflate, bytes), 'gzip-trailing-garbage', String(garbage));
    }
  });

  test(`${name}: what inflates beyond the limit is refused, what just reaches it is not`, () => {
    assert.equal(outcome(inflate, zipped, text.length), text.toString());
    assert.equal(outcome(inflate, zipped, text.length - 1), 'too-large');
    assert.equal(outcome(inflate, gzipSync(Buffer.alloc(50_000_000)), 1000), 'too-large');
  });
}

test('what is too large says which limit to raise, where there is one', () => {
  assert.match(sentence(tooLarge(1000)), /more than 1000 bytes\. If you trust the file, raise the limit/);
  assert.match(sentence(tooLarge(mostProfileBytes)), /2147483648 bytes, the most that the editor can show/);
});

test('both inflaters say the same of any damaged stream', () => {
  const small = gzipSync(Buffer.from('samples/count cpu/nanoseconds main.main'));
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: small.length - 1 }),
      fc.nat(255),
      fc.nat(small.length),
      (at, byte, cut) => {
        for (const bytes of [withByte(small, at, () => byte), small.subarray(0, Math.max(2, cut))]) {
          const [ours, theirs] = inflaters.map(([, inflate]) => outcome(inflate, bytes));
          assert.equal(ours, theirs);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a last member that is empty does not make zlib hand over the others in thousands of small pieces', (t) => {
  const large = new Uint8Array(8 * 2 ** 20);
  const bytes = Buffer.concat([gzipSync(large), gzipSync('')]);
  // A piece is a buffer of its own, which takes more memory than the sixty bytes that were once in it.
  const pieces = t.mock.method(Buffer, 'allocUnsafe');
  const result = nodeGunzip(bytes, mostProfileBytes);
  assert.equal(result.ok && result.value.length, large.length);
  assert.ok(pieces.mock.callCount() > 0);
  assert.ok(pieces.mock.callCount() < 2000, `${pieces.mock.callCount()} pieces`);
});

test('what inflates to more than its end says is not in memory twice', (t) => {
  const large = new Uint8Array(20 * 2 ** 20);
  const bytes = Buffer.concat([gzipSync(large, { level: 1 }), gzipSync('')]);
  const joined = t.mock.method(Buffer, 'concat');
  const result = nodeGunzip(bytes, 2 * large.length);
  assert.equal(result.ok && result.value.length, large.length);
  assert.equal(joined.mock.callCount(), 0);
});

/** From Node 22.15 on. */
const compress = property(zlib, 'zstdCompressSync');

test('zstd: frames one after the other, and how many', {
  skip: compress === undefined && 'this Node.js has no zstd',
}, (t) => {
  assert.ok(typeof compress === 'function');
  const outcomeOf = (bytes: Uint8Array, maxBytes = limit) => outcome(unzstd, bytes, maxBytes);
  const [one, none]: [Buffer, Buffer] = [compress(text), compress('')];
  assert.equal(outcomeOf(Buffer.concat([one, none, one])), text.toString().repeat(2));
  assert.equal(outcomeOf(one, text.length), text.toString());
  assert.equal(outcomeOf(one, text.length - 1), 'too-large');
  assert.equal(outcomeOf(Buffer.alloc(10_001 * none.length, none)), 'zstd-frames');
  const joined = t.mock.method(Buffer, 'concat');
  const large = compress(new Uint8Array(20 * 2 ** 20));
  assert.equal(outcomeOf(large, 2 ** 25).length, 20 * 2 ** 20);
  assert.equal(joined.mock.callCount(), 0);
});
