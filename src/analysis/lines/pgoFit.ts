/**
 * How much of a profile for profile-guided optimisation still fits code: a call counts for Go's compiler only where the caller has
 * its name and calls the callee as many lines below its `func` as it did (go.dev/doc/pgo, "source stability").
 */
import { listAt } from '../../base/maps.ts';
import type { PgoEdge } from '../benchmark/pgoEdges.ts';
import { withoutTypeArguments } from '../names/functionName.ts';
import { splitLines } from './splitLines.ts';

/** Whether a call is where it was. `moved`: the function is there, and the line calls something else. */
export type CallFit = 'fits' | 'moved' | 'gone';

/** Functions of a package, as they stand in its files now. */
interface WrittenFunction {
  /** Of its file. */
  readonly lines: readonly string[];
  /** 0-based. */
  readonly first: number;
  readonly last: number;
}

/** The functions of a package by `Type.Method` or `Function`. */
type WrittenFunctions = ReadonlyMap<string, readonly WrittenFunction[]>;

/** gofmt begins each declaration at the head of a line, and ends it so. */
const declared = /^func\s+(?:\(([^()]*)\)\s*)?([\p{L}_][\p{L}\p{Nd}_]*)/u;
const receiverType = /\*?\s*([\p{L}_][\p{L}\p{Nd}_]*)\s*(?:\[.*)?$/u;

/** @param texts of a package's Go files */
export function functionsIn(texts: readonly string[]): WrittenFunctions {
  const found = new Map<string, WrittenFunction[]>();
  for (const text of texts) {
    const lines = splitLines(text);
    for (let first = 0; first < lines.length; first++) {
      const [head, receiver, name = ''] = declared.exec(lines[first]!) ?? [];
      if (head === undefined) continue;
      const type = receiver === undefined ? undefined : receiverType.exec(receiver)?.[1];
      let last = first;
      if (!/\}\s*(?:\/\/.*)?$/.test(lines[first]!)) {
        while (last + 1 < lines.length && !/^(?:\}|func\s)/.test(lines[last + 1]!)) last++;
        if (lines[last + 1]?.startsWith('}') === true) last++;
      }
      listAt(found, type === undefined ? name : `${type}.${name.replace(/[^\p{L}\p{Nd}_]/gu, '')}`).push({
        lines,
        first,
        last,
      });
    }
  }
  return found;
}

/** A linker's name, taken apart: `example.com/m.(*T).M.func1` has the parts `T`, `M` and `func1`. */
interface LinkedName {
  readonly path: string;
  readonly parts: readonly string[];
}

export function linkedName(symbol: string): LinkedName {
  const plain = withoutTypeArguments(symbol);
  const dot = plain.indexOf('.', plain.lastIndexOf('/') + 1);
  const path = plain.slice(0, Math.max(0, dot)).replace(/%([0-9a-f]{2})/g, (_, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  // `F-range1` is a part of `F`, as `F.func1` is.
  const parts = plain.slice(dot + 1).split(/[.-]/);
  return { path, parts: parts.map((part) => part.replace(/[()*]/g, '')) };
}

/** Of the first value of a variable, of what Go calls without being asked, of a method as a value: nobody has written them. */
function isMade({ parts }: LinkedName): boolean {
  return /^(?:glob|init|map)$/.test(parts[0] ?? '') || parts.at(-1) === 'fm';
}

/** Where the packages of a program stand now: `null` for one that is no longer part of it, `library` for those of Go itself. */
export type FunctionsOf = (path: string) => WrittenFunctions | 'library' | null;

/** `null` where the code cannot tell: Go's own library changes with Go, and some functions nobody has written. */
export function callFit(edge: PgoEdge, functionsOf: FunctionsOf): CallFit | null {
  const [caller, callee] = [linkedName(edge.caller), linkedName(edge.callee)];
  const written = declarationOf(caller, functionsOf);
  if (written === 'library' || isMade(caller) || !/[^>]\.go$/.test(edge.file)) return null;
  const called = isMade(callee) ? 'library' : declarationOf(callee, functionsOf);
  if (written === null || called === null) return 'gone';
  const isThere = written.functions.some((each) =>
    startsIn(each, written.isPart).some((start) => calls(each, start + edge.offset, callee, called)),
  );
  return isThere ? 'fits' : 'moved';
}

interface Declaration {
  /** Several where a package has it in files for several systems. */
  readonly functions: readonly WrittenFunction[];
  /** It is a closure in them, or something else without a name of its own. */
  readonly isPart: boolean;
}

function declarationOf(
  { path, parts }: LinkedName,
  functionsOf: FunctionsOf,
): Declaration | 'library' | null {
  const all = functionsOf(path);
  if (all === null || all === 'library') return all;
  const [method, func] = [all.get(parts.slice(0, 2).join('.')), all.get(parts[0] ?? '')];
  if (method !== undefined && parts.length > 1) return { functions: method, isPart: parts.length > 2 };
  return func === undefined ? null : { functions: func, isPart: parts.length > 1 };
}

/** The lines that the function, or one of its parts, may begin on. */
function startsIn({ lines, first, last }: WrittenFunction, isPart: boolean): number[] {
  if (!isPart) return [first];
  const starts: number[] = [];
  for (let line = first; line <= last; line++)
    if (/\bfunc\s*\(|\b(?:range|go|defer)\b/.test(lines[line]!)) starts.push(line);
  return starts;
}

/** Whether a line of a function may call another. */
function calls(
  { lines, first, last }: WrittenFunction,
  line: number,
  { path, parts }: LinkedName,
  called: Declaration | 'library',
): boolean {
  if (line < first || line > last) return false;
  const code = codeOf(lines[line]!);
  if (code === '') return false;
  // What the compiler has put there: allocations, maps, copies.
  if (called === 'library' && /^(?:|runtime|internal\/.*)$/.test(path)) return true;
  const name = called === 'library' || !called.isPart ? parts.slice(0, 2).at(-1) : undefined;
  const isNamed = (text: string) => text.match(word)?.includes(name ?? '') === true;
  if (isNamed(code)) return true;
  const body = lines.slice(first, last + 1).map(codeOf);
  // Deferred calls happen where the function returns.
  if (/^(?:\}|return\b)/.test(code) && body.some((each) => /^defer\b/.test(each))) return true;
  // A function without a name, or in a variable.
  return code.includes('(') && !body.slice(1).some(isNamed);
}

const word = /[\p{L}_][\p{L}\p{Nd}_]*/gu;

function codeOf(line: string): string {
  return line.replace(/\/\/.*$/, '').trim();
}
