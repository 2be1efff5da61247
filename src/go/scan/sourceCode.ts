import {
  inCode,
  inRawString,
  isWord,
  type LineState,
  lineTokens,
  stateAfter,
  takesSemicolon,
} from './goTokens.ts';

/** A top-level declaration, with the comments right above it. A group (`const (...)`) is one declaration. */
export interface Declaration {
  readonly kind: 'func' | 'type' | 'var' | 'const' | 'import' | 'package';
  /** Of a function: its name, with the type of its receiver in front: `List.Add`. Else empty. */
  readonly functionName: string;
  /** 0-based. */
  readonly first: number;
  /** The first line after it. */
  readonly end: number;
}

const starts = /^(func|type|var|const|import|package)(?![\p{L}\p{Nd}_])/u;
/** Literals of functions have no name, so this begins a declaration wherever it stands. */
const indentedFunction = /^\s+func\s*(?:\([^()]*\)\s*)?(?!func|map|chan)[\p{L}_][\p{L}\p{Nd}_]*\s*\(/u;
const functionHead =
  /^\s*func\s*(?:\(\s*(?:[\p{L}_][\p{L}\p{Nd}_]*\s+)?(?:\*\s*)?([\p{L}_][\p{L}\p{Nd}_]*)(?:\[[^\]]*\])?\s*(?:,\s*)?\)\s*)?([\p{L}_][\p{L}\p{Nd}_]*)/u;

/** The comment above it is code of C. */
const importOfC = /^(?:import\s*(?:\(\s*)?|\s*)"C"/;

/**
 * One text of a source file, by what is code in it. Everything is made when first asked for, then kept.
 *
 * A declaration begins where a line begins with its keyword, as gofmt writes it; a function also where it is indented. So a
 * file whose braces do not match, because somebody is typing in it, falls into the same declarations. A text that is not
 * formatted falls into pieces that are larger or smaller, but two texts of a file fall into the same ones.
 */
export class SourceCode {
  readonly lines: readonly string[];
  /** By line, how it begins. */
  readonly begins: readonly LineState[];
  readonly #keepsComments: boolean;
  readonly #codeOfLine: (string | undefined)[];
  /** The code of lines that begin in code, by their texts. */
  #codeOfText: Map<string, string> | null = null;
  #declarations: readonly Declaration[] | null = null;
  #declarationOfLine: Int32Array | null = null;

  constructor(
    readonly text: string,
    readonly isGo: boolean,
  ) {
    this.lines = text.split(/\r\n|\n|\r/);
    this.#codeOfLine = new Array(this.lines.length);
    this.#keepsComments = isGo && text.includes('"C"') && this.lines.some((line) => importOfC.test(line));
    this.begins = isGo ? beginsOf(this.lines) : this.lines.map(() => inCode);
  }

  /**
   * The code on a line, in one way of writing, without comments; empty for a line without code. Lines of a file that is
   * not Go are their own code.
   */
  codeOf(line: number): string {
    let code = this.#codeOfLine[line];
    if (code === undefined) {
      code = this.isGo ? this.tokensOf(line).join(' ') : (this.lines[line] ?? '');
      this.#codeOfLine[line] = code;
    }
    return code;
  }

  /** Takes the code of equal lines from another text of the file, where it is known already. */
  learnFrom(other: SourceCode): void {
    if (!this.isGo || this.#keepsComments !== other.#keepsComments) return;
    const known = other.#codesByText();
    for (const [line, text] of this.lines.entries()) {
      if (this.begins[line] === inCode) this.#codeOfLine[line] ??= known.get(text);
    }
  }

  #codesByText(): ReadonlyMap<string, string> {
    if (this.#codeOfText === null) {
      this.#codeOfText = new Map();
      for (const [line, text] of this.lines.entries()) {
        if (this.begins[line] === inCode) this.#codeOfText.set(text, this.codeOf(line));
      }
    }
    return this.#codeOfText;
  }

  tokensOf(line: number): string[] {
    return lineTokens(this.lines[line] ?? '', this.begins[line] ?? inCode, this.#keepsComments);
  }

  /** In source order. Lines before the first one belong to none. Empty for a file that is not Go. */
  get declarations(): readonly Declaration[] {
    this.#declarations ??= this.isGo ? this.#findDeclarations() : [];
    return this.#declarations;
  }

  #findDeclarations(): Declaration[] {
    const found: (Omit<Declaration, 'end'> & { end: number })[] = [];
    for (const [line, text] of this.lines.entries()) {
      if (this.begins[line] !== inCode) continue;
      // Most lines begin with a tab: without this check, half of the time would go into them.
      const isIndented = text.startsWith('\t') || text.startsWith(' ');
      const kind = isIndented ? kindOfIndented(text) : kindOf(starts.exec(text)?.[1]);
      if (kind === null) continue;
      let first = line;
      // `//go:noinline` above a function is about this function.
      while (first > 0 && this.begins[first - 1] === inCode && this.lines[first - 1]?.startsWith('//'))
        first--;
      const last = found.at(-1);
      if (last !== undefined) last.end = first;
      found.push({ kind, functionName: kind === 'func' ? functionName(text) : '', first, end: line });
    }
    const last = found.at(-1);
    if (last !== undefined) last.end = this.lines.length;
    return found;
  }

  /** By line, the index of the declaration that contains it; -1 for none. */
  get declarationOfLine(): Int32Array {
    if (this.#declarationOfLine === null) {
      this.#declarationOfLine = new Int32Array(this.lines.length).fill(-1);
      for (const [i, { first, end }] of this.declarations.entries()) {
        this.#declarationOfLine.fill(i, first, end);
      }
    }
    return this.#declarationOfLine;
  }

  /**
   * The tokens of some lines with the semicolons that Go inserts where lines end, and without commas and semicolons that
   * may be left out. Two texts with equal ones are the same program, however their lines are broken.
   */
  programOf({ first, end }: Pick<Declaration, 'first' | 'end'>): string[] {
    const program: string[] = [];
    for (let line = first; line < end; line++) {
      for (const each of this.tokensOf(line)) {
        const before = program.at(-1);
        if ((each === ')' || each === '}') && (before === ';' || before === ',')) program.pop();
        program.push(each);
      }
      const last = program.at(-1);
      const staysInString = this.begins[line + 1] === inRawString;
      if (last !== undefined && !staysInString && takesSemicolon(last)) program.push(';');
    }
    return program;
  }

  /** The names in some lines: all words that are no keywords of a statement's beginning. */
  wordsOf({ first, end }: Pick<Declaration, 'first' | 'end'>): Set<string> {
    const words = new Set<string>();
    for (let line = first; line < end; line++) {
      for (const each of this.tokensOf(line)) if (isWord(each)) words.add(each);
    }
    return words;
  }
}

/**
 * By line, how it begins. A string or comment that nothing closes, because somebody is typing it, ends with its line: else
 * all that follows would be lost with it. It is one that is open where a declaration begins, in a text that ends open.
 */
function beginsOf(lines: readonly string[]): LineState[] {
  const { begins, last } = readLines(lines, 0);
  return last === inCode ? begins : readLines(lines, mostUnclosed).begins;
}

/** What follows each is read again. After more of them, a text goes on at the next declaration. */
const mostUnclosed = 100;

function readLines(lines: readonly string[], mostRepairs: number): { begins: LineState[]; last: LineState } {
  const begins: LineState[] = [];
  let state: LineState = inCode;
  let opened = 0;
  let repairs = 0;
  for (let line = 0; line <= lines.length; line++) {
    const isOpen = state !== inCode && (line === lines.length || starts.test(lines[line]!));
    if (isOpen && mostRepairs > 0) {
      if (repairs++ < mostRepairs) line = opened + 1;
      state = inCode;
    }
    if (line === lines.length) break;
    if (state === inCode) opened = line;
    begins[line] = state;
    state = stateAfter(lines[line]!, state);
  }
  return { begins, last: state };
}

function kindOfIndented(text: string): 'func' | null {
  return text.includes('func') && indentedFunction.test(text) ? 'func' : null;
}

function kindOf(word: string | undefined): Declaration['kind'] | null {
  switch (word) {
    case 'func':
    case 'type':
    case 'var':
    case 'const':
    case 'import':
    case 'package':
      return word;
    default:
      return null;
  }
}

function functionName(line: string): string {
  const [, receiver, name] = functionHead.exec(line) ?? [];
  return receiver === undefined ? (name ?? '') : `${receiver}.${name}`;
}
