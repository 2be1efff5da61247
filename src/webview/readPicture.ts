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
    const header: unknown = JSON.parse(json);
    if (!isHeader(header)) throw new Error('its header is of another form');
    const { facts, sampleType, total, lengths, names, origins, files } = header;
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

/** Whether this was written by `pictureBytes`, as far as it can be mistaken for that: both are of one document. */
function isHeader(value: unknown): value is PictureHeader {
  if (typeof value !== 'object' || value === null) return false;
  const header: { readonly [Key in keyof PictureHeader]?: unknown } = value;
  const { facts, sampleType, total, lengths, names, origins, files } = header;
  return (
    [facts, lengths].every((part) => typeof part === 'object' && part !== null) &&
    [sampleType, total].every((part) => typeof part === 'number') &&
    [names, files].every((part) => Array.isArray(part) && part.every((text) => typeof text === 'string')) &&
    typeof origins === 'string'
  );
}
