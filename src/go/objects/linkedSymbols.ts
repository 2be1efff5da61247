/** All symbols that a program is linked from, each with one number, however many packages define it or refer to it. */
import { listAt } from '../../base/maps.ts';
import type { PackageObjects } from './archive.ts';
import { type GoObject, type Reference, type Relocation, staticAbi } from './goObject.ts';

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
/** In the place of a calling convention, of what the package that it should be in does not have. */
const nowhere = -1;

export class LinkedSymbols {
  /** By path, as symbols name it. */
  readonly #packages = new Map<string, readonly GoObject[]>();
  readonly #first = new Map<GoObject, number>();
  readonly #objects: GoObject[] = [];
  readonly #starts: number[] = [];
  /** Where in `#objects` the one stands that defines a symbol. */
  readonly #objectOf: Uint32Array;
  /** Of each object what its references to symbols of this file lead to, once that was asked: the number, and one. */
  readonly #resolved = new Map<GoObject, Uint32Array>();
  /** Which symbol stands for each one. */
  readonly #same: Int32Array;
  /** Other code that packages have for the same symbol. */
  readonly #variants = new Map<number, number[]>();
  /** By hash, and by calling convention and name. */
  readonly #byHash = new Map<string, number>();
  readonly #byName = new Map<number, Map<string, number>>();
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
        this.#resolved.set(object, new Uint32Array(object.all));
        this.#objects.push(object);
        this.#starts.push(count);
        count += object.defined;
      }
    }
    this.#defined = count;
    this.#objectOf = new Uint32Array(count);
    for (const [i, start] of this.#starts.entries()) this.#objectOf.fill(i, start);
    this.#same = new Int32Array(count);
    for (const object of this.#objects) this.#define(object);
  }

  #define(object: GoObject): void {
    const first = this.#first.get(object) ?? 0;
    for (let i = 0; i < object.defined; i++) {
      this.#same[first + i] = first + i;
      if (isForDebuggers(object.kindOf(i))) continue;
      const hash = object.hashOf(i);
      if (hash !== null) this.#defineHashed(hash, first + i);
      else if (object.abiOf(i) !== staticAbi) this.#defineNamed(object, i, first + i);
    }
  }

  /** By what it is, so all are the same. */
  #defineHashed(hash: string, symbol: number): void {
    const known = this.#byHash.get(hash);
    if (known === undefined) this.#byHash.set(hash, symbol);
    else this.#same[symbol] = known;
  }

  #defineNamed(object: GoObject, index: number, symbol: number): void {
    const name = object.nameOf(index);
    if (name === '') return;
    const byName = this.#namesOf(object.abiOf(index));
    const known = byName.get(name);
    if (known === undefined) {
      byName.set(name, symbol);
      return;
    }
    const [bytes, knownBytes] = [object.dataOf(index), this.#bytesOf(known)];
    // One that has no bytes is only declared where another one has some.
    if (knownBytes.length === 0 && bytes.length > 0) {
      this.#same[known] = symbol;
      byName.set(name, symbol);
      return;
    }
    this.#same[symbol] = known;
    if (bytes.length > 0 && Buffer.compare(bytes, knownBytes) !== 0)
      listAt(this.#variants, known).push(symbol);
  }

  #namesOf(abi: number): Map<string, number> {
    const known = this.#byName.get(abi);
    if (known !== undefined) return known;
    const made = new Map<string, number>();
    this.#byName.set(abi, made);
    return made;
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
    const found = this.#namesOf(1).get(name) ?? this.#namesOf(0).get(name);
    return found === undefined || found >= this.#defined ? undefined : this.#standsFor(found);
  }

  /** Those that a package defines, but for what only debuggers read. */
  ofPackage(path: string): number[] {
    const found: number[] = [];
    for (const object of this.#packages.get(path) ?? []) {
      const first = this.#first.get(object) ?? 0;
      for (let i = 0; i < object.defined; i++)
        if (!isForDebuggers(object.kindOf(i))) found.push(this.#standsFor(first + i));
    }
    return found;
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
    const at = this.#objectOf[symbol] ?? -1;
    const object = this.#objects[at];
    if (object === undefined) throw new RangeError('no such symbol');
    return { object, index: symbol - (this.#starts[at] ?? 0) };
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
      if (other === undefined || to.index >= other.defined)
        return this.#named(nowhere, `${to.package} ${to.index}`);
      return this.#standsFor((this.#first.get(other) ?? 0) + to.index);
    }
    const resolved = this.#resolved.get(object);
    const known = resolved?.[to.index] ?? 0;
    if (known > 0) return known - 1;
    const found =
      to.index < object.defined
        ? this.#standsFor((this.#first.get(object) ?? 0) + to.index)
        : this.#named(object.abiOf(to.index), object.nameOf(to.index));
    if (resolved !== undefined) resolved[to.index] = found + 1;
    return found;
  }

  #named(abi: number, name: string): number {
    const byName = this.#namesOf(abi);
    const known = byName.get(name);
    if (known !== undefined) return known < this.#defined ? this.#standsFor(known) : known;
    const made = this.#defined + this.#elsewhere.length;
    this.#elsewhere.push(`${abi} ${name}`);
    byName.set(name, made);
    return made;
  }
}

/** Dots of the last element are written as `%2e` in symbols' names, as by objabi.PathToPrefix. */
export function symbolPrefix(path: string): string {
  const last = path.lastIndexOf('/') + 1;
  return path.slice(0, last) + path.slice(last).replaceAll('.', '%2e');
}
