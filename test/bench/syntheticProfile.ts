/**
 * Large profiles like those of a big Go service: deep stacks that share their roots, a few hot leaves, inlining.
 * The same seed gives the same bytes.
 */
import { gzipSync } from 'node:zlib';

export interface SyntheticShape {
  readonly stacks: number;
  readonly locations: number;
  readonly functions: number;
  readonly meanDepth: number;
  readonly seed: number;
}

export const largeShape: SyntheticShape = {
  stacks: 500_000,
  locations: 120_000,
  functions: 20_000,
  meanDepth: 40,
  seed: 1,
};

/** A CPU profile of this shape, gzipped. */
export function syntheticProfile(shape: SyntheticShape): Uint8Array {
  return gzipSync(syntheticProfileBytes(shape), { level: 1 });
}

/** The same before compression. */
function syntheticProfileBytes(shape: SyntheticShape): Uint8Array {
  const random = mulberry32(shape.seed);
  const strings = ['', 'samples', 'count', 'cpu', 'nanoseconds'];
  const out = new Bytes(shape.stacks * shape.meanDepth * 4 + 1_000_000);
  out.message(1, () => out.fields([1, 1], [2, 2]));
  out.message(1, () => out.fields([1, 3], [2, 4]));
  writeSamples(out, shape, random);
  const binary = strings.push('/usr/local/bin/service') - 1;
  out.message(3, () => out.fields([1, 1], [2, 0x400000], [3, 0x4000000], [5, binary], [7, 1]));
  for (let location = 1; location <= shape.locations; location++) writeLocation(out, location, shape, random);
  for (let f = 1; f <= shape.functions; f++) {
    const name = strings.push(`example.com/service/pkg${f % 400}.(*Type${f % 37}).Method${f}`) - 1;
    const file = strings.push(`/home/dev/service/pkg${f % 400}/file${f % 11}.go`) - 1;
    out.message(5, () => out.fields([1, f], [2, name], [3, name], [4, file], [5, 1 + (f % 500)]));
  }
  for (const text of strings) out.text(6, text);
  out.fields([9, 1_700_000_000], [10, 30_000_000_000]);
  out.message(11, () => out.fields([1, 3], [2, 4]));
  out.fields([12, 10_000_000]);
  return out.finish();
}

/** As in real programs, each stack begins at the root like an earlier one, and then continues differently. */
function writeSamples(
  out: Bytes,
  { stacks, locations, meanDepth }: SyntheticShape,
  random: () => number,
): void {
  let rootFirst: number[] = [];
  for (let stack = 0; stack < stacks; stack++) {
    const depth = Math.max(4, Math.round(meanDepth * (0.5 + random())));
    const shared = Math.floor(Math.min(rootFirst.length, depth) * random());
    rootFirst = rootFirst.slice(0, shared);
    while (rootFirst.length < depth) rootFirst.push(hotIndex(locations, random) + 1);
    const count = 1 + Math.floor(random() * 3);
    out.message(2, () => {
      out.packed(1, [...rootFirst].reverse());
      out.packed(2, [count, count * 10_000_000]);
    });
  }
}

/** A few locations are picked most of the time. */
function hotIndex(count: number, random: () => number): number {
  return Math.floor(count * random() ** 3);
}

function writeLocation(
  out: Bytes,
  location: number,
  { functions }: SyntheticShape,
  random: () => number,
): void {
  const inlined = random() < 0.2 ? 1 + Math.floor(random() * 2) : 0;
  out.message(4, () => {
    out.fields([1, location], [2, 1], [3, 0x400000 + location * 16]);
    for (let line = 0; line <= inlined; line++) {
      const f = 1 + Math.floor(random() * functions);
      out.message(4, () => out.fields([1, f], [2, 1 + Math.floor(random() * 900)]));
    }
  });
}

/** A small and fast generator of numbers from 0 to 1. Its quality is enough here. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Writes protobuf fields into one growing buffer. The usual encoders would take minutes for such profiles. */
class Bytes {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + count);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  fields(...fields: readonly (readonly [field: number, value: number])[]): void {
    for (const [field, value] of fields) {
      this.#varint(field << 3);
      this.#varint(value);
    }
  }

  text(field: number, text: string): void {
    const bytes = Buffer.from(text);
    this.#varint((field << 3) | 2);
    this.#varint(bytes.length);
    this.#reserve(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  packed(field: number, values: readonly number[]): void {
    this.message(field, () => {
      for (const value of values) this.#varint(value);
    });
  }

  /** A nested message. It is written first, and then moved to make room for its length. */
  message(field: number, write: () => void): void {
    this.#varint((field << 3) | 2);
    const start = this.#length;
    write();
    const length = this.#length - start;
    const room = length < 0x80 ? 1 : length < 0x4000 ? 2 : 3;
    this.#reserve(room);
    this.#bytes.copyWithin(start + room, start, this.#length);
    this.#length = start;
    this.#varint(length);
    this.#length = start + room + length;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
