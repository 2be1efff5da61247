import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { animatedPng } from './editor/animation.ts';
import { chunksOf, smallerPng } from './editor/smallerPng.ts';

const size = 40;
const pixelSize = 3;
const width = size * pixelSize;

/** Pixels of a pattern, row by row. */
const pixels = Uint8Array.from(
  { length: size * width },
  (_, i) => (i % 9) * 27 + (Math.floor(i / width) % 5),
);

/** The picture with every row under one of PNG's filters. */
function png(filter: number): Buffer {
  const pixel = (row: number, i: number) => (row < 0 || i < 0 ? 0 : pixels[row * width + i]!);
  const rows = Array.from({ length: size }, (_, row) => {
    const bytes = Array.from({ length: width }, (_, i) => {
      const [left, up] = [pixel(row, i - pixelSize), pixel(row - 1, i)];
      return (pixel(row, i) - predicted(filter, left, up, pixel(row - 1, i - pixelSize))) & 0xff;
    });
    return [filter, ...bytes];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  const paeth = () => {
    const nearness = (value: number) => Math.abs(left + up - upLeft - value);
    return [left, up, upLeft].reduce((best, value) => (nearness(value) < nearness(best) ? value : best));
  };
  return [() => 0, () => left, () => up, () => Math.floor((left + up) / 2), paeth][filter]!();
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([numbers.subarray(0, 4), content, numbers.subarray(4)]);
}

for (const filter of [0, 1, 2, 3, 4]) {
  test(`a picture is written again with the same pixels: filter ${filter}`, () => {
    const picture = png(filter);
    const smaller = smallerPng(picture);
    assert.ok(smaller.length < picture.length);
    const start = smaller.indexOf('IDAT');
    const data = smaller.subarray(start + 4, start + 4 + smaller.readUInt32BE(start - 4));
    const rows = Array.from({ length: size }, (_, row) => [
      0,
      ...pixels.subarray(row * width, (row + 1) * width),
    ]);
    assert.deepEqual([...inflateSync(data)], rows.flat());
  });
}

test('an animation has its pictures in their order, each with its time', () => {
  const animation = chunksOf(
    animatedPng([
      { png: png(0), seconds: 2 },
      { png: png(4), seconds: 0.5 },
    ]),
  );
  assert.deepEqual(
    animation.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
  );
  const [first, second] = animation.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  const told = (data: Buffer) => [0, 4, 8].map((at) => data.readUInt32BE(at)).concat(data.readUInt16BE(20));
  assert.deepEqual(
    [first, second].map((data) => told(data!)),
    [
      [0, size, size, 20],
      [1, size, size, 5],
    ],
  );
  const { data } = animation.find(({ type }) => type === 'fdAT')!;
  assert.equal(data.readUInt32BE(0), 2);
  assert.deepEqual(inflateSync(data.subarray(4)), inflateSync(chunksOf(png(4))[1]!.data));
});
