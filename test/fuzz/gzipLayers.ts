/** Ways to put bytes into gzip: usual, unusual and damaged. */
import { constants, crc32, gzipSync } from 'node:zlib';
import { mutateBytes } from './mutateBytes.ts';
import type { Random } from './random.ts';

/** The bytes in gzip, sometimes damaged. Mostly the bytes as they are: gzip takes longer than a small profile. */
export function gzipLayer(random: Random, bytes: Uint8Array): Uint8Array {
  if (!random.oneIn(24)) return bytes;
  const zipped = random.pick(layers)(random, bytes);
  return random.oneIn(8) ? mutateBytes(random, zipped) : zipped;
}

type Layer = (random: Random, bytes: Uint8Array) => Uint8Array;

const plain: Layer = (random, bytes) =>
  gzipSync(bytes, {
    level: random.below(10),
    strategy: random.pick([
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_HUFFMAN_ONLY,
      constants.Z_RLE,
      constants.Z_FIXED,
    ]),
    windowBits: 9 + random.below(7),
  });

const members: Layer = (random, bytes) => {
  const cut = random.below(bytes.length + 1);
  const empty = random.oneIn(4) ? [gzipSync('')] : [];
  return Buffer.concat([gzipSync(bytes.subarray(0, cut)), ...empty, gzipSync(bytes.subarray(cut))]);
};

const twice: Layer = (_, bytes) => gzipSync(gzipSync(bytes));

const trailing: Layer = (random, bytes) => {
  const after = random.pick([new Uint8Array(1 + random.below(20)), random.bytes(1 + random.below(20))]);
  return Buffer.concat([gzipSync(bytes), after]);
};

/** A bomb inflates to at most this many bytes and the profile's own. */
export const largestBomb = 16 * 2 ** 20;

/** A few kilobytes of gzip that inflate to megabytes, behind, before or instead of the bytes. */
const bomb: Layer = (random, bytes) => {
  const zeros = gzipSync(new Uint8Array(random.pick([1 / 16, 1 / 4, 1]) * largestBomb));
  return Buffer.concat(random.pick([[zeros], [gzipSync(bytes), zeros], [zeros, gzipSync(bytes)]]));
};

const headerLength = 10;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** A header with any of the fields of RFC 1952, some of them wrong. */
const header: Layer = (random, bytes) => {
  const zipped = gzipSync(bytes);
  const start = Uint8Array.from(zipped.subarray(0, headerLength));
  const flags = random.oneIn(4) ? random.below(256) : random.below(32);
  start[3] = flags;
  const parts: Uint8Array[] = [start];
  if ((flags & flag.extra) !== 0) {
    const length = random.below(random.pick([8, 1000]));
    parts.push(Uint8Array.from([length & 0xff, length >> 8]), random.bytes(length));
  }
  for (const text of [flag.name, flag.comment]) {
    if ((flags & text) === 0) continue;
    const length = random.below(random.pick([8, 1000]));
    parts.push(
      random.bytes(length).map((byte) => byte || 1),
      Uint8Array.of(0),
    );
  }
  if ((flags & flag.headerCrc) !== 0) {
    const sum = crc32(Buffer.concat(parts));
    parts.push(Uint8Array.from([sum & 0xff, (sum >> 8) & 0xff]));
  }
  return Buffer.concat([...parts, zipped.subarray(headerLength)]);
};

const layers: readonly Layer[] = [
  ...new Array<Layer>(6).fill(plain),
  members,
  members,
  header,
  header,
  twice,
  trailing,
];

/** Few inputs are bombs, because they take a hundred times as long. */
export function bombLayer(random: Random, bytes: Uint8Array): Uint8Array {
  return bomb(random, bytes);
}
