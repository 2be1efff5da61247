/** Where the frames of a zstd file end, without decompressing them (RFC 8878, section 3.1). */

const frameMagic = 0xfd2fb528;
/** Of a frame to be skipped, without its last four bits. */
const skippedMagic = 0x184d2a50;
/** What a block's type says of its bytes. */
const blockTypes = ['raw', 'repeated', 'compressed', 'reserved'] as const;

/** The first frame of a file. `isSkipped`: it has no content. */
export interface ZstdFrame {
  readonly length: number;
  readonly isSkipped: boolean;
}

/** The first frame; `null` if there is none, or not all of it. */
export function firstFrame(bytes: Uint8Array): ZstdFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 8) return null;
  const magic = view.getUint32(0, true);
  if ((magic & ~15) >>> 0 === skippedMagic) return whole(bytes, 8 + view.getUint32(4, true), true);
  return magic === frameMagic ? whole(bytes, endOfBlocks(view, headerLength(bytes[4]!)), false) : null;
}

function whole(bytes: Uint8Array, length: number, isSkipped: boolean): ZstdFrame | null {
  return length <= bytes.length ? { length, isSkipped } : null;
}

/** With the magic number. @param descriptor the byte behind that */
function headerLength(descriptor: number): number {
  const isSingleSegment = (descriptor >> 5) & 1;
  const sizeOfContent = [isSingleSegment, 2, 4, 8][descriptor >> 6]!;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  return 5 + (isSingleSegment === 1 ? 0 : 1) + dictionary + sizeOfContent;
}

/** Where the frame ends, with the checksum of its content; infinity if that is not in the file. */
function endOfBlocks(view: DataView, header: number): number {
  const checksum = (view.getUint8(4) >> 2) & 1 ? 4 : 0;
  for (let at = header; at + 3 <= view.byteLength; ) {
    const block = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const type = blockTypes[(block >> 1) & 3]!;
    if (type === 'reserved') break;
    at += 3 + (type === 'repeated' ? 1 : block >>> 3);
    if ((block & 1) === 1) return at + checksum;
  }
  return Number.POSITIVE_INFINITY;
}
