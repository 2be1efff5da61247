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

/** A list or object that is being written: what is left of it, and how it ends. */
interface Open {
  readonly rest: Iterator<readonly [key: string | null, value: Json]>;
  readonly end: ']' | '}';
  isEmpty: boolean;
}

/**
 * A JSON document in parts, in order. Unlike `JSON.stringify` it does not recurse, as call trees are deeper than
 * JavaScript's stack, and holds nothing but the path to where it is, as all traces of a large profile are longer
 * than the longest string.
 */
export function* jsonParts(document: Json): Generator<string> {
  const path: Open[] = [];
  yield* begin(document, path);
  for (let open = path.at(-1); open !== undefined; open = path.at(-1)) {
    const { done, value: entry } = open.rest.next();
    if (done === true) {
      path.pop();
      yield open.end;
      continue;
    }
    const [key, value] = entry;
    if (key !== null && value === undefined) continue;
    const comma = open.isEmpty ? '' : ',';
    open.isEmpty = false;
    yield key === null ? comma : `${comma}${JSON.stringify(key)}:`;
    yield* begin(value ?? null, path);
  }
}

/** Writes a plain value, or the beginning of another, which is then open. */
function* begin(value: Json, path: Open[]): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value ?? null);
    return;
  }
  const isList = isIterable(value);
  path.push({
    rest: isList ? listEntries(value) : Object.entries(value)[Symbol.iterator](),
    end: isList ? ']' : '}',
    isEmpty: true,
  });
  yield isList ? '[' : '{';
}

function isIterable(value: object): value is Iterable<Json> {
  return Symbol.iterator in value;
}

function* listEntries(list: Iterable<Json>): Generator<readonly [null, Json]> {
  for (const value of list) yield [null, value];
}
