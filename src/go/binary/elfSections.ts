/** The parts of an ELF file that are loaded into memory. */
import { type ElfSectionHeader, readElfHeader, readSectionHeaders } from './elfHeaders.ts';

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
  const header = readElfHeader(file);
  if (header === null) return null;
  try {
    const headers = readSectionHeaders(file.subarray(header.sections.offset), header.sections);
    // A file that has been cut off.
    if (headers.length < header.sections.count) return null;
    const names = bytesOf(file, headers[header.names]!);
    const named = headers.map((each) => ({ header: each, name: textAt(names, each.name) }));
    const contentOf = (wanted: string) => {
      const found = named.find(({ name }) => name === wanted);
      return found === undefined ? Buffer.alloc(0) : bytesOf(file, found.header);
    };
    return {
      machine: header.machine,
      // The variables of threads have no address of their own.
      sections: named
        .filter(({ header: { flags } }) => (flags & allocated) !== 0 && (flags & threadLocal) === 0)
        .map(({ header: each, name }) => ({
          name,
          address: each.address,
          size: each.size,
          bytes: bytesOf(file, each),
          isCode: (each.flags & executable) !== 0,
        })),
      symbols: new ElfSymbols(contentOf('.symtab'), contentOf('.strtab')),
    };
  } catch (error) {
    // Names or symbols beyond the end.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function bytesOf(file: Buffer, { type, offset, size }: ElfSectionHeader): Buffer {
  return type === noBits ? Buffer.alloc(0) : file.subarray(offset, offset + size);
}

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString('latin1', start, bytes.indexOf(0, start));
}

/** An entry of the table in words of four bytes: name, flags, address (two words), size (two words). */
const entryWords = 6;

/** The symbols of an ELF file. A stripped file has none. */
class ElfSymbols {
  readonly #words: Uint32Array;

  constructor(
    symbols: Buffer,
    private readonly names: Buffer,
  ) {
    // A copy, as the table need not stand in the file where an array of words can.
    this.#words = new Uint32Array(new Uint8Array(symbols).buffer, 0, symbols.length >> 2);
  }

  /** The addresses of a symbol. One without a size reaches to the next symbol. `null` if there is none of this name. */
  named(name: string): Addresses | null {
    const nameStart = this.names.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
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
