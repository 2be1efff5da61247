/**
 * perf reads the lines of programs by binutils, which do not know the debug information of Go 1.25 and later: each place is
 * `go.go:0`. An old perf is not asked for lines. The names and offsets that perf prints are
 * right, so Go's own tools can say the lines.
 */
import type { Result } from '../../base/result.ts';
import { lookAt } from '../sources/regularFile.ts';
import { type ForeignOptions, goToolIn, printedText } from './conversion.ts';

/** A recording is of few programs, and has some ten thousand places. */
const mostPrograms = 16;
const mostPlaces = 2 ** 18;
const mostProgramBytes = 2 ** 31;
/** In bytes. Longer lines are of no frame of Go. */
const longestLine = 4096;
const mostPrinted = 2 ** 28;

const [newline, tab, blank] = [0x0a, 0x09, 0x20];

/** A frame without a source line: none is below it, or one that says nothing. */
interface Unknown {
  readonly program: string;
  readonly symbol: string;
  readonly offset: number;
  /** Where the line below begins and ends; both are the end of the frame where there is none. */
  readonly start: number;
  readonly end: number;
}

/**
 * The output of `perf script` with the lines of Go programs, which are asked of `go tool addr2line`. The same bytes if there are
 * none, or if there is no Go.
 *
 * @param folder an empty one, in which no go.mod chooses another toolchain
 * @param buildIds says which programs were recorded: one that has been built again since has other lines
 */
export async function withGoLines(
  printed: Uint8Array,
  { env: own, maxBytes }: ForeignOptions,
  folder: string,
  buildIds: BuildIds,
): Promise<Uint8Array> {
  const places = new Map<string, Set<string>>();
  let left = mostPlaces;
  for (const unknown of unknownLines(printed)) {
    const ofProgram = places.get(unknown.program) ?? new Set();
    if (!places.has(unknown.program) && places.size < mostPrograms) places.set(unknown.program, ofProgram);
    if (left-- > 0) ofProgram.add(placeOf(unknown));
  }
  if (places.size === 0) return printed;
  const go = await goToolIn(folder, { env: own });
  if (!go.ok) return printed;
  const run: Run = (args, input) => go.value(args, mostPrinted, '', input);
  const lines = new Map<string, ReadonlyMap<string, string>>();
  const recorded = await buildIds();
  for (const [program, wanted] of places) {
    const id = recorded.get(program);
    if (id === undefined || !lookAt(program, mostProgramBytes).ok) continue;
    if ((await buildIds(program)).get('') !== id) continue;
    const found = await linesOf(program, wanted, run);
    if (found.size > 0) lines.set(program, found);
  }
  return lines.size === 0 ? printed : rewritten(printed, lines, maxBytes);
}

/**
 * Whether the programs, one at least, are all of a Go whose lines perf cannot read: it would take a minute to find none.
 *
 * @param folder an empty one, in which no go.mod chooses another toolchain
 */
export async function areOnlyKnownToGo(
  programs: ReadonlySet<string>,
  { env }: ForeignOptions,
  folder: string,
): Promise<boolean> {
  const all = [...programs];
  if (all.length === 0 || all.length > mostPrograms) return false;
  if (!all.every((program) => lookAt(program, mostProgramBytes).ok)) return false;
  const go = await goToolIn(folder, { env });
  if (!go.ok) return false;
  const told = await go.value(['version', ...all], mostPrinted, '');
  const [, ...versions] = told.ok ? printedText(told.value).split(/: go1\.(?=\d)/) : [];
  return versions.length === all.length && versions.every((minor) => Number.parseInt(minor, 10) >= 25);
}

/** By program, the build id that it had when it was recorded; with a program, its id now, under no name. */
export type BuildIds = (program?: string) => Promise<ReadonlyMap<string, string>>;

type Run = (args: readonly string[], input?: string) => Promise<Result<Uint8Array>>;

/** By place, its `file:line`, for those that Go knows. None if the program is not of Go. */
async function linesOf(
  program: string,
  places: ReadonlySet<string>,
  run: Run,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (!(await run(['version', program])).ok) return found;
  const symbols = await run(['tool', 'nm', program]);
  if (!symbols.ok) return found;
  const address = addresses(printedText(symbols.value));
  const known = [...places].filter((place) => address.has(nameOf(place)));
  const asked = known.map((place) => `0x${(address.get(nameOf(place))! + offsetOf(place)).toString(16)}\n`);
  const told = await run(['tool', 'addr2line', program], asked.join(''));
  if (!told.ok) return found;
  // Two lines for each: the function, then where it is.
  const answers = printedText(told.value).split('\n');
  for (const [at, place] of known.entries()) {
    const answer = answers[2 * at + 1] ?? '';
    if (/:[1-9]\d*$/.test(answer)) found.set(place, answer);
  }
  return found;
}

/** By name, the address of a function: `  49e540 T main.hashed`. */
function addresses(printed: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of printed.split('\n')) {
    const [, address = '', name = ''] = /^ *([0-9a-f]{1,13}) [tT] (.+)$/.exec(line) ?? [];
    if (name !== '') found.set(name, Number.parseInt(address, 16));
  }
  return found;
}

/** `main.hashed+35`. */
function placeOf({ symbol, offset }: Unknown): string {
  return `${symbol}+${offset}`;
}

function nameOf(place: string): string {
  return place.slice(0, place.lastIndexOf('+'));
}

function offsetOf(place: string): number {
  return Number(place.slice(place.lastIndexOf('+') + 1));
}

/** `	           9e563 main.hashed+0x23 (/src/shop/hot)`, with whole paths only. */
const frame = /^\t *[0-9a-f]+ (.+)\+0x([0-9a-f]{1,8}) \((\/.+)\)$/;
/** `  go.go:0`, `  ??:0`. */
const noLine = /^ +\S+:0$/;

/**
 * The frames without a source line. perf prints where a caller goes on after the call, which can be on the next line: the call is
 * one byte before.
 */
function* unknownLines(bytes: Uint8Array): Generator<Unknown> {
  let above: Omit<Unknown, 'start' | 'end'> | null = null;
  let endOfAbove = 0;
  let isLeaf = false;
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(newline, start);
    const end = next === -1 ? bytes.length : next;
    const line = end - start <= longestLine ? printedText(bytes.subarray(start, end)) : '';
    if (bytes[start] === blank) {
      if (above !== null && noLine.test(line)) yield { ...above, start, end };
      above = null;
    } else {
      if (above !== null) yield { ...above, start: endOfAbove, end: endOfAbove };
      above = bytes[start] === tab ? frameIn(line, isLeaf) : null;
      endOfAbove = end;
      // Otherwise it is the head of the next sample, or the end of this one.
      isLeaf = bytes[start] !== tab;
    }
    start = end + 1;
  }
  if (above !== null) yield { ...above, start: endOfAbove, end: endOfAbove };
}

function frameIn(line: string, isLeaf: boolean): Omit<Unknown, 'start' | 'end'> | null {
  const [, symbol = '', offset = '', program] = frame.exec(line) ?? [];
  if (program === undefined) return null;
  const behind = Number.parseInt(offset, 16);
  return { program, symbol, offset: isLeaf ? behind : Math.max(0, behind - 1) };
}

/** The output with the lines that were found. Unchanged if it becomes too long. */
function rewritten(
  printed: Uint8Array,
  lines: ReadonlyMap<string, ReadonlyMap<string, string>>,
  maxBytes: number,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let copied = 0;
  let size = 0;
  const add = (part: Uint8Array) => {
    size += part.length;
    parts.push(part);
  };
  for (const unknown of unknownLines(printed)) {
    const line = lines.get(unknown.program)?.get(placeOf(unknown));
    if (line === undefined) continue;
    add(printed.subarray(copied, unknown.start));
    add(Buffer.from(unknown.start === unknown.end ? `\n  ${line}` : `  ${line}`));
    copied = unknown.end;
    if (size > maxBytes) return printed;
  }
  add(printed.subarray(copied));
  return size > maxBytes ? printed : Buffer.concat(parts);
}
