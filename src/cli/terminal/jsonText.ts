/**
 * What JSON documents are made of here. A list may be anything that can be gone through, also what is made only while
 * it is written; what is `undefined` in an object is left out.
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

/** Parts are at least so long, but for the last: a part for each of ten million numbers would take minutes. */
const partLength = 2 ** 14;

/**
 * A JSON document in parts, in order. Unlike `JSON.stringify` it does not recurse, as call trees are deeper than
 * JavaScript's stack, and holds nothing but the path to where it is, as all traces of a large profile are longer
 * than the longest string.
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

/** A value that holds no others, or whose own hold none; the beginning of another, which is then open. */
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
