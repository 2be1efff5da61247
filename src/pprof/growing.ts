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
  longer.set(column);
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
