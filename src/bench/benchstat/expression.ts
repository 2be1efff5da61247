/**
 * Words and operators of benchstat's filters and projections (golang.org/x/perf/benchproc/syntax):
 *
 *     /format:json goos:/^(linux|darwin)$/ -.unit:(B/op OR "allocs/op")
 *     .name,/size@num,pkg@(a b)
 */
import { RE2JS, RE2JSException } from 're2js';
import { fail, type Problem } from '../../base/result.ts';
import { goSpace } from '../../goText/text.ts';

/** `quoted` words are never operators. `end` is the end of the text, or the place of the first problem. */
export type TokenKind =
  | 'word'
  | 'quoted'
  | 'pattern'
  | 'AND'
  | 'OR'
  | '('
  | ')'
  | ':'
  | '@'
  | ','
  | '-'
  | '*'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** A word without its quotes, a pattern without its slashes. */
  readonly text: string;
  /** Where it starts in the expression. */
  readonly start: number;
  /** For a `pattern`: whether it matches somewhere in a value. */
  readonly matches: ((value: string) => boolean) | null;
}

const operators: readonly TokenKind[] = ['(', ')', ':', '@', ','];
/** `-` and `*` are operators only where a word can start: `foo-bar` is one word. */
const startOperators: readonly TokenKind[] = [...operators, '-', '*'];
const space = new RegExp(`[${goSpace}]`, 'u');
const spaceRun = new RegExp(`[${goSpace}]*`, 'uy');
const bareWord = new RegExp(`[^${goSpace}():@,]*`, 'uy');
const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** Reads tokens one by one. After the first problem there are no more tokens. */
export class TokenReader {
  #position = 0;
  #problem: Problem | null = null;

  /** @param option the option that has this expression, for the text of a problem */
  constructor(
    private readonly option: string,
    private readonly source: string,
  ) {}

  /** The first problem. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** The next token, which is not taken. In the place of a key, `/` is a part of a word; in the place of a value, it starts a pattern. */
  peek(place: 'key' | 'value'): Token {
    return this.#read(place).token;
  }

  /** Takes the next token. */
  take(place: 'key' | 'value'): Token {
    const { token, end } = this.#read(place);
    this.#position = end;
    return token;
  }

  /** Records a problem, unless there is one already, and ends the tokens. */
  reject(start: number, message: string): void {
    this.#problem ??= fail('bad-expression', 'In {0}, the expression {1} is wrong at character {2}: {3}.', [
      this.option,
      this.source,
      start + 1,
      message,
    ]).problem;
    this.#position = this.source.length;
  }

  #read(place: 'key' | 'value'): { token: Token; end: number } {
    spaceRun.lastIndex = this.#position;
    spaceRun.exec(this.source);
    const start = spaceRun.lastIndex;
    const first = this.source[start];
    if (first === undefined) return this.#token('end', '', start, start);
    const operator = startOperators.find((kind) => kind === first);
    if (operator !== undefined) return this.#token(operator, first, start, start + 1);
    if (place === 'value' && first === '/') return this.#pattern(start);
    return first === '"' ? this.#quoted(start) : this.#word(start);
  }

  #token(kind: TokenKind, text: string, start: number, end: number, matches: Token['matches'] = null) {
    return { token: { kind, text, start, matches }, end };
  }

  #rejected(start: number, message: string) {
    this.reject(start, message);
    return this.#token('end', '', this.source.length, this.source.length);
  }

  #word(start: number) {
    bareWord.lastIndex = start;
    const text = bareWord.exec(this.source)?.[0] ?? '';
    return this.#token(text === 'AND' || text === 'OR' ? text : 'word', text, start, bareWord.lastIndex);
  }

  #quoted(start: number) {
    let end = start + 1;
    while (end < this.source.length && (this.source[end] !== '"' || this.source[end - 1] === '\\')) end++;
    if (end >= this.source.length) return this.#rejected(start, 'missing end quote');
    const word = unquote(this.source.slice(start + 1, end));
    if (word === null) return this.#rejected(start, 'bad escape sequence');
    return this.#token('quoted', word, start, end + 1);
  }

  #pattern(start: number) {
    const end = endOfPattern(this.source, start + 1);
    if (end === -1) return this.#rejected(start, 'missing close "/"');
    const text = this.source.slice(start + 1, end);
    const after = this.source[end + 1];
    try {
      const compiled = RE2JS.compile(text);
      // Without this check, a "/" inside a pattern would end it without an error.
      if (after !== undefined && !space.test(after) && !startOperators.some((kind) => kind === after)) {
        return this.#rejected(end + 1, 'regexp must be followed by space or an operator (unescaped "/"?)');
      }
      return this.#token('pattern', text, start, end + 1, (value) => compiled.test(value));
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      return this.#rejected(start, error.message);
    }
  }
}

/** The place of the first `/` outside brackets and parentheses, or -1. */
function endOfPattern(source: string, start: number): number {
  let brackets = 0;
  let parentheses = 0;
  for (let i = start; i < source.length; i++) {
    const char = source[i];
    if (char === '/' && brackets === 0 && parentheses === 0) return i;
    if (char === '\\') i++;
    else if (char === '[') brackets++;
    else if (char === ']') brackets = Math.max(0, brackets - 1);
    else if (char === '(' && brackets === 0) parentheses++;
    else if (char === ')' && brackets === 0) parentheses--;
  }
  return -1;
}

const escapeSequence = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]?))/g;

/** The text between the quotes of a Go string, its escapes replaced; `null` if an escape is wrong. */
function unquote(text: string): string | null {
  if (text.includes('\n')) return null;
  let word = '';
  let copied = 0;
  for (const match of text.matchAll(escapeSequence)) {
    const [whole, hex, short, long, octal, simple] = match;
    const code =
      octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
    const replaced =
      simple !== undefined
        ? simpleEscapes[simple]
        : code <= 0x10ffff
          ? String.fromCodePoint(code)
          : undefined;
    if (replaced === undefined) return null;
    word += text.slice(copied, match.index) + replaced;
    copied = match.index + whole.length;
  }
  return word + text.slice(copied);
}
