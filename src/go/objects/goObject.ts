/**
 * Reads the object files that Go's compiler and assembler write, as in cmd/internal/goobj of Go 1.24 to 1.27: symbols with their
 * bytes, and relocations, which name the symbols that these bytes refer to. Numbers are little-endian.
 */

const magic = '\0go120ld';
/** The magic, a fingerprint and flags stand before the offsets of the blocks. */
const offsetsAt = magic.length + 8 + 4;
const symbolSize = 21;
const relocationSize = 23;
const auxiliarySize = 9;
const textReferenceSize = 8;
const flagsSize = 10;
const hash64Size = 8;
const hashSize = 16;

/** Blocks of the file, by their numbers. */
const block = {
  packages: 1,
  symbols: 3,
  hashed64: 4,
  hashed: 5,
  named: 6,
  namedElsewhere: 7,
  flags: 8,
  hashes64: 9,
  hashes: 10,
  relocationIndex: 11,
  auxiliaryIndex: 12,
  dataIndex: 13,
  relocations: 14,
  auxiliaries: 15,
  data: 16,
  end: 18,
} as const;

/** Numbers in place of that of a package: 2³¹−1 and below. */
const special = {
  named: 0x7fffffff,
  hashed64: 0x7ffffffe,
  hashed: 0x7ffffffd,
  builtin: 0x7ffffffc,
  self: 0x7ffffffb,
} as const;

const weak = 0x8000;

/** Kinds of relocations that say something to the linker besides. The others make it keep what they refer to. */
export const relocationKind = {
  useType: 22,
  useInterface: 23,
  useInterfaceMethod: 24,
  useNamedMethod: 25,
  methodOffset: 26,
} as const;

/** What a reference leads to. */
export type Reference =
  /** A symbol of this file by its number. */
  | { readonly is: 'own'; readonly index: number }
  /** A symbol of another package by its number there. */
  | { readonly is: 'other'; readonly package: string; readonly index: number }
  /** A function of the runtime, by its number in a list of the compiler's. */
  | { readonly is: 'builtin'; readonly index: number };

export interface Relocation {
  /** In the symbol's bytes. */
  readonly offset: number;
  /** How many bytes of it the linker fills in. */
  readonly size: number;
  /** See `relocationKind`. */
  readonly kind: number;
  /** Keeps nothing by itself. */
  readonly isWeak: boolean;
  readonly addend: number;
  /** `null` for none. */
  readonly to: Reference | null;
}

/** Not visible outside of its file. */
export const staticAbi = 0xffff;

const auxiliaryFunctionData = 2;

export class GoObject {
  /** How many symbols it defines. Those of higher numbers are only named here. */
  readonly defined: number;
  /** How many it defines or names. */
  readonly all: number;
  readonly #view: DataView;
  readonly #bytes: Buffer;
  readonly #offsets: readonly number[];
  readonly #packages: readonly string[];
  /** The number of the first symbol of each kind. */
  readonly #first: { readonly hashed64: number; readonly hashed: number; readonly named: number };

  /** `null` if it is none that we know. @throws RangeError where it is cut off, here or later */
  static read(bytes: Uint8Array): GoObject | null {
    const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return own.toString('latin1', 0, magic.length) === magic ? new GoObject(own) : null;
  }

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#offsets = Array.from({ length: block.end + 1 }, (_, i) => this.#uint32(offsetsAt + 4 * i));
    const isInOrder = this.#offsets.every((each, i) => each >= (this.#offsets[i - 1] ?? 0));
    if (!isInOrder || this.#at(block.end) > bytes.length) throw new RangeError('blocks overlap');
    const hashed64 = this.#count(block.symbols, symbolSize);
    const hashed = hashed64 + this.#count(block.hashed64, symbolSize);
    const named = hashed + this.#count(block.hashed, symbolSize);
    this.#first = { hashed64, hashed, named };
    this.defined = named + this.#count(block.named, symbolSize);
    this.all = this.defined + this.#count(block.namedElsewhere, symbolSize);
    this.#packages = Array.from({ length: this.#count(block.packages, textReferenceSize) }, (_, i) =>
      this.#text(this.#at(block.packages) + textReferenceSize * i),
    );
  }

  /** Numbers of cmd/internal/objabi. */
  kindOf(index: number): number {
    return this.#bytes[this.#symbolAt(index) + 10] ?? 0;
  }

  /** In memory; a variable without a value has no bytes here. */
  sizeOf(index: number): number {
    return this.#uint32(this.#symbolAt(index) + 13);
  }

  /** It looks methods up by a name that only the running program knows. */
  looksUpMethods(index: number): boolean {
    return this.#hasFlag(index, 11, 0x20);
  }

  isType(index: number): boolean {
    return this.#hasFlag(index, 11, 0x40);
  }

  isUsedInInterface(index: number): boolean {
    return this.#hasFlag(index, 12, 1);
  }

  isItab(index: number): boolean {
    return this.#hasFlag(index, 12, 2);
  }

  #hasFlag(index: number, at: number, flag: number): boolean {
    return ((this.#bytes[this.#symbolAt(index) + at] ?? 0) & flag) !== 0;
  }

  nameOf(index: number): string {
    return this.#text(this.#symbolAt(index));
  }

  abiOf(index: number): number {
    return this.#view.getUint16(this.#symbolAt(index) + 8, true);
  }

  /** The hash of a symbol that is known by what it is and not by its name; `null` for one that has a name. */
  hashOf(index: number): string | null {
    const { hashed64, hashed, named } = this.#first;
    if (index < hashed64 || index >= named) return null;
    const isShort = index < hashed;
    const at = isShort
      ? this.#at(block.hashes64) + hash64Size * (index - hashed64)
      : this.#at(block.hashes) + hashSize * (index - hashed);
    // The same bytes of different kinds have the same short hash.
    return (isShort ? `${this.sizeOf(index)} ` : '') + this.#latin1(at, isShort ? hash64Size : hashSize);
  }

  dataOf(index: number): Uint8Array {
    const [from, to] = this.#range(block.dataIndex, index, this.#count(block.data, 1));
    const start = this.#at(block.data);
    return this.#bytes.subarray(start + from, start + to);
  }

  relocationsOf(index: number): Relocation[] {
    const found: Relocation[] = [];
    const [from, to] = this.#elementsOf(index, block.relocationIndex, block.relocations, relocationSize);
    for (let at = from; at < to; at += relocationSize) {
      const kind = this.#view.getUint16(at + 5, true);
      found.push({
        offset: this.#view.getInt32(at, true),
        size: this.#bytes[at + 4] ?? 0,
        kind: kind & ~weak,
        isWeak: (kind & weak) !== 0,
        addend: this.#view.getUint32(at + 7, true) + 2 ** 32 * this.#view.getInt32(at + 11, true),
        to: this.#reference(at + 15),
      });
    }
    return found;
  }

  /** What the collector knows of a function's variables. */
  functionDataOf(index: number): Reference[] {
    const found: Reference[] = [];
    const [from, to] = this.#elementsOf(index, block.auxiliaryIndex, block.auxiliaries, auxiliarySize);
    for (let at = from; at < to; at += auxiliarySize) {
      const data = this.#bytes[at] === auxiliaryFunctionData ? this.#reference(at + 1) : null;
      if (data !== null) found.push(data);
    }
    return found;
  }

  /** Types of other files that this one puts into interfaces, somewhere. */
  usedInInterfaces(): Reference[] {
    return Array.from({ length: this.#count(block.flags, flagsSize) }, (_, i) => {
      const at = this.#at(block.flags) + flagsSize * i;
      return ((this.#bytes[at + 9] ?? 0) & 1) === 0 ? null : this.#reference(at);
    }).filter((each) => each !== null);
  }

  #reference(at: number): Reference | null {
    const [place, index] = [this.#uint32(at), this.#uint32(at + 4)];
    switch (place) {
      case 0:
        return null;
      case special.self:
        return { is: 'own', index };
      case special.hashed64:
        return { is: 'own', index: this.#first.hashed64 + index };
      case special.hashed:
        return { is: 'own', index: this.#first.hashed + index };
      case special.named:
        return { is: 'own', index: this.#first.named + index };
      case special.builtin:
        return { is: 'builtin', index };
      default: {
        const named = this.#packages[place];
        if (named === undefined) throw new RangeError('no such package');
        return { is: 'other', package: named, index };
      }
    }
  }

  #symbolAt(index: number): number {
    if (index < 0 || index >= this.all) throw new RangeError('no such symbol');
    return this.#at(block.symbols) + symbolSize * index;
  }

  /** What an index says of a symbol: where its elements begin and end. */
  #range(of: number, index: number, count: number): [number, number] {
    if (index >= this.defined) return [0, 0];
    const at = this.#at(of) + 4 * index;
    const [from, to] = [this.#uint32(at), this.#uint32(at + 4)];
    if (to < from || to > count) throw new RangeError('no such range');
    return [from, to];
  }

  /** Where the elements of a symbol begin and end in a block. */
  #elementsOf(symbol: number, index: number, of: number, size: number): [number, number] {
    const [from, to] = this.#range(index, symbol, this.#count(of, size));
    return [this.#at(of) + size * from, this.#at(of) + size * to];
  }

  #count(of: number, size: number): number {
    return Math.floor((this.#at(of + 1) - this.#at(of)) / size);
  }

  #at(of: number): number {
    return this.#offsets[of] ?? 0;
  }

  #uint32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  #text(at: number): string {
    return this.#latin1(this.#uint32(at + 4), this.#uint32(at));
  }

  /** Names are compared and never shown, so their bytes are as good as their characters. */
  #latin1(from: number, length: number): string {
    if (from + length > this.#bytes.length) throw new RangeError('a text is cut off');
    return this.#bytes.toString('latin1', from, from + length);
  }
}
