import type { TreePicture } from './picture.ts';
import type { ProfileFacts } from './profileFacts.ts';

/**
 * A first picture as bytes, for a document to carry beside the profile:
 *
 *   length of the header (uint32) | header (JSON, UTF-8) | up to a multiple of 8 | columns, one after the other
 *
 * Numbers as this machine has them, little-endian wherever there is a browser.
 */
export interface PictureHeader {
  readonly facts: ProfileFacts;
  readonly sampleType: number;
  readonly total: number;
  /** Number of items in each column, by its name; in the order of the columns. */
  readonly lengths: Readonly<Record<PictureColumn, number>>;
  /** Entries' names at their numbers, and whose code they are: indexes into `codeOrigins`, a digit each. */
  readonly names: readonly string[];
  readonly origins: string;
  /** At their numbers, from 1 on: the page knows the empty name as 0. */
  readonly files: readonly string[];
}

export const lengthBytes = 4;

/** The types of the columns, widest items first: so each is aligned. */
export const pictureColumnTypes = {
  lefts: Float64Array,
  widths: Float64Array,
  cums: Float64Array,
  flats: Float64Array,
  entries: Int32Array,
  files: Uint32Array,
  lines: Uint32Array,
  rowStart: Uint32Array,
  inlined: Uint8Array,
} as const satisfies { readonly [Column in keyof TreePicture]?: unknown };

export type PictureColumn = keyof typeof pictureColumnTypes;

export const pictureColumnNames = Object.keys(pictureColumnTypes) as PictureColumn[];

/** Where the columns begin. */
export function columnsStart(headerLength: number): number {
  return Math.ceil((lengthBytes + headerLength) / 8) * 8;
}
