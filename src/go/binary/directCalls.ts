/** Whether calls in a binary name their function, or go through an interface or a variable. */
import { closeSync, openSync, readSync } from 'node:fs';
import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type Executable, loadBase } from './executable.ts';

/** A call in a profile: the locations of the caller and of what it called. */
export interface CallSite {
  readonly caller: number;
  readonly callee: number;
}

/** Answers whether a call names its function; `null` where the binary does not say it. */
export type IsDirect = (site: CallSite) => boolean | null;

/** No function has more machine code. */
const largestFunction = 16 * 1024 * 1024;

/**
 * Reads the instructions of calls from the binary that a profile was taken of, while `use` runs. Only what Go itself records is
 * understood: the address of a caller's location is the last byte of its call.
 */
export function withCalls<T>(
  { path, executable }: { readonly path: string; readonly executable: Executable },
  use: (isDirect: (profile: Profile) => IsDirect) => T,
): T {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
  } catch {
    return use(() => () => null);
  }
  const opened = file;
  try {
    return use((profile) => (site) => isDirectCall(opened, executable, profile, site));
  } finally {
    closeSync(opened);
  }
}

function isDirectCall(
  file: number,
  executable: Executable,
  { locations, mappings }: Profile,
  { caller, callee }: CallSite,
): boolean | null {
  const mapping = locations.mapping[caller] ?? -1;
  if (mapping === -1 || locations.mapping[callee] !== mapping) return null;
  const [start, offset] = [int64At(mappings.start, mapping), int64At(mappings.offset, mapping)];
  const base = loadBase(executable, { start, offset });
  const [from, to] = [Number(int64At(locations.address, caller)), Number(int64At(locations.address, callee))];
  if (base === null || !Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  const { code } = executable;
  const position = from + 1 - callBytes - base - Number(code.address) + Number(code.offset);
  const instruction = Buffer.alloc(callBytes);
  if (position < 0 || readSync(file, instruction, 0, callBytes, position) < callBytes) return null;
  const target = targetOf(instruction, from + 1);
  if (target === undefined) return null;
  return target !== null && target <= to && to - target < largestFunction;
}

/** Of a call that names its function, on both architectures that are understood; the bytes that are read. */
const callBytes = process.arch === 'arm64' ? 4 : 5;

/** The address that a direct call goes to; `null` for another instruction, `undefined` for another architecture. */
function targetOf(instruction: Buffer, next: number): number | null | undefined {
  if (process.arch === 'x64') return instruction[0] === 0xe8 ? next + instruction.readInt32LE(1) : null;
  if (process.arch !== 'arm64') return undefined;
  const word = instruction.readUInt32LE(0);
  // BL: 26 bits with a sign, in words.
  return word >>> 26 === 0b100101 ? next - 4 + ((word << 6) >> 6) * 4 : null;
}
