/** Checks of what a file holds: a reader answers the value in its form, `undefined` where it has another. */
export type Reader<T> = (value: unknown) => T | undefined;

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A finite number. */
export const number: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : reader(value));
}

export function oneOf<T extends string>(...values: readonly T[]): Reader<T> {
  return (value) => values.find((each) => each === value);
}

export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items: T[] = [];
    for (const item of value) {
      const read = reader(item);
      if (read === undefined) return undefined;
      items.push(read);
    }
    return items;
  };
}

/** An object whose keys are anybody's and whose values are all of one form. */
export function dictionary<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries: [string, T][] = [];
    for (const [key, item] of Object.entries(value)) {
      const read = reader(item);
      if (read === undefined) return undefined;
      entries.push([key, read]);
    }
    return Object.fromEntries(entries);
  };
}

/** An object with these properties; others are left out. */
export function object<T>(shape: { readonly [Key in keyof T]: Reader<T[Key]> }): Reader<T> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const read: Partial<T> = {};
    for (const key in shape) {
      const property = shape[key](Reflect.get(value, key));
      if (property === undefined) return undefined;
      read[key] = property;
    }
    return isComplete(read, shape) ? read : undefined;
  };
}

function isComplete<T>(read: Partial<T>, shape: { readonly [Key in keyof T]: unknown }): read is T {
  return Object.keys(shape).every((key) => key in read);
}
