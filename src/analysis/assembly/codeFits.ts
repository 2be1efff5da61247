import { lastPart } from '../../base/fileName.ts';
import type { MachineCode } from '../../base/model.ts';
import type { Profile } from '../../pprof/profile.ts';
import { functionsNamed } from '../costs/markedCode.ts';
import { basesOf, instructionAt, symbolAt } from './instructionCosts.ts';

/** Where the code of a function is. */
export interface FunctionCode {
  /** The mappings of locations with code of the function, ascending; -1 for no mapping. */
  readonly mappings: readonly number[];
  /** The compiler inlined it into callers: everywhere or in some places. */
  readonly isInlined: boolean;
}

/** Finds a function's code, in one pass over the locations. */
export function functionCode({ locations, functions, strings }: Profile, functionName: string): FunctionCode {
  const isNamed = functionsNamed({ functions, strings }, functionName);
  const mappings = new Set<number>();
  let isInlined = false;
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++) {
      if (isNamed[locations.lineFunction[row]!] !== 1) continue;
      if (row === end - 1) mappings.add(locations.mapping[location]!);
      else isInlined = true;
    }
  }
  return { mappings: [...mappings].sort((a, b) => a - b), isInlined };
}

/** At least this share of the function's addresses must fit. */
const leastShare = 0.8;

/**
 * Whether machine code can be what the profile was taken of, if no build id says so: the function's addresses must be of
 * instructions compiled from the lines that the profile has for them. A few addresses may differ: in wrappers and in stacks
 * that were cut, Go's runtime gives an address the lines of another frame.
 */
export function codeFits(profile: Profile, functionName: string, code: MachineCode): boolean {
  const { locations, functions, strings } = profile;
  const isNamed = functionsNamed(profile, functionName);
  const bases = basesOf(profile, code.loads);
  let all = 0;
  let fitting = 0;
  for (let location = 0; location < locations.count; location++) {
    const start = locations.lineStart[location]!;
    const end = locations.lineStart[location + 1]!;
    if (start === end || isNamed[locations.lineFunction[end - 1]!] !== 1) continue;
    all++;
    const address =
      locations.address.approximate[location]! - (bases[locations.mapping[location]!] ?? Number.NaN);
    const symbol = code.symbols[symbolAt(code.symbols, address)];
    if (symbol === undefined) continue;
    const { file, line } = symbol.instructions[instructionAt(symbol, address)]!;
    const name = strings.get(functions.filename[locations.lineFunction[start]!]!);
    if (locations.lineNumber.approximate[start] === line && lastPart(name) === file) fitting++;
  }
  return all > 0 && fitting >= leastShare * all;
}
