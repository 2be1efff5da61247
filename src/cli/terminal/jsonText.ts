/**
 * A JSON document. A list may be any iterable, also one that makes its items while they are written. Properties that are
 * `undefined` are left out.
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | Iterable<Json>
  | { readonly [key: string]: Json };

/** A list that is being written. */
interface OpenList {
  readonly list: Iterator<Json>;
  isEmpty: boolean;
}

/** An object that is being written. */
interface OpenObject {
  readonly object: Readonly<Record<string, Json>>;
  readonly keys: readonly string[];
  /** Index of the next key. */
  next: number;
  isEmpty: boolean;
}

type Open = OpenList | OpenObject;

/** Parts, except the last, have at least this length: to write ten million short parts would take minutes. */
const partLength = 2 ** 14;

/**
 * The text of a JSON document, in parts. Unlike `JSON.stringify` it does not recurse, because call trees are deeper than
 * JavaScript's stack. It keeps only the path to the current value, because all traces of a large profile are longer than
 * the longest string.
 */
export function* jsonParts(document: Json): Generator<string> {
  const path: Open[] = [];
  let text = begin(document, path);
  for (let open = path.at(-1); open !== undefined; open = path.at(-1)) {
    text += 'list' in open ? nextOfList(open, path) : nextOfObject(open, path);
    if (text.length < partLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

function nextOfList(open: OpenList, path: Open[]): string {
  const { done, value } = open.list.next();
  if (done === true) {
    path.pop();
    return ']';
  }
  const comma = open.isEmpty ? '' : ',';
  open.isEmpty = false;
  return comma + begin(value ?? null, path);
}

function nextOfObject(open: OpenObject, path: Open[]): string {
  const key = open.keys[open.next++];
  if (key === undefined) {
    path.pop();
    return '}';
  }
  const value = open.object[key];
  if (value === undefined) return '';
  const comma = open.isEmpty ? '' : ',';
  open.isEmpty = false;
  return `${comma}${JSON.stringify(key)}:${begin(value, path)}`;
}

/** The whole text of a simple value or of a flat object. For other values, opens them and returns their first bracket. */
function begin(value: Json, path: Open[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (isIterable(value)) {
    path.push({ list: value[Symbol.iterator](), isEmpty: true });
    return '[';
  }
  const keys = Object.keys(value);
  if (keys.every((key) => typeof value[key] !== 'object' || value[key] === null))
    return JSON.stringify(value);
  path.push({ object: value, keys, next: 0, isEmpty: true });
  return '{';
}

function isIterable(value: Exclude<Json, string>): value is Iterable<Json> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
