import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ArrivingProfile, decode } from '../../src/pprof/decode.ts';
import { encode } from '../../src/pprof/encode.ts';
import { profileBytes } from './builder.ts';

/** What is decoded of bytes that arrive up to each of `ends`, then to the last: the profile as bytes, or nothing. */
function arriving(bytes: Uint8Array, ends: readonly number[]): Buffer | null {
  const room = new Uint8Array(bytes.length);
  const profile = new ArrivingProfile(room);
  let length = 0;
  for (const end of [...ends].sort((a, b) => a - b)) {
    room.set(bytes.subarray(length, end), length);
    length = end;
    profile.readTo(end);
  }
  room.set(bytes.subarray(length), length);
  const read = profile.finish(bytes.length);
  return read.ok ? Buffer.from(encode(read.value)) : null;
}

function atOnce(bytes: Uint8Array): Buffer | null {
  const decoded = decode(bytes);
  return decoded.ok ? Buffer.from(encode(decoded.value)) : null;
}

const bytes = profileBytes({
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: Array.from({ length: 40 }, (_, n) => ({
    values: [n, n * 10_000_000],
    stack: [[`inlined a.go:${n}`, 'caller a.go:20'], `f${n % 7} b.go:${n}`, 'main main.go:5'],
    labels: { user: `user ${n % 3}`, bytes: n * 1000 },
  })),
});

test('a profile is the same wherever its bytes are cut while they arrive', () => {
  for (let end = 0; end <= bytes.length; end++) assert.deepEqual(arriving(bytes, [end]), atOnce(bytes));
  const oneByOne = Array.from(bytes, (_, end) => end);
  assert.deepEqual(arriving(bytes, oneByOne), atOnce(bytes));
});

test('what is damaged, or cut off, is no profile either way', () => {
  const anyEnds = fc.array(fc.nat(bytes.length), { maxLength: 5 });
  const anyDamage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 3 });
  fc.assert(
    fc.property(anyEnds, anyDamage, fc.nat(bytes.length), (ends, damage, length) => {
      const damaged = bytes.slice(0, length % 3 === 0 ? length : bytes.length);
      for (const [at, byte] of damage) if (at < damaged.length) damaged[at] = byte;
      const cuts = ends.filter((end) => end <= damaged.length);
      assert.deepEqual(arriving(damaged, cuts), atOnce(damaged));
    }),
    { numRuns: 3000 },
  );
});
