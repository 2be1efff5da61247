/** The parts of an ELF file that are loaded into memory. */

export interface ElfSection {
  readonly name: string;
  readonly address: number;
  /** In memory. */
  readonly size: number;
  /** Empty if the file has none of them: the memory begins as zeros. */
  readonly bytes: Buffer;
  readonly isCode: boolean;
}

export interface ElfFile {
  /** For which processor it is: a number of `e_machine`. */
  readonly machine: number;
  /** In the order of the file. */
  readonly sections: readonly ElfSection[];
  readonly symbols: ElfSymbols;
}

/** From `start` to before `end`. */
export interface Addresses {
  readonly start: number;
  readonly end: number;
}

/** Flags of sections (SHF_ALLOC, SHF_EXECINSTR, SHF_TLS). */
const allocated = 2;
const executable = 4;
const threadLocal = 0x400;
/** A type of section (SHT_NOBITS): it has no bytes in the file. */
const noBits = 8;

/** Reads a 64-bit little-endian ELF file. `null` for any other file, and for a damaged one. */
export function readElfSections(file: Buffer): ElfFile | null {
  const isElf64 = file.length > 64 && file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1;
  if (!isElf64) return null;
  try {
    const table = Number(file.readBigUInt64LE(0x28));
    const headers = Array.from({ length: file.readUInt16LE(0x3c) }, (_, i) =>
      file.subarray(table + i * file.readUInt16LE(0x3a)),
    );
    const names = bytesOf(file, headers[file.readUInt16LE(0x3e)]!);
    const named = headers.map((header) => ({ header, name: textAt(names, header.readUInt32LE(0)) }));
    const contentOf = (wanted: string) => {
      const found = named.find(({ name }) => name === wanted);
      return found === undefined ? Buffer.alloc(0) : bytesOf(file, found.header);
    };
    return {
      machine: file.readUInt16LE(0x12),
      sections: named.flatMap(({ header, name }) => loadedSection(file, header, name)),
      symbols: new ElfSymbols(contentOf('.symtab'), contentOf('.strtab')),
    };
  } catch (error) {
    // Buffer throws for offsets beyond the end: a file that has been cut off.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function loadedSection(file: Buffer, header: Buffer, name: string): ElfSection[] {
  const flags = Number(header.readBigUInt64LE(8));
  // The variables of threads have no address of their own.
  if ((flags & allocated) === 0 || (flags & threadLocal) !== 0) return [];
  return [
    {
      name,
      address: Number(header.readBigUInt64LE(0x10)),
      size: Number(header.readBigUInt64LE(0x20)),
      bytes: bytesOf(file, header),
      isCode: (flags & executable) !== 0,
    },
  ];
}

function bytesOf(file: Buffer, header: Buffer): Buffer {
  if (header.readUInt32LE(4) === noBits) return Buffer.alloc(0);
  const start = Number(header.readBigUInt64LE(0x18));
  return file.subarray(start, start + Number(header.readBigUInt64LE(0x20)));
}

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString('latin1', start, bytes.indexOf(0, start));
}

const symbolBytes = 24;

/** The symbols of an ELF file. A stripped file has none. */
export class ElfSymbols {
  readonly #symbols: Buffer;
  readonly #names: Buffer;

  constructor(symbols: Buffer, names: Buffer) {
    this.#symbols = symbols;
    this.#names = names;
  }

  /** The addresses of a symbol. One without a size reaches to the next symbol. `null` if there is none of this name. */
  named(name: string): Addresses | null {
    const nameStart = this.#names.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
    if (nameStart === 0) return null;
    const found = this.#find((at) => this.#symbols.readUInt32LE(at) === nameStart)[0];
    if (found === undefined || found.end > found.start) return found ?? null;
    const next = this.#find((at) => this.#start(at) > found.start);
    return { start: found.start, end: next.reduce((end, { start }) => Math.min(end, start), Infinity) };
  }

  /** The addresses of all symbols of at least this many bytes. */
  ofSize(bytes: number): Addresses[] {
    return this.#find((at) => this.#size(at) >= bytes);
  }

  #find(isWanted: (at: number) => boolean): Addresses[] {
    const found: Addresses[] = [];
    for (let at = 0; at + symbolBytes <= this.#symbols.length; at += symbolBytes) {
      if (isWanted(at)) found.push({ start: this.#start(at), end: this.#start(at) + this.#size(at) });
    }
    return found;
  }

  #start(at: number): number {
    return Number(this.#symbols.readBigUInt64LE(at + 8));
  }

  #size(at: number): number {
    return Number(this.#symbols.readBigUInt64LE(at + 16));
  }
}
