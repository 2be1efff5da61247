/**
 * Checks of values from outside: files, messages, settings, links, other extensions.
 *
 * A reader returns the value if it has the right form, and `undefined` if not. A default is written beside it:
 * `text(value) ?? ''`.
 */
export type Reader<T> = (value: unknown) => T | undefined;

/** The values that a reader lets through. A shape that comes from outside is described once, by its reader. */
export type Read<R extends Reader<unknown>> = Plain<Exclude<ReturnType<R>, undefined>>;

/** The same type, written out as one list of properties. */
type Plain<T> = T extends object ? { readonly [Key in keyof T]: T[Key] } : T;

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

export const filledText: Reader<string> = (value) => text(value) || undefined;

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A finite number. */
export const number: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A whole number, 0 or more. */
export const wholeNumber: Reader<number> = (value) => {
  const read = number(value);
  return read !== undefined && Number.isInteger(read) && read >= 0 ? read : undefined;
};

/** In milliseconds since the epoch, and none that a profile could not hold in nanoseconds: `Date` throws at later ones. */
export const time: Reader<number> = (value) => {
  const read = number(value);
  return read !== undefined && read >= 0 && read < 2 ** 63 / 1e6 ? read : undefined;
};

export const bytes: Reader<Uint8Array> = (value) => (value instanceof Uint8Array ? value : undefined);

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : reader(value));
}

export function oneOf<T extends string>(...values: readonly T[]): Reader<T> {
  return (value) => values.find((each) => each === value);
}

/** The value itself where it has the right form, else this one. */
export function otherwise<T, D>(reader: Reader<T>, fallback: D): Reader<T | D> {
  return (value) => reader(value) ?? fallback;
}

/** A list whose items all have the right form. */
export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(reader);
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}

/** The items of a list that have the right form. The others are left out. */
export function validItems<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    return value.map(reader).filter((item) => item !== undefined);
  };
}

/** An object with any keys, whose values all have the right form. */
export function dictionary<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return undefined;
    const valid = validEntries(reader)(value) ?? {};
    return Object.keys(valid).length === Object.keys(value).length ? valid : undefined;
  };
}

/** The entries of an object whose values have the right form. The others are left out. */
export function validEntries<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return undefined;
    const entries: [string, T][] = [];
    for (const [key, item] of Object.entries(value)) {
      const read = reader(item);
      if (read !== undefined) entries.push([key, read]);
    }
    return Object.fromEntries(entries);
  };
}

/** A value that one of the readers lets through. */
export function either<Rs extends readonly Reader<unknown>[]>(...readers: Rs): Reader<Read<Rs[number]>> {
  return (value) => {
    for (const reader of readers) {
      const read = reader(value);
      if (read !== undefined) return read as Read<Rs[number]>;
    }
    return undefined;
  };
}

/** For each property of `T`, a reader of its value. */
type Readers<T> = { readonly [Key in keyof T]: Reader<T[Key]> };

/**
 * An object with these properties; other properties are left out.
 *
 * @param required each must have the right form
 * @param optional each is left out where it is missing or has another form
 */
export function object<Required, Optional = object>(
  required: Readers<Required>,
  optional?: Readers<Optional>,
): Reader<Readonly<Required & Partial<Optional>>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const read: Partial<Required> = {};
    for (const key in required) {
      const found = required[key](value[key]);
      if (found === undefined) return undefined;
      read[key] = found;
    }
    const extra: Partial<Optional> = {};
    for (const key in optional) {
      const found = optional[key](value[key]);
      if (found !== undefined) extra[key] = found;
    }
    return isComplete(read, required) ? { ...read, ...extra } : undefined;
  };
}

/** The value that a JSON text stands for; `undefined` if it is none. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A property of a value of unknown form; `undefined` where there is none. */
export function property(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isComplete<T>(read: Partial<T>, required: Readers<T>): read is T {
  return Object.keys(required).every((key) => key in read);
}
