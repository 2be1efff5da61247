/**
 * The tables in a Go program that its own runtime walks stacks by (runtime/symtab.go): functions, source lines, inlined calls,
 * how large a frame is at each instruction. They are the same from Go 1.20 to 1.27.
 */
import { readFile } from 'node:fs/promises';
import type { SourceFrame } from '../../foreign/stackProfile.ts';
import { type ElfFile, readElfSections } from '../binary/elfSections.ts';

/** Go's tables in a test binary; `null` if it has none, or cannot be read. */
export function goTableOf(binary: string): Promise<GoTable | null> {
  return readFile(binary).then(readGoTable, () => null);
}

/** Begins the tables (abi.Go120PCLnTabMagic). */
const magic = 0xfffffff1;
/** Offsets in the header, in bytes. The words behind `wordsAt` have eight bytes. */
const quantumAt = 6;
const wordSizeAt = 7;
const functionsWord = 0;
const namesWord = 3;
const unitsWord = 4;
const filesWord = 5;
const valuesWord = 6;
const tableWord = 7;
const wordsAt = 8;
const wordBytes = 8;

/** Offsets in the record of a function (runtime._func), in bytes. */
const nameAt = 4;
const stackValuesAt = 16;
const fileValuesAt = 20;
const lineValuesAt = 24;
const tablesAt = 28;
const unitAt = 32;
const dataTablesAt = 43;
const recordSize = 44;

/** Among a function's tables (PCDATA_InlTreeIndex), and among its data (FUNCDATA_InlTree). */
const inlineTable = 2;
const inlineData = 3;
/** The record of an inlined call (runtime.inlinedCall), in bytes. */
const callSize = 16;
const none = 0xffffffff;

/** The number of arm64 in ELF (EM_AARCH64), and the instructions that return. */
const armMachine = 183;
const armReturn = 0xd65f03c0;
const x86Return = 0xc3;
/** Its uppermost six bits. */
const armJump = 0b000101;
const x86Jumps: readonly number[] = [0xe9, 0xeb];

function contains({ address: start, bytes }: ElfFile['sections'][number], address: number): boolean {
  return address >= start && address < start + bytes.length;
}

/** What the compiler makes of `go` and `defer` statements with arguments. */
const madeUp = /\.(?:go|defer)wrap\d+$/;

/** A function as it stands in the program, with what is inlined into it. */
export interface GoFunction {
  readonly name: string;
  readonly start: number;
  /** Of its record. */
  readonly at: number;
}

/** Reads a Go program; `null` if it is no 64-bit ELF file with these tables. */
export function readGoTable(program: Buffer): GoTable | null {
  const elf = readElfSections(program);
  if (elf === null) return null;
  const section = elf.sections.find(({ name }) => name.endsWith('.gopclntab'));
  const text = elf.symbols.named('runtime.text');
  const data = elf.symbols.named('go:func.*');
  if (section === undefined || text === null || data === null) return null;
  const start = startOfTable(elf, section.bytes, section.address);
  const bytes = section.bytes.subarray(start);
  const isKnown = bytes.length > 72 && bytes.readUInt32LE(0) === magic && bytes[wordSizeAt] === wordBytes;
  return isKnown ? new GoTable(elf, bytes, text.start, data.start) : null;
}

/** Since Go 1.26 other tables can stand in the section, too. */
function startOfTable({ symbols }: ElfFile, bytes: Buffer, address: number): number {
  const named = symbols.named('runtime.pclntab');
  const offset = named === null ? 0 : named.start - address;
  return offset >= 0 && offset < bytes.length ? offset : 0;
}

/** What is asked of the instructions at addresses. */
export type FunctionTable = Pick<GoTable, 'function' | 'isReturn' | 'isJump' | 'frames'>;

/** Addresses are those of the program's symbols. */
export class GoTable {
  readonly machine: number;
  readonly #sections: ElfFile['sections'];
  readonly #quantum: number;
  readonly #count: number;
  readonly #functions = new Map<number, GoFunction>();
  #named: ReadonlyMap<string, GoFunction> | undefined;

  constructor(
    { machine, sections }: ElfFile,
    private readonly bytes: Buffer,
    private readonly text: number,
    private readonly data: number,
  ) {
    this.machine = machine;
    this.#sections = sections;
    this.#quantum = bytes[quantumAt]!;
    this.#count = this.#word(functionsWord);
  }

  #word(index: number): number {
    return Number(this.bytes.readBigUInt64LE(wordsAt + wordBytes * index));
  }

  /** The function whose code has this address; `null` if none has. */
  function(address: number): GoFunction | null {
    const table = this.#word(tableWord);
    const offset = address - this.text;
    const startOf = (row: number) => this.bytes.readUInt32LE(table + 8 * row);
    if (offset < 0 || this.#count === 0 || offset >= startOf(this.#count)) return null;
    let [low, high] = [0, this.#count];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle;
    }
    const start = startOf(low);
    if (start > offset) return null;
    const known = this.#functions.get(start);
    if (known !== undefined) return known;
    const at = table + this.bytes.readUInt32LE(table + 8 * low + 4);
    const name = this.#name(this.bytes.readInt32LE(at + nameAt));
    const found: GoFunction = { name, start: this.text + start, at };
    this.#functions.set(start, found);
    return found;
  }

  /** The function of this name as the table has it: of all instances of a generic one, `[...]`, the last. */
  functionNamed(name: string): GoFunction | null {
    this.#named ??= new Map(this.#all().map((each) => [each.name, each]));
    return this.#named.get(name) ?? null;
  }

  #all(): GoFunction[] {
    const table = this.#word(tableWord);
    const rows = Array.from({ length: this.#count }, (_, row) => this.bytes.readUInt32LE(table + 8 * row));
    return rows.map((start) => this.function(this.text + start)).filter((each) => each !== null);
  }

  /** Whether the instruction at an address returns from its function. */
  isReturn(address: number): boolean {
    const code = this.#codeAt(address);
    return this.machine === armMachine ? code === armReturn : (code & 0xff) === x86Return;
  }

  /** Whether the instruction at an address always goes on elsewhere, at a place that it names. */
  isJump(address: number): boolean {
    const code = this.#codeAt(address);
    return this.machine === armMachine ? code >>> 26 === armJump : x86Jumps.includes(code & 0xff);
  }

  /** The four bytes at an address; 0 where there is no code. */
  #codeAt(address: number): number {
    const section = this.#sections.find((each) => contains(each, address));
    const at = address - (section?.address ?? 0);
    return section === undefined || at + 4 > section.bytes.length ? 0 : section.bytes.readUInt32LE(at);
  }

  /** By how much the stack has grown since the function was called; -1 if that is not known. */
  stackGrowth(func: GoFunction, address: number): number {
    return this.#value(func, this.bytes.readUInt32LE(func.at + stackValuesAt), address);
  }

  /**
   * The functions at an address, the innermost inlined one first, as Go's own profiles name them. Empty for code that the
   * compiler has made up, which Go's profiles leave out.
   */
  frames(func: GoFunction, address: number): SourceFrame[] {
    const frames: SourceFrame[] = [];
    const data = this.#inlinedCalls(func);
    let at = address;
    // A call that is inlined stands behind the call that it is inlined into: a damaged table must not hold us up.
    for (let left = 1000; left > 0; left--) {
      const place = { file: this.#file(func, at), line: this.#line(func, at) };
      const call = data === null ? -1 : this.#value(func, this.#inlineValues(func), at);
      if (call < 0 || data === null || callSize * (call + 1) > data.length) {
        frames.push({ name: func.name, ...place });
        break;
      }
      frames.push({ name: this.#name(data.readInt32LE(callSize * call + 4)), ...place });
      at = func.start + data.readInt32LE(callSize * call + 8);
    }
    return frames.filter(({ name, file }) => file !== '<autogenerated>' && !madeUp.test(name));
  }

  #line(func: GoFunction, address: number): number {
    return Math.max(0, this.#value(func, this.bytes.readUInt32LE(func.at + lineValuesAt), address));
  }

  #file(func: GoFunction, address: number): string {
    const bytes = this.bytes;
    const number = this.#value(func, bytes.readUInt32LE(func.at + fileValuesAt), address);
    if (number < 0) return '';
    const unit = bytes.readUInt32LE(func.at + unitAt);
    const offset = bytes.readUInt32LE(this.#word(unitsWord) + 4 * (unit + number));
    return offset === none ? '' : this.#textAt(this.#word(filesWord) + offset);
  }

  #name(offset: number): string {
    return this.#textAt(this.#word(namesWord) + offset);
  }

  #textAt(start: number): string {
    return this.bytes.toString('utf8', start, this.bytes.indexOf(0, start));
  }

  #inlineValues(func: GoFunction): number {
    const tables = this.bytes.readUInt32LE(func.at + tablesAt);
    return tables > inlineTable ? this.bytes.readUInt32LE(func.at + recordSize + 4 * inlineTable) : 0;
  }

  #inlinedCalls(func: GoFunction): Buffer | null {
    const bytes = this.bytes;
    if (bytes[func.at + dataTablesAt]! <= inlineData) return null;
    const tables = bytes.readUInt32LE(func.at + tablesAt);
    const offset = bytes.readUInt32LE(func.at + recordSize + 4 * (tables + inlineData));
    if (offset === none) return null;
    const address = this.data + offset;
    const section = this.#sections.find((each) => contains(each, address));
    return section?.bytes.subarray(address - section.address) ?? null;
  }

  /** Reads a table that says from which instruction on a value holds (runtime.pcvalue); -1 if it says nothing. */
  #value({ start }: GoFunction, table: number, address: number): number {
    if (table === 0) return -1;
    const bytes = this.bytes;
    let at = this.#word(valuesWord) + table;
    const next = (): number => {
      let [number, shift] = [0, 0];
      for (;;) {
        const byte = bytes[at++] ?? 0;
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) return number >>> 0;
        shift += 7;
      }
    };
    let [value, until] = [-1, start];
    for (let isFirst = true; ; isFirst = false) {
      const change = next();
      if (change === 0 && !isFirst) return -1;
      value += change & 1 ? ~(change >>> 1) : change >>> 1;
      until += next() * this.#quantum;
      if (address < until) return value;
      if (at > bytes.length) return -1;
    }
  }
}
