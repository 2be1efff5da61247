/** Typed arrays that grow: typed arrays have a fixed length, so growing means a copy into a longer one. */

/** Any typed array, and nothing else: what `grown` needs of it. */
interface TypedColumn {
  readonly length: number;
  set(items: this): void;
}

/** A longer copy of the column, of the same type: the old items, then zeros. */
export function grown<T extends TypedColumn>(column: T, capacity: number): T {
  // Every typed array was made by a constructor that takes a length.
  const Type = column.constructor as new (length: number) => T;
  const longer = new Type(capacity);
  if (column.length > 0) longer.set(column);
  return longer;
}

/**
 * The length to grow to: half as long again, or more where that is not enough. A constant factor keeps the cost of all
 * copies in proportion to the final length.
 *
 * @param needed how many items must fit
 */
export function grownLength(length: number, needed: number): number {
  return Math.max(needed, Math.ceil(length * 1.5));
}

/** Replaces every column of a table by a longer copy. The object stays the same, so it can be shared. */
export function growColumns<T extends TypedColumn>(columns: { [name: string]: T }, capacity: number): void {
  for (const [name, column] of Object.entries(columns)) columns[name] = grown(column, capacity);
}

/** Answers how long a column becomes that has `length` items and needs room for `needed`, at least `needed`. */
export type Growth = (length: number, needed: number) => number;

/** How far the bytes of a profile have been read; a `ProfileReader`. */
export interface ReadSoFar {
  readonly pos: number;
  /** All bytes of the profile, also those that have not been read yet. */
  readonly buf: { readonly length: number };
}

/** The first items say too little about the others: so many come before the first estimate. */
const fewestItems = 1024;
/** A column as large as this many times the profile's bytes is not copied again. */
const largeShare = 0.5;
/** Nor is one that will be so large, if the rest of the profile is like the part that has been read. */
const largeExpectedShare = 4;

/**
 * The growth of a column that is read from a profile's bytes. It keeps the memory of every profile in proportion to its
 * bytes:
 * - a column gets no more room than the bytes that are left can fill;
 * - it grows to what the whole profile needs, if the rest is like the part that has been read;
 * - a large one grows at once to all that can still come. While a column is copied it is there twice, and this is the
 *   last copy. Memory that is never written costs nothing, because the system provides it page by page.
 *
 * @param itemBytes size of an item in memory @param fewestBytes how many bytes of the profile an item takes at least
 */
export function growthFrom(read: ReadSoFar, itemBytes: number, fewestBytes: number): Growth {
  return (length, needed) => {
    const all = read.buf.length;
    const most = length + Math.ceil(Math.max(0, all - read.pos) / fewestBytes) + 1;
    const expected = Math.ceil((length / (read.pos + 1)) * all * 1.02);
    const isLarge =
      length * itemBytes >= largeShare * all || expected * itemBytes >= largeExpectedShare * all;
    const wanted = isLarge ? most : Math.min(most, Math.max(expected, grownLength(length, needed)));
    return Math.max(needed, wanted, Math.min(most, fewestItems));
  };
}
