import { diffArrays } from 'diff';
import { madeOnce } from '../../base/maps.ts';
import type { SourceCode } from '../../go/scan/sourceCode.ts';

/**
 * With more edits than these, all lines between the first and the last difference count as changed. The time of a diff
 * grows with the square of the edits, and this runs while the user types.
 */
const mostEdits = 500;

/** Where the lines of an earlier text of a file stand in a later one. The indexes are lines of the earlier text, 0-based. */
export interface LineMap {
  /** The line of the later text with the same code; -1 if the line was changed or removed, or has no code. */
  readonly same: Int32Array;
  /** For a changed line, the line that has taken its place, where that is certain; -1 for all others. */
  readonly changed: Int32Array;
}

/**
 * Compares two texts by the code of their lines: comments and spaces do not count, and a file that was checked out with
 * other line endings has not changed. The order of lines is kept, but for whole functions that were moved.
 *
 *   before: a b c d      same:    0 1 -1 3
 *   after:  a b X d      changed: -1 -1 2 -1
 *
 * A line of a function only maps to a line of the function of this name, where both texts have one: the end of one
 * function often looks like the end of another. A function that has a new name keeps its lines.
 *
 * Where formatting has broken one line into several, none of them is the same line: the cost belongs to all of them. The
 * first one has taken its place.
 */
export function mapLines(before: SourceCode, after: SourceCode): LineMap {
  const same = new Int32Array(before.lines.length).fill(-1);
  const changed = new Int32Array(before.lines.length).fill(-1);
  const functions = sharedFunctions(before, after);
  const isSame = (old: number, now: number) =>
    isSameLine(before, old, after, now) && functions.ofBefore(old) === functions.ofAfter(now);

  let start = 0;
  let oldEnd = before.lines.length;
  let nowEnd = after.lines.length;
  const shorter = Math.min(oldEnd, nowEnd);
  while (start < shorter && isSame(start, start)) start++;
  while (oldEnd > start && nowEnd > start && isSame(oldEnd - 1, nowEnd - 1)) {
    oldEnd--;
    nowEnd--;
  }
  for (let line = 0; line < start; line++) same[line] = line;
  for (let line = oldEnd; line < same.length; line++) same[line] = line + nowEnd - oldEnd;
  if (oldEnd === start || nowEnd === start) return { same, changed };

  if (nowEnd - start > worthLearning) after.learnFrom(before);
  const old = codeLines(before, start, oldEnd, functions.ofBefore);
  const now = codeLines(after, start, nowEnd, functions.ofAfter);
  mapMiddle(old, now, same, changed);
  mapMoved(old, now, same, changed);
  return { same, changed };
}

/** For fewer lines it is faster to read them. */
const worthLearning = 100;

function isSameLine(before: SourceCode, old: number, after: SourceCode, now: number): boolean {
  const isSameText = before.lines[old] === after.lines[now] && before.begins[old] === after.begins[now];
  return isSameText || before.codeOf(old) === after.codeOf(now);
}

/** The lines with code of a part of a text, in order. */
interface CodeLines {
  readonly lines: readonly number[];
  /** The code of each, with the function that it is in. */
  readonly codes: readonly string[];
}

function codeLines(
  code: SourceCode,
  start: number,
  end: number,
  functionAt: (line: number) => string,
): CodeLines {
  const lines: number[] = [];
  const codes: string[] = [];
  for (let line = start; line < end; line++) {
    const text = code.codeOf(line);
    if (text === '') continue;
    lines.push(line);
    codes.push(`${functionAt(line)}\n${text}`);
  }
  return { lines, codes };
}

const functionOf = (code: string) => code.slice(0, code.indexOf('\n'));

function mapMiddle(old: CodeLines, now: CodeLines, same: Int32Array, changed: Int32Array): void {
  if (old.codes.length === 0 || now.codes.length === 0) return;
  const changes = diffArrays([...old.codes], [...now.codes], { maxEditLength: mostEdits });
  let [oldAt, nowAt] = [0, 0];
  let [removed, inserted] = [0, 0];
  for (const { added, removed: isRemoved, value } of changes ?? []) {
    if (added) inserted += value.length;
    else if (isRemoved) removed += value.length;
    else {
      pairChanged(old, oldAt, removed, now, nowAt, inserted, changed);
      oldAt += removed;
      nowAt += inserted;
      [removed, inserted] = [0, 0];
      for (let i = 0; i < value.length; i++) same[old.lines[oldAt++]!] = now.lines[nowAt++]!;
    }
  }
  pairChanged(old, oldAt, removed, now, nowAt, inserted, changed);
}

/** Functions of which no line was found in the order of the file: those that were moved past others. */
function mapMoved(old: CodeLines, now: CodeLines, same: Int32Array, changed: Int32Array): void {
  const isLost = (line: number) => same[line] === -1 && changed[line] === -1;
  const taken = new Set([...same, ...changed]);
  const others = byFunction(now);
  for (const [name, part] of byFunction(old)) {
    const other = others.get(name);
    if (name === '' || other === undefined || !part.lines.every(isLost)) continue;
    if (!other.lines.some((line) => taken.has(line))) mapMiddle(part, other, same, changed);
  }
}

function byFunction({ lines, codes }: CodeLines): Map<string, { lines: number[]; codes: string[] }> {
  const parts = new Map<string, { lines: number[]; codes: string[] }>();
  for (const [i, code] of codes.entries()) {
    const part = madeOnce(parts, functionOf(code), () => ({ lines: [], codes: [] }));
    part.lines.push(lines[i]!);
    part.codes.push(code);
  }
  return parts;
}

/** Lines in the same place share at least so much of their code, if several lines have changed together. */
const leastAlike = 0.5;

/**
 * Finds what has taken the place of changed lines between two unchanged ones. Certain enough are: one line for one; as
 * many lines as before, each alike; and several lines that together have the code of one.
 */
function pairChanged(
  old: CodeLines,
  oldAt: number,
  removed: number,
  now: CodeLines,
  nowAt: number,
  inserted: number,
  changed: Int32Array,
): void {
  if (removed === 0 || inserted === 0) return;
  const wordsOf = (code: string) => code.slice(code.indexOf('\n') + 1).split(' ');
  if (removed === inserted) {
    for (let i = 0; i < removed; i++) {
      const [was, is] = [old.codes[oldAt + i]!, now.codes[nowAt + i]!];
      if (functionOf(was) !== functionOf(is)) continue;
      if (removed > 1 && likeness(wordsOf(was), wordsOf(is)) < leastAlike) continue;
      changed[old.lines[oldAt + i]!] = now.lines[nowAt + i]!;
    }
  } else if (removed === 1) {
    const parts = now.codes.slice(nowAt, nowAt + inserted).flatMap(wordsOf);
    // gofmt puts a comma behind the last of several lines.
    const whole = wordsOf(old.codes[oldAt]!).join(' ').replaceAll(' , )', ' )').replaceAll(' , }', ' }');
    if (parts.join(' ').replaceAll(' , )', ' )').replaceAll(' , }', ' }') !== whole) return;
    changed[old.lines[oldAt]!] = now.lines[nowAt]!;
  }
}

/** The share of tokens that two lines have in common, from 0 to 1. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of one) left.set(each, (left.get(each) ?? 0) + 1);
  let shared = 0;
  for (const each of other) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    left.set(each, count - 1);
    shared++;
  }
  return (2 * shared) / (one.length + other.length);
}

/** By line: the function that it is in, if both texts have a function of this name; else empty. */
function sharedFunctions(before: SourceCode, after: SourceCode) {
  const named = ({ declarations }: SourceCode) =>
    new Set(declarations.flatMap(({ functionName }) => (functionName === '' ? [] : functionName)));
  const [ofBefore, ofAfter] = [named(before), named(after)];
  const finder = (code: SourceCode, others: ReadonlySet<string>) => {
    const names = code.declarations.map(({ functionName }) => (others.has(functionName) ? functionName : ''));
    const { declarationOfLine } = code;
    return (line: number) => names[declarationOfLine[line]!] ?? '';
  };
  return { ofBefore: finder(before, ofAfter), ofAfter: finder(after, ofBefore) };
}
