/**
 * What the machine runs, without where the linker has put it. One line of comment or a longer folder name moves sections
 * by some bytes, and with that changes every address in the code and in the data.
 */
import type { Addresses, ElfFile, ElfSection } from './elfSections.ts';
import { eachRelativeOperand } from './x86Instructions.ts';

/**
 * Sections that say nothing about what runs: file names, line numbers, how to unwind, build ids, checksums,
 * and addresses of these.
 */
const notCode: ReadonlySet<string> = new Set([
  '.gopclntab',
  '.data.rel.ro.gopclntab',
  '.eh_frame',
  '.eh_frame_hdr',
  '.go.module',
  '.go.fipsinfo',
  '.go.buildinfo',
  '.note.go.buildid',
  '.note.gnu.build-id',
]);

/** What Go 1.24 and 1.25 put between code and constants: lengths of the tables above, and line numbers of inlined calls. */
const notCodeSymbols = ['runtime.firstmoduledata', 'go:func.*'];

/** Data without addresses. The bits that tell the collector where pointers are often look like one. */
const plainSymbols = ['runtime.gcbits.*', 'go:string.*'];

/** Symbols of so many bytes take up so many addresses that a constant is more probably one of them by chance. */
const wideSymbol = 1024 * 1024;

/** Values of `e_machine`. */
const amd64 = 62;
const arm64 = 183;

/**
 * The content of the loaded sections, in which each address in another section has become that section's number and the
 * distance from its start. An address is recognised in an instruction of amd64 and arm64, and as eight bytes of data.
 * Whatever is not recognised stays as it is: then the same code elsewhere may differ, but different code is never the same.
 */
export function codeWithoutPositions(file: ElfFile): Uint8Array[] {
  const addresses = new SectionAddresses(file);
  const left = spansOf(file, notCodeSymbols);
  const plain = spansOf(file, plainSymbols);
  return file.sections
    .filter(({ name, bytes }) => !notCode.has(name) && bytes.length > 0)
    .flatMap((section) => {
      const content = new Uint8Array(section.bytes);
      for (const span of left) eraseSpan(content, section, span);
      if (!section.isCode) return [replaceInData(content, section, addresses, plain)];
      if (file.machine === amd64) return [content, replaceInAmd64(content, section, addresses)];
      if (file.machine === arm64) return [content, replaceInArm64(content, section, addresses)];
      return [content];
    });
}

function spansOf({ symbols }: ElfFile, names: readonly string[]): Addresses[] {
  return names.flatMap((name) => symbols.named(name) ?? []);
}

function eraseSpan(content: Uint8Array, { address }: ElfSection, { start, end }: Addresses): void {
  if (start >= address && start < address + content.length) content.fill(0, start - address, end - address);
}

/**
 * Finds the section of an address. It is asked a hundred thousand times for a binary, mostly before the JavaScript engine has
 * compiled it well, so it has numbers at hand and makes no objects.
 */
class SectionAddresses {
  readonly lowest: number;
  readonly highest: number;
  readonly #sections: readonly ElfSection[];
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  /** Of the sections that say something. */
  readonly #isCounted: readonly boolean[];
  readonly #wide: readonly Addresses[];
  readonly #symbols: ElfFile['symbols'];
  /** Where the symbols of a section start. */
  readonly #symbolStarts = new Map<ElfSection, ReadonlySet<number>>();

  constructor({ sections, symbols }: ElfFile) {
    this.#sections = sections;
    this.#starts = sections.map(({ address }) => address);
    this.#ends = sections.map(({ address, size }) => address + size);
    this.#isCounted = sections.map(({ name }) => !notCode.has(name));
    this.lowest = this.#starts.reduce((lowest, start) => Math.min(lowest, start), Infinity);
    this.highest = this.#ends.reduce((highest, end) => Math.max(highest, end), 0);
    this.#wide = symbols.ofSize(wideSymbol);
    this.#symbols = symbols;
  }

  /** The section's number from 1; 0 if there is none. The end of a section belongs to it, unless another one begins there. */
  numberAt(address: number): number {
    if (address < this.lowest || address > this.highest) return 0;
    const [starts, ends] = [this.#starts, this.#ends];
    let endsHere = 0;
    for (let i = 0; i < starts.length; i++) {
      if (address < starts[i]! || address > ends[i]!) continue;
      if (address < ends[i]!) return i + 1;
      if (endsHere === 0) endsHere = i + 1;
    }
    return endsHere;
  }

  /** The same for eight bytes of data, which can also be a constant. `before` are the four bytes before them. */
  numberInData(address: number, from: ElfSection, before: number): number {
    // The end of a name, which zeros follow, looks like an address.
    if (isText(before) || isWithin(address, this.#wide)) return 0;
    const found = this.numberAt(address);
    if (found === 0 || from.name !== '.noptrdata') return found;
    // Variables without pointers are often tables of numbers. Only some lists of the runtime have addresses, of each other.
    const to = this.#sections[found - 1]!;
    return (to === from || to.name === '.go.module') && this.#isSymbol(address, to) ? found : 0;
  }

  /** How far the address is from the start of the section with this number; 0 in a section that says nothing. */
  distance(number: number, address: number): number {
    return this.#isCounted[number - 1] === true ? address - this.#starts[number - 1]! : 0;
  }

  /** Whether a symbol that is not empty starts there. */
  #isSymbol(address: number, section: ElfSection): boolean {
    let starts = this.#symbolStarts.get(section);
    if (starts === undefined) {
      starts = this.#symbols.startsIn(section.address, section.address + section.size);
      this.#symbolStarts.set(section, starts);
    }
    return starts.has(address);
  }
}

/** Whether all four bytes are printable ASCII characters. */
function isText(word: number): boolean {
  for (let rest = word, i = 0; i < 4; i++, rest >>= 8) {
    const byte = rest & 0xff;
    if (byte < 0x20 || byte >= 0x7f) return false;
  }
  return true;
}

/** Whether it is inside one of the spans, not at its start. */
function isWithin(address: number, spans: readonly Addresses[]): boolean {
  for (let i = 0; i < spans.length; i++) {
    if (address > spans[i]!.start && address < spans[i]!.end) return true;
  }
  return false;
}

/** In place of the upper half of an address, which is 0. No address has these bits, and constants hardly ever have. */
const addressMark = 0x7ffe0000;

function replaceInData(
  content: Uint8Array,
  section: ElfSection,
  addresses: SectionAddresses,
  plain: readonly Addresses[],
): Uint8Array {
  // With signs, as all of these are small numbers for the JavaScript engine. Addresses are lower.
  const words = new Int32Array(content.buffer, 0, content.length >> 2);
  const { lowest, highest } = addresses;
  const spans = plain.map(({ start, end }) => ({ start: start - 1, end }));
  for (let i = 0; i + 1 < words.length; i += 2) {
    const address = words[i]!;
    if (words[i + 1] !== 0 || address === 0 || address < lowest || address > highest) continue;
    const number = addresses.numberInData(address, section, i === 0 ? 0 : words[i - 1]!);
    if (number === 0 || isWithin(section.address + i * 4, spans)) continue;
    words[i] = addresses.distance(number, address);
    words[i + 1] = addressMark | number;
  }
  return content;
}

/** Returns the numbers of the sections, in the order of the instructions: an instruction has no room for them. */
function replaceInAmd64(code: Uint8Array, { address }: ElfSection, addresses: SectionAddresses): Uint8Array {
  const view = new DataView(code.buffer);
  const own = addresses.numberAt(address);
  // An instruction with such an operand has at least six bytes.
  const numbers = new Uint8Array(Math.ceil(code.length / 6));
  let count = 0;
  eachRelativeOperand(code, (at, end) => {
    const target = address + end + view.getInt32(at, true);
    const number = addresses.numberAt(target);
    numbers[count++] = number;
    if (number !== 0 && number !== own) view.setInt32(at, addresses.distance(number, target), true);
  });
  return numbers.subarray(0, count);
}

/**
 * An address takes two instructions: ADRP has the number of its page of 4096 bytes, relative to the instruction's own page,
 * and the ADD, load or store after it has the lower twelve bits. Returns sections' numbers and distances in their order.
 */
function replaceInArm64(code: Uint8Array, { address }: ElfSection, addresses: SectionAddresses): Uint8Array {
  const words = new Uint32Array(code.buffer, 0, code.length >> 2);
  const own = addresses.numberAt(address);
  const found: number[] = [];
  for (let i = 0; i + 1 < words.length; i++) {
    const adrp = words[i]!;
    if ((adrp & 0x9f000000) >>> 0 !== 0x90000000) continue;
    const user = words[i + 1]!;
    const scale = lowBitsScale(user);
    if (scale === null || ((user >>> 5) & 31) !== (adrp & 31)) continue;
    // The page is a signed number of 21 bits. Its lowest two are apart from the others.
    const pages = (((adrp << 8) >> 13) << 2) | ((adrp >>> 29) & 3);
    const at = address + 4 * i;
    const target = at - (at % 4096) + pages * 4096 + ((user >>> 10) & 0xfff) * scale;
    const number = addresses.numberAt(target);
    found.push(number);
    if (number === 0 || number === own) continue;
    found.push(addresses.distance(number, target));
    words[i] = adrp & 0x9f00001f;
    words[i + 1] = user & 0xffc003ff;
  }
  return new Uint8Array(Uint32Array.from(found).buffer);
}

/** By what the constant of an instruction is multiplied; `null` if it is no ADD, load or store with a constant. */
function lowBitsScale(instruction: number): number | null {
  if ((instruction & 0xffc00000) >>> 0 === 0x91000000) return 1;
  if ((instruction & 0x3b000000) >>> 0 !== 0x39000000) return null;
  const isOf16Bytes = (instruction & 0xc4800000) >>> 0 === 0x04800000;
  return isOf16Bytes ? 16 : 1 << (instruction >>> 30);
}
