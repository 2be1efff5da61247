/** Reads the header of a binary: its build id, and the address of its code. */
import { type FileHandle, open } from 'node:fs/promises';
import { fail, ok, type Result } from '../../base/result.ts';
import { withoutWaiting } from '../sources/regularFile.ts';
import { type ElfHeader, readElfHeader, readSectionHeaders } from './elfHeaders.ts';

export interface Executable {
  /** The GNU build id in hexadecimal; `null` if the file has none. Only ELF files have one. */
  readonly buildId: string | null;
  readonly isElf: boolean;
  /** The segment with the code: for the symbols, the byte at `offset` of the file has the address `address`. */
  readonly code: { readonly offset: bigint; readonly address: bigint };
}

/** Linkers write less than this before the code. */
const headBytes = 64 * 1024;
const mostNoteBytes = 4096;

/** Problem: `not-a-binary`, if the file is no 64-bit little-endian ELF, Mach-O or PE file, or cannot be read. */
export async function readExecutable(path: string): Promise<Result<Executable>> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, withoutWaiting);
    const head = await read(file, 0, headBytes);
    const executable = (await readElf(file, head)) ?? readMachO(head) ?? readPe(head);
    if (executable !== null) return ok(executable);
    return fail('not-a-binary', '{0} is no program that can be disassembled here.', [path]);
  } catch (error) {
    // A damaged file has offsets beyond its end.
    return fail('not-a-binary', '{0} is no program that can be disassembled here.', [path], String(error));
  } finally {
    await file?.close();
  }
}

/** A part of the binary in the memory of the profiled process. */
export interface LoadedPiece {
  readonly start: bigint;
  /** The offset in the file of the byte at `start`. */
  readonly offset: bigint;
}

/**
 * The difference between addresses in the process and addresses of the binary's symbols. It is not 0 if the system has
 * chosen where to load the program. `null` if it is too large for an exact number.
 */
export function loadBase({ code }: Executable, { start, offset }: LoadedPiece): number | null {
  // The profile does not say where the binary was loaded. Then its addresses are those of the symbols.
  if (start === 0n) return 0;
  const base = Number(start - offset + code.offset - code.address);
  return Number.isSafeInteger(base) ? base : null;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The type (PT_LOAD) and the flag (PF_X) of ELF segments with code. */
const loaded = 1;
const executableFlag = 1;
/** The type of ELF sections with notes (SHT_NOTE), and of the note with the GNU build id. */
const noteSection = 7;
const buildIdNote = 3;

async function readElf(file: FileHandle, head: Buffer): Promise<Executable | null> {
  const header = readElfHeader(head);
  if (header === null) return null;
  const { offset, entryBytes, count } = header.segments;
  for (let i = 0; i < count; i++) {
    const segment = head.subarray(offset + i * entryBytes);
    if (segment.readUInt32LE(0) !== loaded || (segment.readUInt32LE(4) & executableFlag) === 0) continue;
    const code = { offset: segment.readBigUInt64LE(8), address: segment.readBigUInt64LE(16) };
    return { buildId: await elfBuildId(file, header), isElf: true, code };
  }
  return null;
}

/** Looks for the note in the sections, as Go's runtime does: Go's linker does not put it into the segment of notes. */
async function elfBuildId(file: FileHandle, { sections }: ElfHeader): Promise<string | null> {
  const table = await read(file, sections.offset, sections.entryBytes * sections.count);
  for (const { type, offset, size } of readSectionHeaders(table, sections)) {
    if (type !== noteSection) continue;
    const buildId = gnuBuildId(await read(file, offset, Math.min(mostNoteBytes, size)));
    if (buildId !== null) return buildId;
  }
  return null;
}

function gnuBuildId(notes: Buffer): string | null {
  for (let at = 0; at + 12 <= notes.length; ) {
    const nameEnd = at + 12 + padded(notes.readUInt32LE(at));
    const length = notes.readUInt32LE(at + 4);
    const isGnu = notes.toString('latin1', at + 12, at + 16) === 'GNU\0';
    if (isGnu && notes.readUInt32LE(at + 8) === buildIdNote) {
      return notes.toString('hex', nameEnd, nameEnd + length);
    }
    at = nameEnd + padded(length);
  }
  return null;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function readMachO(head: Buffer): Executable | null {
  if (head.length < 32 || head.readUInt32LE(0) !== 0xfeedfacf) return null;
  const segment64 = 0x19;
  let command = 32;
  // A command has at least its type and its size: a damaged file must not hold us up at one.
  for (let i = head.readUInt32LE(16); i > 0 && command + 8 <= head.length; i--) {
    const isText = head.toString('latin1', command + 8, command + 15) === '__TEXT\0';
    if (head.readUInt32LE(command) === segment64 && isText) {
      const [address, offset] = [head.readBigUInt64LE(command + 24), head.readBigUInt64LE(command + 40)];
      return { buildId: null, isElf: false, code: { offset, address } };
    }
    command += Math.max(8, head.readUInt32LE(command + 4));
  }
  return null;
}

function readPe(head: Buffer): Executable | null {
  if (head.length < 64 || head.toString('latin1', 0, 2) !== 'MZ') return null;
  const start = head.readUInt32LE(0x3c);
  const optionalHeader = start + 24;
  if (head.toString('latin1', start, start + 4) !== 'PE\0\0' || head.readUInt16LE(optionalHeader) !== 0x20b) {
    return null;
  }
  return {
    buildId: null,
    isElf: false,
    code: { offset: 0n, address: head.readBigUInt64LE(optionalHeader + 24) },
  };
}
