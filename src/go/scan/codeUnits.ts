import { createHash } from 'node:crypto';
import { isWord } from './goTokens.ts';
import type { Declaration, SourceCode } from './sourceCode.ts';

/** What one name or function of a package is declared as. Of a group (`const (...)`) each line is a unit of its own. */
export interface CodeUnit {
  readonly kind: Declaration['kind'];
  /** What it declares. Of an import: its alias, if it has one. */
  readonly names: readonly string[];
  /** Of a method, the name of its receiver's type; else empty. */
  readonly receiver: string;
  /** Its tokens. Equal units are the same code. */
  readonly program: string;
  /** The words in it that do not follow a point. */
  readonly words: ReadonlySet<string>;
  /** The words that follow a point: fields, methods, names of other packages. */
  readonly selectors: ReadonlySet<string>;
  /** The lines of the declaration that it is in, 0-based, without `end`. */
  readonly first: number;
  readonly end: number;
}

/** The units of a declaration. One that is broken, because somebody is typing in it, is one unit as it stands. */
export function unitsOf(code: SourceCode, declaration: Declaration): CodeUnit[] {
  const { kind } = declaration;
  const tokens = code.programOf(declaration);
  while (tokens.at(-1) === ';') tokens.pop();
  const keyword = tokens.indexOf(kind);
  const head = tokens.slice(0, keyword + 1);
  const rest = tokens.slice(keyword + 1);
  if (kind === 'func') return [functionUnit(tokens, rest, declaration)];
  if (rest[0] !== '(') return [unit(kind, namesOf(kind, rest), tokens, declaration)];
  const specs = statements(rest.slice(1, -1));
  if (kind === 'const') return constUnits(head, specs, declaration);
  return specs.map((spec) => unit(kind, namesOf(kind, spec), [...head, ...spec], declaration));
}

function functionUnit(
  tokens: readonly string[],
  rest: readonly string[],
  declaration: Declaration,
): CodeUnit {
  if (rest[0] !== '(') return unit('func', rest.slice(0, 1), tokens, declaration);
  const end = rest.indexOf(')');
  const receiver = rest.slice(1, end);
  const typeEnd = receiver.indexOf('[');
  const type = (typeEnd === -1 ? receiver : receiver.slice(0, typeEnd)).filter(isWord).at(-1) ?? '';
  return unit('func', rest.slice(end + 1, end + 2), tokens, declaration, type);
}

/** A line without a value repeats the one above it, and `iota` is the number of the line. */
function constUnits(
  head: readonly string[],
  specs: readonly (readonly string[])[],
  declaration: Declaration,
): CodeUnit[] {
  let repeated: readonly string[] = [];
  return specs.map((spec, i) => {
    const value = spec.indexOf('=');
    if (value !== -1) repeated = repeatable(spec, value);
    const isCounted = value === -1 || repeated.includes('iota');
    const program = isCounted ? [...head, ...spec, `#${i}`, ...repeated] : [...head, ...spec];
    return unit('const', namesOf('const', spec), program, declaration);
  });
}

/** In characters. Every line of a group may repeat the same value. */
const longestRepeated = 1000;

/** What stands for the value of a line in those that repeat it. For a long one, the line's name reaches what it names. */
function repeatable(spec: readonly string[], value: number): readonly string[] {
  const tokens = spec.slice(value);
  const text = tokens.join(' ');
  if (text.length <= longestRepeated) return tokens;
  const hash = createHash('sha256').update(text).digest('hex');
  return ['=', spec[0] ?? '', `#${hash}`, ...(tokens.includes('iota') ? ['iota'] : [])];
}

function unit(
  kind: CodeUnit['kind'],
  names: readonly string[],
  tokens: readonly string[],
  { first, end }: Declaration,
  receiver = '',
): CodeUnit {
  const words = new Set<string>();
  const selectors = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    if (isWord(token)) (tokens[i - 1] === '.' ? selectors : words).add(token);
  }
  return { kind, names, receiver, program: tokens.join(' '), words, selectors, first, end };
}

function namesOf(kind: CodeUnit['kind'], spec: readonly string[]): string[] {
  if (kind === 'import') return spec.length > 1 ? spec.slice(0, 1) : [];
  const names = spec.slice(0, 1);
  if (kind === 'type' || kind === 'package') return names;
  for (let i = 1; spec[i] === ',' && i + 1 < spec.length; i += 2) names.push(spec[i + 1] ?? '');
  return names;
}

/** Splits at semicolons that are in no brackets. */
function statements(tokens: readonly string[]): string[][] {
  const found: string[][] = [];
  let [depth, current]: [number, string[]] = [0, []];
  for (const token of tokens) {
    if (token === ';' && depth === 0) {
      if (current.length > 0) found.push(current);
      current = [];
      continue;
    }
    if (token === '(' || token === '[' || token === '{') depth++;
    else if (token === ')' || token === ']' || token === '}') depth--;
    current.push(token);
  }
  if (current.length > 0) found.push(current);
  return found;
}

/** What differs between two texts of a file. A unit that was changed is in both lists. */
export interface UnitChanges {
  readonly removed: readonly CodeUnit[];
  readonly added: readonly CodeUnit[];
}

const noUnitChanges: UnitChanges = { removed: [], added: [] };

/**
 * Compares the declarations of two texts of a Go file. Their order, comments and line breaks do not count. `null` for a
 * text that is not there.
 */
export function unitChanges(before: SourceCode | null, after: SourceCode | null): UnitChanges {
  if (before?.text === after?.text) return noUnitChanges;
  // Most declarations have equal texts. Only the others are read.
  const [old, now] = without(textsOf(before), textsOf(after));
  const units = (code: SourceCode | null, declarations: readonly Declaration[]) =>
    code === null
      ? []
      : declarations.flatMap((each) => unitsOf(code, each).map((made) => [made.program, made] as const));
  const [removed, added] = without(units(before, old), units(after, now));
  return { removed, added };
}

function textsOf(code: SourceCode | null): (readonly [text: string, declaration: Declaration])[] {
  if (code === null) return [];
  return code.declarations.map((each) => [code.lines.slice(each.first, each.end).join('\n'), each] as const);
}

/** The values of both lists whose keys the other list does not have. A key counts as often as it is there. */
function without<T>(
  one: readonly (readonly [key: string, value: T])[],
  other: readonly (readonly [key: string, value: T])[],
): [T[], T[]] {
  const left = new Map<string, number>();
  for (const [key] of other) left.set(key, (left.get(key) ?? 0) + 1);
  const onlyInOne: T[] = [];
  for (const [key, value] of one) {
    const count = left.get(key) ?? 0;
    if (count === 0) onlyInOne.push(value);
    else left.set(key, count - 1);
  }
  const onlyInOther: T[] = [];
  for (const [key, value] of [...other].reverse()) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    onlyInOther.unshift(value);
  }
  return [onlyInOne, onlyInOther];
}
