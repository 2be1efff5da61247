/** What symbols are, whatever their numbers and places: bytes, and what these refer to by name or, where the name is a number, by content. */
import { createHash } from 'node:crypto';
import type { Relocation } from './goObject.ts';
import { initTask } from './initOrder.ts';
import type { Definition, LinkedSymbols } from './linkedSymbols.ts';

/** Of 32 bits each. */
const words = 4;

/** Names that the compiler numbers through a package: `m..stmp_3`, `m..dict0`. */
const numbered = /\.\.[A-Za-z]+[._]?\d+$/;

/** A set of symbols as one value, in any order: the sum of its digests. */
export class DigestSum {
  readonly #sum = new Uint32Array(words);

  constructor(from?: DigestSum) {
    if (from !== undefined) this.#sum.set(from.#sum);
  }

  add(digest: Buffer): void {
    for (let i = 0; i < words; i++) this.#sum[i]! += digest.readUInt32LE(4 * i);
  }

  toString(): string {
    return [...this.#sum].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}

export class CodeDigests {
  readonly #symbols: LinkedSymbols;
  readonly #known = new Map<number, Buffer>();
  readonly #begun = new Set<number>();

  constructor(symbols: LinkedSymbols) {
    this.#symbols = symbols;
  }

  of(symbol: number): Buffer {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    this.#begun.add(symbol);
    const hash = createHash('sha256').update(this.#isNamed(symbol) ? this.#symbols.nameOf(symbol) : '');
    if (this.#symbols.isDefined(symbol)) {
      const all = this.#symbols.definitions(symbol).map((each) => this.#content(each));
      for (const each of all.sort(Buffer.compare)) hash.update(each);
    }
    this.#begun.delete(symbol);
    const made = hash.digest();
    this.#known.set(symbol, made);
    return made;
  }

  #isNamed(symbol: number): boolean {
    const name = this.#symbols.nameOf(symbol);
    return name !== '' && !numbered.test(name);
  }

  #content(definition: Definition): Buffer {
    const { object, index } = definition;
    const said = [
      `${object.kindOf(index)} ${object.sizeOf(index)}`,
      ...object
        .relocationsOf(index)
        .filter((each) => !this.#isOrder(definition, each))
        .map(
          (each) =>
            `${each.offset} ${each.size} ${each.kind} ${each.isWeak} ${each.addend} ${this.#identity(definition, each)}`,
        ),
      ...object.functionDataOf(index).map((to) => this.#identity(definition, { to })),
    ];
    return createHash('sha256').update(object.dataOf(index)).update(said.join('\n')).digest();
  }

  /** Which packages are initialised before is no part of a symbol: see `initOrder`. */
  #isOrder(definition: Definition, { to }: Relocation): boolean {
    if (!definition.object.nameOf(definition.index).endsWith(initTask)) return false;
    const symbol = this.#symbols.target(definition, { to });
    return symbol !== null && this.#symbols.nameOf(symbol).endsWith(initTask);
  }

  #identity(definition: Definition, { to }: Pick<Relocation, 'to'>): string {
    if (to?.is === 'builtin') return `builtin ${to.index}`;
    const symbol = this.#symbols.target(definition, { to });
    if (symbol === null) return '';
    const name = this.#symbols.nameOf(symbol);
    if (this.#isNamed(symbol) || this.#begun.has(symbol)) return name;
    return this.of(symbol).toString('latin1');
  }
}
