import type { PageFacts } from '../benchmark/timedLoop.ts';
import { codeOrigins } from '../names/codeOrigin.ts';
import { wholeWindow } from './flameLayout.ts';
import type { FirstPicture, FlamePicture } from './flamePicture.ts';

/**
 * A first picture as bytes, for a document to carry beside the profile:
 *
 *   length of the header (uint32) | header (JSON, ASCII) | padding to a multiple of 8 | columns, one after the other
 *
 * Numbers are in the machine's byte order: little-endian on every machine that has a browser.
 */
interface PictureHeader {
  readonly facts: PageFacts;
  readonly sampleType: number;
  readonly total: number;
  /** Number of items in each column, by its name; in the order of the columns. */
  readonly lengths: Readonly<Record<PictureColumn, number>>;
  /** Function names by name index, and the origins of their code: a digit for each, the index in `codeOrigins`. */
  readonly names: readonly string[];
  readonly origins: string;
  /** Files by index, from 1 on: 0 is the empty name, which every page knows. */
  readonly files: readonly string[];
}

const lengthBytes = 4;

/** The types of the columns. Those with wide items come first, so that every column is aligned. */
const pictureColumnTypes = {
  lefts: Float64Array,
  widths: Float64Array,
  cums: Float64Array,
  flats: Float64Array,
  timedCums: Float64Array,
  timedFlats: Float64Array,
  nameIndexes: Int32Array,
  files: Uint32Array,
  lines: Uint32Array,
  rowStart: Uint32Array,
  inlined: Uint8Array,
} as const satisfies { readonly [Column in keyof FlamePicture]?: unknown };

type PictureColumn = keyof typeof pictureColumnTypes;

const pictureColumnNames = Object.keys(pictureColumnTypes) as PictureColumn[];

/** Where the columns begin. */
function columnsStart(headerLength: number): number {
  return Math.ceil((lengthBytes + headerLength) / 8) * 8;
}

/** Writes a first picture; see `PictureHeader` for the format. `readPicture` reads it. */
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
  const json = asciiBytes(JSON.stringify(header));
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

/**
 * Reads what `pictureBytes` wrote.
 *
 * @throws {Error} if the bytes are damaged
 */
export function readPicture(buffer: ArrayBuffer): FirstPicture {
  const [headerLength = 0] = new Uint32Array(buffer, 0, 1);
  const header: unknown = JSON.parse(asciiText(new Uint8Array(buffer, lengthBytes, headerLength)));
  if (!isHeader(header)) throw new Error('its header is of another form');
  const { facts, sampleType, total, lengths, names, origins, files } = header;
  const picture: FlamePicture = {
    ...readColumns(buffer, columnsStart(headerLength), lengths),
    window: wholeWindow,
    path: [],
    total,
    newNames: names.map((name, index) => [index, name, codeOrigins[Number(origins[index])] ?? 'unknown']),
    newFiles: files.map((name, index) => [index + 1, name]),
  };
  return { facts, sampleType, picture };
}

type Columns = Pick<FlamePicture, PictureColumn>;

/** @throws {RangeError} if the buffer is too short */
function readColumns(buffer: ArrayBuffer, start: number, lengths: PictureHeader['lengths']): Columns {
  let at = start;
  const columns = pictureColumnNames.map((name) => {
    const column = new pictureColumnTypes[name](buffer, at, lengths[name]);
    at += column.byteLength;
    return [name, column];
  });
  return Object.fromEntries(columns) as Columns;
}

/** Whether this is a header of `pictureBytes`. Page and picture are of one document, so the types of its parts decide. */
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

/** The JSON text as ASCII. Other characters become escapes, so that it can be read without a UTF-8 decoder. */
function asciiBytes(json: string): Uint8Array {
  const escaped = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Uint8Array.from({ length: escaped.length }, (_, at) => escaped.charCodeAt(at));
}

/** Bytes for one call of `fromCharCode`: they are its arguments, whose number is limited. */
const chunkBytes = 2 ** 13;

function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return text;
}
