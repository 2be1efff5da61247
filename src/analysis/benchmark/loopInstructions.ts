/**
 * Instructions of a timed loop that seem to be elsewhere. Where the loop only moves a variable from one register to another, Go's
 * compiler gives that instruction the line on which the variable was declared. And some instructions of the `b.Loop` that it has put
 * into the loop have the line that they have in package testing, in the benchmark's own file.
 */
import { listAt } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';

/** First and last line, 1-based, both included. */
export type LineRange = readonly [first: number, last: number];

/** The timed loops of a file, and the functions that contain them. */
interface LoopLines {
  readonly loops: readonly LineRange[];
  readonly functions: readonly LineRange[];
}

/** Where an instruction is, and what is known of the file of its function. */
interface Placed {
  readonly functionIndex: number;
  readonly line: number;
  readonly address: number;
  readonly code: LoopLines;
}

/** Of a loop in a function: the lowest and the highest address at which it was seen. */
interface SeenLoop {
  readonly lines: LineRange;
  low: number;
  high: number;
}

/**
 * By location, 1 for an instruction on a line before a loop of its function, between two instructions of that loop; or on a line outside
 * its function, which contains a loop. What calls other code is none: the compiler puts rare calls of all lines behind the function's
 * code.
 *
 * @param codeOf by function, the loops in its file
 */
export function misplacedInLoops(profile: Profile, codeOf: readonly (LoopLines | undefined)[]): Uint8Array {
  const isCaller = callersIn(profile);
  const placed = placedIn(profile, codeOf);
  const { startLine } = profile.functions;
  const seen = loopsSeen(placed);
  return Uint8Array.from(placed, (at, location) => {
    if (at === null || isCaller[location] === 1) return 0;
    const isBetween = ({ lines: [first], low, high }: SeenLoop) =>
      at.line < first && at.address > low && at.address < high;
    const start = startLine.approximate[at.functionIndex]!;
    const own = at.code.functions.find((lines) => contains(lines, start));
    const isOutside = own !== undefined && !contains(own, at.line);
    return isOutside || seen.get(at.functionIndex)?.some(isBetween) ? 1 : 0;
  });
}

function contains([first, last]: LineRange, line: number): boolean {
  return line >= first && line <= last;
}

/** By location; `null` where the file of its function has no loops. */
function placedIn({ locations }: Profile, codeOf: readonly (LoopLines | undefined)[]): (Placed | null)[] {
  return Array.from({ length: locations.count }, (_, location) => {
    // What is inlined stands before the function that has it in its code.
    const row = locations.lineStart[location + 1]! - 1;
    if (row < locations.lineStart[location]!) return null;
    const functionIndex = locations.lineFunction[row]!;
    const code = codeOf[functionIndex];
    const line = locations.lineNumber.approximate[row]!;
    return code ? { functionIndex, line, address: locations.address.approximate[location]!, code } : null;
  });
}

function loopsSeen(placed: readonly (Placed | null)[]): Map<number, SeenLoop[]> {
  const seen = new Map<number, SeenLoop[]>();
  for (const at of placed) {
    const lines = at?.code.loops.find((each) => contains(each, at.line));
    if (at === null || lines === undefined) continue;
    const { address, functionIndex } = at;
    const known = seen.get(functionIndex)?.find((each) => each.lines === lines);
    if (known === undefined) listAt(seen, functionIndex).push({ lines, low: address, high: address });
    else {
      known.low = Math.min(known.low, address);
      known.high = Math.max(known.high, address);
    }
  }
  return seen;
}

/** By location, 1 for those that called what a sample ran. */
function callersIn({ samples, locations }: Profile): Uint8Array {
  const isCaller = new Uint8Array(locations.count);
  for (let sample = 0; sample < samples.count; sample++) {
    for (let i = samples.locationStart[sample]! + 1; i < samples.locationStart[sample + 1]!; i++)
      isCaller[samples.locations[i]!] = 1;
  }
  return isCaller;
}
