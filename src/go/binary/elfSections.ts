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

/** An entry of the table in words of four bytes: name, flags, address (two words), size (two words). */
const entryWords = 6;

/** The symbols of an ELF file. A stripped file has none. */
class ElfSymbols {
  readonly #words: Uint32Array;
  readonly #names: Buffer;

  constructor(symbols: Buffer, names: Buffer) {
    // A copy, as the table need not stand in the file where an array of words can.
    this.#words = new Uint32Array(new Uint8Array(symbols).buffer, 0, symbols.length >> 2);
    this.#names = names;
  }

  /** The addresses of a symbol. One without a size reaches to the next symbol. `null` if there is none of this name. */
  named(name: string): Addresses | null {
    const nameStart = this.#names.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
    if (nameStart === 0) return null;
    const words = this.#words;
    for (let at = 0; at + entryWords <= words.length; at += entryWords) {
      if (words[at] !== nameStart) continue;
      const { start, end } = this.#addresses(at);
      return { start, end: end > start ? end : this.#nextStart(start) };
    }
    return null;
  }

  /** The addresses of all symbols of at least this many bytes; at least one. */
  ofSize(bytes: number): Addresses[] {
    const found: Addresses[] = [];
    const words = this.#words;
    for (let at = 0; at + entryWords <= words.length; at += entryWords) {
      if (words[at + 4]! >= bytes || words[at + 5]! > 0) found.push(this.#addresses(at));
    }
    return found;
  }

  /** Where symbols that are not empty start, from `from` to `to`. */
  startsIn(from: number, to: number): Set<number> {
    const found = new Set<number>();
    const words = this.#words;
    for (let at = 0; at + entryWords <= words.length; at += entryWords) {
      const start = words[at + 2]! + words[at + 3]! * 2 ** 32;
      if (start >= from && start <= to && words[at + 4]! + words[at + 5]! > 0) found.add(start);
    }
    return found;
  }

  #nextStart(after: number): number {
    const words = this.#words;
    let next = Infinity;
    for (let at = 0; at + entryWords <= words.length; at += entryWords) {
      const start = words[at + 2]! + words[at + 3]! * 2 ** 32;
      if (start > after && start < next) next = start;
    }
    return next;
  }

  #addresses(at: number): Addresses {
    const words = this.#words;
    const start = words[at + 2]! + words[at + 3]! * 2 ** 32;
    return { start, end: start + words[at + 4]! + words[at + 5]! * 2 ** 32 };
  }
}
