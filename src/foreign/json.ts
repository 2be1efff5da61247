/** JSON recordings: which format one is, and its value. */
import { BadRecording } from './badRecording.ts';
import { byteLines, isBlank, textOf } from './byteTexts.ts';

/** What a JSON file can be. The last three are of no use to a profile. */
export type JsonFormat =
  | 'v8-cpu'
  | 'v8-heap'
  | 'speedscope'
  | 'firefox'
  | 'otel'
  | 'heap-snapshot'
  | 'chrome-trace'
  | 'dhat';

/** By a key of the outermost object. The first one in the file decides. */
const byKey: Readonly<Record<string, JsonFormat>> = {
  nodes: 'v8-cpu',
  head: 'v8-heap',
  profiles: 'speedscope',
  threads: 'firefox',
  resourceProfiles: 'otel',
  snapshot: 'heap-snapshot',
  traceEvents: 'chrome-trace',
  dhatFileVersion: 'dhat',
};

/** `JSON.parse` keeps everything in memory: larger recordings are refused. */
const mostBytes = 256 * 2 ** 20;
/** So are those of more objects and lists: the shortest ones take twenty times their bytes. */
export const mostObjects = 2 ** 23;
/** Of a text whose meaning we know. */
const longestText = 100;
/** Enough to see what the first event of a trace is. */
const headBytes = 2000;

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];

/** What a JSON file is, judged by the keys of its outermost object; `null` if it is something else. */
export function jsonFormat(bytes: Uint8Array): JsonFormat | null {
  const start = valueStart(bytes);
  if (bytes[start] === openBracket) return isTrace(bytes, start) ? 'chrome-trace' : null;
  if (bytes[start] !== openBrace) return null;
  let key = '';
  for (const { text, isKey } of outermostTexts(bytes, start)) {
    if (!isKey) {
      if (key === '$schema' && text.includes('speedscope')) return 'speedscope';
      continue;
    }
    key = text;
    if (Object.hasOwn(byKey, key)) return byKey[key] ?? null;
  }
  return null;
}

/** The value of a JSON recording. Throws `BadRecording` if it is too large, or no JSON. */
export function parsedJson(bytes: Uint8Array): unknown {
  if (isTooMuch(bytes)) throw tooManyObjects();
  try {
    return JSON.parse(textOf(bytes, valueStart(bytes), bytes.length));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const template =
      'The recording is cut off or damaged: it is no JSON. Record it again, and let the program end by itself.';
    throw new BadRecording('bad-json', template);
  }
}

/** The values of JSON with one on each line; of one value, which may have several lines, that one. Throws as `parsedJson`. */
export function parsedLines(bytes: Uint8Array): unknown[] {
  const start = valueStart(bytes);
  const end = bytes.indexOf(newline, start);
  if (end === -1 || bytes[end - 1] !== closeBrace || bytes[end + 1] !== openBrace) return [parsedJson(bytes)];
  if (isTooMuch(bytes)) throw tooManyObjects();
  const values: unknown[] = [];
  for (const line of byteLines(bytes)) {
    if (line.end > line.start) values.push(parsedJson(bytes.subarray(line.start, line.end)));
  }
  return values;
}

/** The problem of a recording that takes too much memory as objects. */
export function tooManyObjects(): BadRecording {
  const template =
    'The recording has more than {0} MB, or more than {1} objects and lists: too many to be read. Record for a shorter time.';
  return new BadRecording('too-large', template, [mostBytes / 2 ** 20, mostObjects]);
}

function isTooMuch(bytes: Uint8Array): boolean {
  return bytes.length > mostBytes || objects(bytes) > mostObjects;
}

/** How many objects and lists there can be. Each has two brackets. */
function objects(bytes: Uint8Array): number {
  if (bytes.length <= 2 * mostObjects) return 0;
  let count = 0;
  // Of the two brackets, one has a bit more.
  for (let at = 0; at < bytes.length; at++) if ((bytes[at]! | 0x20) === openBrace) count++;
  return count;
}

/** The items of a list; none of what is no list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Where the value begins: a mark of the byte order and blanks may stand before it. */
function valueStart(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isBlank(bytes[at]) || bytes[at] === newline || bytes[at] === 0x0d) at++;
  return at;
}

/** The keys of the outermost object that begins at `start`, and the texts that are their values. */
function* outermostTexts(
  bytes: Uint8Array,
  start: number,
): Generator<{ readonly text: string; readonly isKey: boolean }> {
  let depth = 0;
  let isKey = true;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = textEnd(bytes, at + 1);
      if (depth === 1) yield { text: textOf(bytes, at + 1, Math.min(end, at + 1 + longestText)), isKey };
      at = end;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (depth === 1 && byte === comma) isKey = true;
    else if (depth === 1 && byte === colon) isKey = false;
  }
}

/** Where the quote is that ends the text that begins at `start`. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Whether the first item of a list is an event of Chrome's tracer: it has a phase, and a process. */
function isTrace(bytes: Uint8Array, start: number): boolean {
  const head = textOf(bytes, start, Math.min(bytes.length, start + headBytes));
  return /^\[\s*\{/.test(head) && /"ph"\s*:/.test(head) && /"pid"\s*:/.test(head);
}
