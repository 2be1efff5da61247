import { codeOrigins } from '../analysis/codeOrigin.ts';
import { wholeWindow } from '../analysis/flamePicture.ts';
import type { FirstPicture, TreePicture } from '../analysis/picture.ts';
import {
  columnsStart,
  lengthBytes,
  type PictureColumn,
  type PictureHeader,
  pictureColumnNames,
  pictureColumnTypes,
} from '../analysis/pictureFormat.ts';
import { fromBase64, unpacked } from './base64.ts';

/**
 * Reads the first picture that a document carries (see `PictureHeader`), gzipped and in base64; `null` where it is
 * damaged: then there is the profile to be read.
 */
export function readPicture(text: string): FirstPicture | null {
  try {
    const buffer = unpacked(fromBase64(text));
    const [headerLength = 0] = new Uint32Array(buffer, 0, 1);
    const json = new TextDecoder().decode(new Uint8Array(buffer, lengthBytes, headerLength));
    // Written by the same program as this script, into the same document.
    const { facts, sampleType, total, lengths, names, origins, files } = JSON.parse(json) as PictureHeader;
    const picture: TreePicture = {
      ...readColumns(buffer, columnsStart(headerLength), lengths),
      window: wholeWindow,
      path: [],
      total,
      newNames: names.map((name, entry) => [entry, name, codeOrigins[Number(origins[entry])] ?? 'unknown']),
      newFiles: files.map((name, file) => [file + 1, name]),
    };
    return { facts, sampleType, picture };
  } catch (error) {
    console.warn('pprof Lens: the page’s first picture is damaged; the profile is read instead.', error);
    return null;
  }
}

type Columns = Pick<TreePicture, PictureColumn>;

/** @throws {RangeError} if they are not all there */
function readColumns(buffer: ArrayBuffer, start: number, lengths: PictureHeader['lengths']): Columns {
  let at = start;
  const columns = pictureColumnNames.map((name) => {
    const column = new pictureColumnTypes[name](buffer, at, lengths[name]);
    at += column.byteLength;
    return [name, column];
  });
  return Object.fromEntries(columns) as Columns;
}
