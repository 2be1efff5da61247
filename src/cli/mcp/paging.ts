/**
 * Answers for agents are short: a part of a JSON document, in its own shape, and a cursor that leads to the next part. Only
 * lists are divided. What a part is in is said again in each part, without its other lists:
 *
 *     {functions: [{name: f, lines: [1, 2, 3]}, {name: g, lines: [4]}]}
 *     first   {functions: [{name: f, lines: [1, 2]}]}                      next: functions 0 lines 2
 *     then    {functions: [{name: f, lines: [3]}, {name: g, lines: [4]}]}
 */
import type { Json } from '../terminal/jsonText.ts';

/** Where a part begins: names of properties and indexes in lists, from the outside to the inside. */
export type Position = readonly (string | number)[];

export interface Part {
  readonly json: string;
  /** `null` if this was the last part. */
  readonly next: Position | null;
}

export type JsonObject = { readonly [key: string]: Json };

/** What was taken of a value, as text. `next` is where the rest begins, inside the value. */
interface Taken {
  readonly text: string;
  readonly next: Position | null;
}

/** In bytes of JSON: longer texts are cut. */
const longestText = 600;
const shortestCut = 24;
/** Texts of an object may take this share of the room that it has, so that there is some for its lists. */
const shareOfTexts = 0.6;

/**
 * The part of a document that begins at a position, in about so many bytes. Of an element that does not fit, what is not in
 * lists is told all the same, with its texts cut, so that every part goes on.
 */
export function partOf(document: JsonObject, from: Position, most: number): Part {
  const { text, next } = new Taking(most).object(document, from, most);
  return { json: text, next };
}

class Taking {
  constructor(private readonly most: number) {}

  #value(value: Json, from: Position, room: number): Taken {
    if (typeof value === 'string') return { text: JSON.stringify(cut(value, longestText)), next: null };
    if (typeof value !== 'object' || value === null)
      return { text: JSON.stringify(value ?? null), next: null };
    return isList(value) ? this.#list(value, from, room) : this.object(value, from, room);
  }

  object(object: JsonObject, [start, ...inside]: Position, room: number): Taken {
    const entries = Object.entries(object).filter(([, value]) => value !== undefined);
    const texts = new Map<string, string>();
    let left = room - 2;
    const longest = longestIn(entries, room);
    for (const [key, value] of entries) {
      if (holdsList(value)) continue;
      const short = typeof value === 'string' ? cut(value, longest) : value;
      const text = `${JSON.stringify(key)}:${this.#value(short, [], room).text}`;
      texts.set(key, text);
      left -= Buffer.byteLength(text) + 1;
    }
    let next: Position | null = null;
    let isBefore = start !== undefined;
    for (const [key, value] of entries) {
      if (!holdsList(value)) continue;
      const isStart = isBefore && key === start;
      if (isBefore && !isStart) continue;
      isBefore = false;
      const name = `${JSON.stringify(key)}:`;
      const taken = this.#value(value, isStart ? inside : [], left - name.length);
      texts.set(key, name + taken.text);
      left -= Buffer.byteLength(name + taken.text) + 1;
      if (taken.next === null) continue;
      next = [key, ...taken.next];
      break;
    }
    const inOrder = entries.flatMap(([key]) => texts.get(key) ?? []);
    return { text: `{${inOrder.join(',')}}`, next };
  }

  #list(list: Iterable<Json>, [start = 0, ...inside]: Position, room: number): Taken {
    const texts: string[] = [];
    let left = room - 2;
    let index = -1;
    let next: Position | null = null;
    for (const item of list) {
      index++;
      if (index < Number(start)) continue;
      const isStart = index === start;
      const isFirst = texts.length === 0;
      const taken = this.#value(item, isStart ? inside : [], isFirst ? left : this.most);
      const size = Buffer.byteLength(taken.text) + 1;
      // Only what is too long for a part of its own is divided, and that begins one.
      if (!isFirst && (taken.next !== null || size > left)) {
        next = [index];
        break;
      }
      texts.push(taken.text);
      left -= size;
      if (taken.next === null) continue;
      next = [index, ...taken.next];
      break;
    }
    return { text: `[${texts.join(',')}]`, next };
  }
}

/** How long texts of an object may be, if together they would leave no room. */
function longestIn(entries: readonly (readonly [string, Json])[], room: number): number {
  const sizes = entries.flatMap(([, value]) =>
    typeof value === 'string' ? Math.min(bytesOf(value), longestText) : [],
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= room * shareOfTexts) return longestText;
  return Math.max(shortestCut, Math.floor((room * shareOfTexts) / sizes.length));
}

/** As JSON, without the quotes. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Cut to so many bytes of JSON, but not within a character. */
function cut(text: string, longest: number): string {
  if (bytesOf(text) <= longest) return text;
  let kept = '';
  let bytes = bytesOf('…');
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > longest) break;
    kept += character;
  }
  return `${kept}…`;
}

function isList(value: Iterable<Json> | JsonObject): value is Iterable<Json> {
  return Symbol.iterator in value;
}

/** Whether it is a list, or an object with one somewhere in it. */
function holdsList(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isList(value) || Object.values(value).some(holdsList);
}

/** A position as one word. */
export function cursorText(position: Position): string {
  return position.map((part) => encodeURIComponent(part)).join('/');
}

/** `null` for what is no cursor. */
export function readCursor(text: string): Position | null {
  try {
    return text.split('/').map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : decodeURIComponent(part)));
  } catch {
    return null;
  }
}
