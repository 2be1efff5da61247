import { fail } from '../result.ts';
import { BadRecording } from './badRecording.ts';
import { type ByteTexts, isDigit, textOf } from './byteTexts.ts';

/** In bytes. Those that we ask for are shorter. */
const longestKey = 100;
/** In bytes. No number that somebody has written is longer. */
const longestNumber = 400;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];

/**
 * Reads JSON piece by piece, and keeps nothing of it: recordings have hundreds of megabytes, and as objects they would take
 * ten times as many.
 *
 *   if (json.beginObject())
 *     for (let key = json.nextKey(); key !== null; key = json.nextKey())
 *       if (key === 'size') size = json.number();
 *
 * A value that is not read before the next key or item is skipped. Everything throws `BadRecording` where the bytes are no JSON.
 */
export class JsonReader {
  readonly bytes: Uint8Array;
  #at = 0;
  /** Where the value of the last key or item begins: whoever has read it has moved on. */
  #unread = -1;
  /** Where the last text began and ended, without its quotes. */
  #start = 0;
  #end = 0;
  #hasEscapes = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    // A mark of the byte order.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  /** Where what follows begins, for `readAgain`. */
  get position(): number {
    return this.#at;
  }

  /** Reads what begins at a position. Then what follows here still follows. */
  readAgain(position: number, read: (json: JsonReader) => void): void {
    const at = this.#at;
    this.#at = position;
    read(this);
    this.#at = at;
    this.#unread = -1;
  }

  /** Whether an object follows, which is then open. What else follows can still be read. */
  beginObject(): boolean {
    return this.#begin(openBrace);
  }

  /** Whether an array follows, which is then open. What else follows can still be read. */
  beginArray(): boolean {
    return this.#begin(openBracket);
  }

  /** The next key of the open object; `null` at its end, which closes it. */
  nextKey(): string | null {
    if (!this.#next(closeBrace)) return null;
    if (this.bytes[this.#at] !== quote) throw this.broken();
    this.#readText();
    const key = this.#end - this.#start > longestKey ? '' : this.#decoded();
    if (this.#skipBlanks() !== colon) throw this.broken();
    this.#at++;
    this.#skipBlanks();
    this.#unread = this.#at;
    return key;
  }

  /** Whether the open array has another item; if not, it is closed. */
  nextItem(): boolean {
    if (!this.#next(closeBracket)) return false;
    this.#unread = this.#at;
    return true;
  }

  /** The number that follows. What else follows is skipped, and is `NaN`. */
  number(): number {
    const { bytes } = this;
    const first = this.#skipBlanks();
    const start = this.#at;
    if (first !== 0x2d && !isDigit(first)) {
      this.skip();
      return Number.NaN;
    }
    let value = 0;
    while (isDigit(bytes[this.#at])) value = value * 10 + bytes[this.#at++]! - 0x30;
    if (this.#at - start <= 15 && this.#at > start && !isOfNumber(bytes[this.#at])) return value;
    while (isOfNumber(bytes[this.#at])) this.#at++;
    return this.#at - start > longestNumber ? Number.NaN : Number(textOf(bytes, start, this.#at));
  }

  /** The text that follows; empty for what is no text, which is skipped. */
  text(): string {
    return this.#isText() ? this.#decoded() : '';
  }

  /** The number that `texts` has for the text that follows; for what is no text, that of the empty one. */
  textNumber(texts: ByteTexts): number {
    return this.#isText() ? texts.number(this.#start, this.#end) : texts.number(0, 0);
  }

  /** Moves to the end of what follows. */
  skip(): void {
    const { bytes } = this;
    let depth = 0;
    do {
      const byte = this.#skipBlanks();
      if (byte === quote) this.#readText();
      else if (byte === openBrace || byte === openBracket) {
        depth++;
        this.#at++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        this.#at++;
        if (depth < 0) throw this.broken();
      } else if (byte === comma || byte === colon) {
        if (depth === 0) throw this.broken();
        this.#at++;
      } else {
        const start = this.#at;
        while (isOfWord(bytes[this.#at])) this.#at++;
        if (this.#at === start) throw this.broken();
      }
    } while (depth > 0);
  }

  /** The problem of bytes that are no JSON, here. */
  broken(): BadRecording {
    const problem = fail(
      'bad-json',
      'The recording is cut off or damaged at byte {0}. Record it again, and let the program end by itself.',
      [this.#at + 1],
    );
    return new BadRecording(problem);
  }

  #begin(bracket: number): boolean {
    if (this.#skipBlanks() !== bracket) return false;
    this.#at++;
    return true;
  }

  /** Moves to the next item or key of what is open. False at its end, behind which it then stands. */
  #next(closing: number): boolean {
    if (this.#at === this.#unread) this.skip();
    let byte = this.#skipBlanks();
    if (byte === comma) {
      this.#at++;
      byte = this.#skipBlanks();
    }
    if (byte === closing) {
      this.#at++;
      return false;
    }
    if (byte === undefined) throw this.broken();
    return true;
  }

  #isText(): boolean {
    if (this.#skipBlanks() === quote) {
      this.#readText();
      return true;
    }
    this.skip();
    return false;
  }

  /** Moves behind the text that begins here. */
  #readText(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    this.#start = at;
    this.#hasEscapes = false;
    while (bytes[at] !== quote) {
      if (at >= bytes.length) throw this.broken();
      if (bytes[at] === backslash) {
        this.#hasEscapes = true;
        at++;
      }
      at++;
    }
    this.#end = at;
    this.#at = at + 1;
  }

  #decoded(): string {
    return this.#hasEscapes
      ? unescaped(textOf(this.bytes, this.#start, this.#end))
      : textOf(this.bytes, this.#start, this.#end);
  }

  /** The next byte that is no blank; `undefined` at the end. */
  #skipBlanks(): number | undefined {
    const { bytes } = this;
    let byte = bytes[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.#at];
    return byte;
  }
}

/** A text of JSON, without its quotes, as what it stands for. What is not escaped by the rules stays as it is. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Digits, signs, the dot and the `e` of numbers. */
function isOfNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x2d || byte === 0x2b || byte === 0x65 || byte === 0x45;
}

/** Those, and the letters of `true`, `false` and `null`. */
function isOfWord(byte: number | undefined): boolean {
  return isOfNumber(byte) || (byte !== undefined && byte >= 0x61 && byte <= 0x7a);
}
