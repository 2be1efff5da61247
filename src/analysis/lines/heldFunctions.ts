import { listAt, madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { cleanPath } from '../names/filePaths.ts';
import { splitLines } from './splitLines.ts';

/**
 * Whether a text holds the functions that a profile has in a file. `yes`: those that can be looked for are where the
 * profile says, and there is at least one. `unknown`: there is none to look for. `no`: one is missing, so it is another
 * text.
 */
export type Held = 'yes' | 'unknown' | 'no';

/** Answers for each file of a profile whether a text is that of the file. What it needs of the profile is sorted once. */
export class HeldFunctions {
  /** By file, the rows of its functions. */
  readonly #files = new Map<string, number[]>();
  /** By function, its first and last line with a sample; 0 where the profile has none. */
  readonly #firstLines: Float64Array;
  readonly #lastLines: Float64Array;

  constructor(private readonly profile: Profile) {
    const { functions, locations, strings } = profile;
    this.#firstLines = new Float64Array(functions.count);
    this.#lastLines = new Float64Array(functions.count);
    for (let func = 0; func < functions.count; func++) {
      const name = cleanPath(strings.get(functions.filename[func]!));
      listAt(this.#files, name).push(func);
    }
    for (let row = 0; row < locations.lineFunction.length; row++) {
      const func = locations.lineFunction[row]!;
      const line = locations.lineNumber.approximate[row]!;
      if (line <= 0 || func >= functions.count) continue;
      const first = this.#firstLines[func]!;
      if (first === 0 || line < first) this.#firstLines[func] = line;
      if (line > this.#lastLines[func]!) this.#lastLines[func] = line;
    }
  }

  /** The names of the profile's files. */
  get files(): string[] {
    return [...this.#files.keys()];
  }

  /** @param file its name in the profile */
  in(file: string, text: string): Held {
    const rows = this.#files.get(cleanPath(file)) ?? [];
    const lines = splitLines(text);
    const { functions, strings } = this.profile;
    const code = file.endsWith('.go') ? new GoLines(lines) : new OtherLines(lines);
    const symbols = rows.map((func) => strings.get(functions.name[func]!));
    const packages = symbols.map(packageName);
    const ownPackage = packageOf(file, packages);
    const found = { yes: 0, unknown: 0, no: 0 };
    for (const [index, func] of rows.entries()) {
      const symbol = symbols[index]!;
      const start = Math.max(0, functions.startLine.approximate[func]!);
      const held =
        this.#lastLines[func]! > lines.length ? 'no' : code.holds(symbol, start, this.#firstLines[func]!);
      // Go's compiler gives some inlined functions the file of the package that they are inlined into.
      found[held === 'no' && packages[index] !== ownPackage ? 'unknown' : held]++;
    }
    return code.verdict(found);
  }
}

/** The package in a linker's name of Go: `github.com/google/btree.items` has `github.com/google/btree`. */
function packageName(symbol: string): string {
  const plain = withoutBrackets(symbol);
  const dot = plain.indexOf('.', plain.lastIndexOf('/') + 1);
  return dot === -1 ? '' : plain.slice(0, dot);
}

/** The package that a file belongs to: the one that its folder is called after, else the one of most functions. */
function packageOf(file: string, names: readonly string[]): string {
  const folder = file.replaceAll('\\', '/').split('/').at(-2);
  const named = names.find((name) => name.slice(name.lastIndexOf('/') + 1) === folder);
  if (named !== undefined) return named;
  const counts = new Map<string, number>();
  let most = '';
  for (const name of names) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > (counts.get(most) ?? 0)) most = name;
  }
  return most;
}

type Counts = Readonly<Record<Held, number>>;

interface CodeLines {
  /**
   * Whether a function is there.
   *
   * @param start its first line, 1-based; 0 where the profile does not say it
   * @param sampled its first line with a sample; 0 where there is none
   */
  holds(symbol: string, start: number, sampled: number): Held;
  verdict(counts: Counts): Held;
}

const word = /[\p{L}_][\p{L}\p{Nd}_]*/gu;

/** Go writes `func` and the name of a function on one line, and since Go 1.20 profiles have the number of this line. */
class GoLines implements CodeLines {
  /** By word on a line with `func`, the number of the first such line. */
  #firstOf: Map<string, number> | null = null;
  /** By linker's name, the name in the text. */
  #linked: Map<string, string> | null = null;
  /** By line, its words: a profile can have all its functions on one line, and a line can be long. */
  readonly #words = new Map<number, Set<string>>();

  constructor(private readonly lines: readonly string[]) {}

  holds(symbol: string, start: number, sampled: number): Held {
    const { names, isDeclared } = goNames(symbol);
    const last = start > 0 ? start : sampled;
    if (!isDeclared) {
      // A closure begins anywhere below the function that it is in.
      if (names.some((name) => this.#isAbove(name, last))) return 'yes';
      return last > 0 && (this.lines[last - 1] ?? '').trim() === '' ? 'no' : 'unknown';
    }
    if (last === 0) return 'unknown';
    const isThere = (name: string) =>
      start > 0 ? this.#wordsOn(start).has(name) : this.#isAbove(name, last);
    return isThere(names.at(-1)!) || isThere(this.#linkedFrom(symbol)) ? 'yes' : 'no';
  }

  /** One function that has moved is proof of another text. */
  verdict({ yes, no }: Counts): Held {
    return no > 0 ? 'no' : yes > 0 ? 'yes' : 'unknown';
  }

  /** The name in the text of a function that the linker calls otherwise: `//go:linkname maps_rand internal/runtime/maps.rand`. */
  #linkedFrom(symbol: string): string {
    if (this.#linked === null) {
      this.#linked = new Map();
      for (const line of this.lines) {
        if (!line.startsWith('//go:linkname ')) continue;
        const [, local = '', linked = ''] = line.trimEnd().split(/\s+/, 3);
        this.#linked.set(linked, local);
      }
    }
    return this.#linked.get(symbol) ?? '';
  }

  #wordsOn(line: number): Set<string> {
    return madeOnce(this.#words, line, () => wordsOn(this.lines[line - 1] ?? ''));
  }

  #isAbove(name: string, line: number): boolean {
    if (this.#firstOf === null) {
      this.#firstOf = new Map();
      for (const [index, text] of this.lines.entries()) {
        for (const each of wordsOn(text)) if (!this.#firstOf.has(each)) this.#firstOf.set(each, index + 1);
      }
    }
    return (this.#firstOf.get(name) ?? Number.POSITIVE_INFINITY) <= line;
  }
}

/** The words of a line that can declare a function. */
function wordsOn(line: string): Set<string> {
  return new Set(line.includes('func') ? line.match(word) : []);
}

/** Names that the compiler gives: closures, wrappers, the parts of a variable's first value. */
const madeName = /^(?:func\d*|gowrap\d*|deferwrap\d*|dwrap|glob|map|fm|range\d*|\d*)$/;

/**
 * The names in a linker's name without its package: `pkg.(*T[...]).M.func1` has `T` and `M`. It is declared if it is the
 * name of a function or method that somebody has written.
 */
function goNames(symbol: string): { readonly names: string[]; readonly isDeclared: boolean } {
  const base = withoutBrackets(symbol);
  const parts = base
    .slice(base.lastIndexOf('/') + 1)
    .split('.')
    .slice(1);
  const all = parts.flatMap((part) => part.replace(/[()*]/g, '').split(/[-\u00b7]/));
  const names = all.filter((part) => !madeName.test(part));
  const isOneFunction = parts.length === 1 || (parts.length === 2 && names.length === 2);
  const isDeclared = isOneFunction && names.length === all.length && names.at(-1) !== 'init';
  return { names, isDeclared };
}

/** Without type arguments, which can contain each other, dots and slashes. */
function withoutBrackets(symbol: string): string {
  if (!symbol.includes('[')) return symbol;
  let depth = 0;
  let left = '';
  for (const character of symbol) {
    if (character === '[') depth++;
    else if (character === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0) left += character;
  }
  return left;
}

/** So many lines can stand between a function's first line and its name: its result, attributes, template parameters. */
const headLines = 10;

/** What follows a name where it is declared: `f(`, `f<T>(`, `label:`, `TEXT ·f<ABIInternal>(SB)`. */
const declares = new Set<string | undefined>(['(', '<', ':']);

/** Whether one of these numbers, which ascend, is near a line. */
function isNear(numbers: readonly number[], line: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < line - headLines) low = middle + 1;
    else high = middle;
  }
  return (numbers[low] ?? Number.POSITIVE_INFINITY) <= line + headLines;
}

/** Assembly, C and other languages: a name with what follows it where a function is declared. */
class OtherLines implements CodeLines {
  /** By word that can be declared there, the numbers of its lines, ascending. */
  readonly #linesOf = new Map<string, number[]>();

  constructor(private readonly lines: readonly string[]) {
    for (const [index, text] of this.lines.entries()) {
      for (const { 0: name, index: at } of text.matchAll(word)) {
        const end = at + name.length;
        if (!declares.has(text[end] === ' ' ? text[end + 1] : text[end])) continue;
        const numbers = this.#linesOf.get(name);
        if (numbers === undefined) this.#linesOf.set(name, [index + 1]);
        else if (numbers.at(-1) !== index + 1) numbers.push(index + 1);
      }
    }
  }

  holds(symbol: string, start: number, sampled: number): Held {
    const name = lastName(symbol);
    if (name === null || (start === 0 && sampled === 0)) return 'unknown';
    const numbers = this.#linesOf.get(name) ?? [];
    const isThere = start > 0 ? isNear(numbers, start) : (numbers[0] ?? Number.POSITIVE_INFINITY) <= sampled;
    return isThere ? 'yes' : 'no';
  }

  /** Macros and compilers make names that stand in no text: most must be there. */
  verdict({ yes, no }: Counts): Held {
    return no > yes ? 'no' : yes > 0 ? 'yes' : 'unknown';
  }
}

/** What compilers call functions without a name: closures of Rust, lambdas of C++, functions of JavaScript. */
const unnamed = /\{\{?closure|<lambda|\(anonymous|^\(|\{impl#|operator/;

/** `ns::Class<T>::method(int) const` -> method, `runtime.memmove` -> memmove; `null` for mangled names and none. */
function lastName(symbol: string): string | null {
  if (/^_+[ZR]/.test(symbol) || unnamed.test(symbol)) return null;
  // Java: the lambda in `total`.
  const lambda = /[./]lambda\$(\w+)\$\d+$/.exec(symbol)?.[1];
  if (lambda !== undefined) return lambda;
  const open = symbol.indexOf('(', 1);
  const names = (open === -1 ? symbol : symbol.slice(0, open)).replace(/<[^<>]*>/g, '').match(word) ?? [];
  // Go's assembly has functions for two conventions of calling.
  return names.filter((name) => !/^abi(?:0|internal)$/i.test(name)).at(-1) ?? null;
}
