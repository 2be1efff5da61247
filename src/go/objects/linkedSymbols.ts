/** All symbols that a program is linked from, each with one number, however many packages define it or refer to it. */
import { listAt } from '../../base/maps.ts';
import type { PackageObjects } from './archive.ts';
import type { GoObject, Reference, Relocation } from './goObject.ts';

/** A symbol where it is defined. */
export interface Definition {
  readonly object: GoObject;
  readonly index: number;
}

/** Of Go code, and of that whose checksum FIPS 140 asks for, as in cmd/internal/objabi. */
const functionKinds = [1, 2];

/** Most symbols describe the program to debuggers: kinds of DWARF, as in cmd/internal/objabi. */
function isForDebuggers(kind: number): boolean {
  return kind >= 12 && kind <= 20;
}

/** Go's builtins are in its runtime; which has which number is known to the compiler alone. */
const noSymbol = -1;

export class LinkedSymbols {
  /** By path, as symbols name it. */
  readonly #packages = new Map<string, readonly GoObject[]>();
  readonly #first = new Map<GoObject, number>();
  readonly #objects: GoObject[] = [];
  readonly #starts: number[] = [];
  /** Which symbol stands for each one. */
  readonly #same: Int32Array;
  /** Other code that packages have for the same symbol. */
  readonly #variants = new Map<number, number[]>();
  /** By name and calling convention, and by hash. */
  readonly #byKey = new Map<string, number>();
  /** Symbols that only the linker makes, or that are nowhere. Their numbers come after all others. */
  readonly #elsewhere: string[] = [];
  readonly #defined: number;

  /** @param packages by their paths in the program */
  constructor(packages: ReadonlyMap<string, PackageObjects>) {
    let count = 0;
    for (const [path, { objects }] of packages) {
      this.#packages.set(symbolPrefix(path), objects).set(path, objects);
      for (const object of objects) {
        this.#first.set(object, count);
        this.#objects.push(object);
        this.#starts.push(count);
        count += object.defined;
      }
    }
    this.#defined = count;
    this.#same = new Int32Array(count);
    for (const object of this.#objects) this.#define(object);
  }

  #define(object: GoObject): void {
    const first = this.#first.get(object) ?? 0;
    for (let i = 0; i < object.defined; i++) {
      this.#same[first + i] = first + i;
      if (isForDebuggers(object.kindOf(i))) continue;
      const key = keyOf(object, i);
      const known = key === null ? undefined : this.#byKey.get(key);
      if (key !== null && known === undefined) this.#byKey.set(key, first + i);
      if (key === null || known === undefined) continue;
      const [bytes, knownBytes] = [object.dataOf(i), this.#bytesOf(known)];
      // One that has no bytes is only declared where another one has some.
      if (knownBytes.length === 0 && bytes.length > 0) {
        this.#same[known] = first + i;
        this.#byKey.set(key, first + i);
        continue;
      }
      this.#same[first + i] = known;
      if (bytes.length > 0 && Buffer.compare(bytes, knownBytes) !== 0)
        listAt(this.#variants, known).push(first + i);
    }
  }

  /** Where a symbol is defined: several places if packages have made different code of it. Which one is linked, is up to the linker. */
  definitions(symbol: number): Definition[] {
    const variants = this.#variants.get(symbol);
    return [symbol, ...(variants ?? [])].map((each) => this.definition(each));
  }

  #bytesOf(symbol: number): Uint8Array {
    const { object, index } = this.definition(symbol);
    return object.dataOf(index);
  }

  #standsFor(symbol: number): number {
    let found = symbol;
    for (let next = this.#same[found] ?? found; next !== found; next = this.#same[found] ?? found)
      found = next;
    return found;
  }

  /** More than the number of any symbol that a package defines. */
  get defined(): number {
    return this.#defined;
  }

  isDefined(symbol: number): boolean {
    return symbol < this.#defined;
  }

  /** The symbol of this name: of Go's calling convention, or a variable's. */
  named(name: string): number | undefined {
    const found = this.#byKey.get(`1 ${name}`) ?? this.#byKey.get(`0 ${name}`);
    return found === undefined || found >= this.#defined ? undefined : this.#standsFor(found);
  }

  /** Those that a package defines. */
  *ofPackage(path: string): Iterable<number> {
    for (const object of this.#packages.get(path) ?? []) {
      const first = this.#first.get(object) ?? 0;
      for (let i = 0; i < object.defined; i++) yield this.#standsFor(first + i);
    }
  }

  /** Types that are put into an interface, as the compiler says outside of any function. */
  *usedInInterfaces(): Iterable<number> {
    for (const object of this.#objects) {
      for (const each of object.usedInInterfaces()) {
        const type = this.#resolve(object, each);
        if (type !== noSymbol && this.isDefined(type)) yield type;
      }
    }
  }

  definition(symbol: number): Definition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= symbol) low = middle;
      else high = middle - 1;
    }
    const object = this.#objects[low];
    if (object === undefined || symbol >= this.#defined) throw new RangeError('no such symbol');
    return { object, index: symbol - (this.#starts[low] ?? 0) };
  }

  isFunction(symbol: number): boolean {
    const { object, index } = this.definition(symbol);
    return functionKinds.includes(object.kindOf(index));
  }

  dataOf(symbol: number): Uint8Array {
    return this.isDefined(symbol) ? this.#bytesOf(symbol) : new Uint8Array();
  }

  nameOf(symbol: number): string {
    if (!this.isDefined(symbol)) return this.#elsewhere[symbol - this.#defined] ?? '';
    const { object, index } = this.definition(symbol);
    return object.nameOf(index);
  }

  /** `null` for a builtin of Go. */
  target({ object }: Definition, { to }: Pick<Relocation, 'to'>): number | null {
    if (to === null) return null;
    const found = this.#resolve(object, to);
    return found === noSymbol ? null : found;
  }

  #resolve(object: GoObject, to: Reference): number {
    if (to.is === 'builtin') return noSymbol;
    if (to.is === 'other') {
      const [other] = this.#packages.get(to.package) ?? [];
      if (other === undefined || to.index >= other.defined) return this.#named(`? ${to.package} ${to.index}`);
      return this.#standsFor((this.#first.get(other) ?? 0) + to.index);
    }
    if (to.index < object.defined) return this.#standsFor((this.#first.get(object) ?? 0) + to.index);
    return this.#named(`${object.abiOf(to.index)} ${object.nameOf(to.index)}`);
  }

  #named(key: string): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known < this.#defined ? this.#standsFor(known) : known;
    const made = this.#defined + this.#elsewhere.length;
    this.#elsewhere.push(key);
    this.#byKey.set(key, made);
    return made;
  }
}

/** By what a symbol is the same in other files; `null` for one that they do not see. */
function keyOf(object: GoObject, index: number): string | null {
  const hash = object.hashOf(index);
  if (hash !== null) return `hash ${hash}`;
  return object.hasName(index) ? `${object.abiOf(index)} ${object.nameOf(index)}` : null;
}

/** Dots of the last element are written as `%2e` in symbols' names, as by objabi.PathToPrefix. */
export function symbolPrefix(path: string): string {
  const last = path.lastIndexOf('/') + 1;
  return path.slice(0, last) + path.slice(last).replaceAll('.', '%2e');
}
