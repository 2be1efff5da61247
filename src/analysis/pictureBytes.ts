import { utf8Bytes } from '../pprof/strings.ts';
import { codeOrigins } from './codeOrigin.ts';
import type { FirstPicture } from './picture.ts';
import {
  columnsStart,
  lengthBytes,
  type PictureColumn,
  type PictureHeader,
  pictureColumnNames,
} from './pictureFormat.ts';

/** A first picture as a document carries it; see `PictureHeader`. The page's `readPicture` reads it. */
export function pictureBytes({ facts, sampleType, picture }: FirstPicture): Uint8Array<ArrayBuffer> {
  const lengths = Object.fromEntries(
    pictureColumnNames.map((column) => [column, picture[column].length]),
  ) as Record<PictureColumn, number>;
  const header: PictureHeader = {
    facts,
    sampleType,
    total: picture.total,
    lengths,
    names: picture.newNames.map(([, name]) => name),
    origins: picture.newNames.map(([, , origin]) => codeOrigins.indexOf(origin)).join(''),
    files: picture.newFiles.map(([, name]) => name),
  };
  const json = utf8Bytes(JSON.stringify(header));
  let at = columnsStart(json.length);
  const size = pictureColumnNames.reduce((sum, column) => sum + picture[column].byteLength, at);
  const bytes = new Uint8Array(size);
  new Uint32Array(bytes.buffer, 0, 1)[0] = json.length;
  bytes.set(json, lengthBytes);
  for (const column of pictureColumnNames) {
    const { buffer, byteOffset, byteLength } = picture[column];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}
