/**
 * Which symbols of a program can run or be read from some of its functions on, as Go's linker finds what it must keep
 * (cmd/link/internal/ld/deadcode.go). A method is reached where it is called, or where its type gets into an interface and a method
 * of its name and type is called through one. Where a method is looked up by a name that is not known, all exported ones are.
 */
import { type Relocation, relocationKind } from './goObject.ts';
import type { Definition, LinkedSymbols } from './linkedSymbols.ts';

/** A method of a type that is in an interface, of which nobody knows yet that it is called. */
interface Method {
  readonly name: string;
  readonly signature: string;
  /** Its type and its code. */
  readonly symbols: readonly number[];
}

/** Of its descriptor: offsets to its type, and to its code for each way to call it. */
const relocationsOfMethod = 3;
/** In a type's description, the name of a method stands before its type. */
const bytesOfName = 4;

/** What has been found until now. */
class State {
  readonly reached: Uint8Array;
  readonly inInterfaces: Uint8Array;
  readonly elsewhere: Set<number>;
  /** Methods that are called through interfaces, by name and type, and those of which the name alone is known. */
  readonly called: Set<string>;
  readonly calledNames: Set<string>;
  methods: readonly Method[];
  looksUpMethods: boolean;

  constructor(size: number, from?: State) {
    this.reached = from?.reached.slice() ?? new Uint8Array(size);
    this.inInterfaces = from?.inInterfaces.slice() ?? new Uint8Array(size);
    this.elsewhere = new Set(from?.elsewhere);
    this.called = new Set(from?.called);
    this.calledNames = new Set(from?.calledNames);
    this.methods = from?.methods ?? [];
    this.looksUpMethods = from?.looksUpMethods ?? false;
  }
}

export class ReachedSymbols {
  readonly #symbols: LinkedSymbols;
  readonly #leftOut: ReadonlySet<number>;
  readonly #told: (symbol: number) => void;
  readonly #state: State;
  readonly #open: number[] = [];
  #added: Method[] = [];

  /**
   * @param leftOut symbols that are not reached, whoever refers to them
   * @param told gets each symbol once
   */
  constructor(
    symbols: LinkedSymbols,
    leftOut: ReadonlySet<number>,
    told: (symbol: number) => void,
    from?: ReachedSymbols,
  ) {
    this.#symbols = symbols;
    this.#leftOut = leftOut;
    this.#told = told;
    this.#state = new State(symbols.defined, from === undefined ? undefined : from.#state);
    if (from !== undefined) return;
    for (const type of symbols.usedInInterfaces()) this.#state.inInterfaces[type] = 1;
  }

  /** As it is now; what is added to it later is told to `told`. */
  copy(told: (symbol: number) => void): ReachedSymbols {
    return new ReachedSymbols(this.#symbols, this.#leftOut, told, this);
  }

  has(symbol: number): boolean {
    return this.#symbols.isDefined(symbol)
      ? this.#state.reached[symbol] === 1
      : this.#state.elsewhere.has(symbol);
  }

  /** Adds all that is reached from these. */
  add(roots: Iterable<number>): void {
    for (const root of roots) this.#mark(root);
    this.#flood();
    for (let isMore = true; isMore; ) {
      const left: Method[] = [];
      const called: Method[] = [];
      for (const method of [...this.#state.methods, ...this.#added])
        (this.#isCalled(method) ? called : left).push(method);
      this.#added = [];
      this.#state.methods = left;
      for (const { symbols } of called) for (const each of symbols) this.#mark(each);
      isMore = this.#open.length > 0;
      this.#flood();
    }
  }

  #isCalled({ name, signature }: Method): boolean {
    if (this.#state.called.has(signature) || this.#state.calledNames.has(name)) return true;
    return this.#state.looksUpMethods && /^\p{Lu}/u.test(name);
  }

  #mark(symbol: number): void {
    if (this.has(symbol)) return;
    if (!this.#symbols.isDefined(symbol)) {
      this.#state.elsewhere.add(symbol);
      this.#told(symbol);
      return;
    }
    this.#state.reached[symbol] = 1;
    if (this.#leftOut.has(symbol)) return;
    this.#told(symbol);
    this.#open.push(symbol);
  }

  /** What it leads to has to be looked at again. */
  #putIntoInterface(type: number): void {
    if (!this.#symbols.isDefined(type) || this.#state.inInterfaces[type] === 1) return;
    this.#state.inInterfaces[type] = 1;
    if (this.#state.reached[type] === 1) this.#open.push(type);
  }

  #flood(): void {
    for (let symbol = this.#open.pop(); symbol !== undefined; symbol = this.#open.pop()) this.#follow(symbol);
  }

  #follow(symbol: number): void {
    for (const definition of this.#symbols.definitions(symbol)) this.#followDefinition(symbol, definition);
  }

  #followDefinition(symbol: number, definition: Definition): void {
    const { object, index } = definition;
    if (object.looksUpMethods(index)) this.#state.looksUpMethods = true;
    if (object.isUsedInInterface(index)) this.#state.inInterfaces[symbol] = 1;
    const isInInterface = object.isType(index) && this.#state.inInterfaces[symbol] === 1;
    const relocations = object.relocationsOf(index);
    for (let i = 0; i < relocations.length; i++) {
      const each = relocations[i]!;
      const to = this.#symbols.target(definition, each);
      if (each.isWeak || to === null) continue;
      if (each.kind === relocationKind.methodOffset) {
        if (isInInterface) this.#addMethod(symbol, relocations, i);
        i += relocationsOfMethod - 1;
      } else this.#followOne(each, to, isInInterface);
    }
    for (const to of object.functionDataOf(index)) {
      const data = this.#symbols.target(definition, { to });
      if (data !== null) this.#mark(data);
    }
  }

  #followOne({ kind, addend }: Relocation, to: number, isInInterface: boolean): void {
    switch (kind) {
      case relocationKind.useType:
        return;
      case relocationKind.useInterface:
        this.#putIntoInterface(this.#typeOf(to));
        return;
      case relocationKind.useInterfaceMethod:
        this.#state.called.add(this.#signatureAt(to, addend));
        return;
      case relocationKind.useNamedMethod:
        this.#state.calledNames.add(Buffer.from(this.#symbols.dataOf(to)).toString());
        return;
      default:
        // By reflection, one gets from a value in an interface to the values in it.
        if (isInInterface && this.#isType(to)) this.#putIntoInterface(to);
        this.#mark(to);
    }
  }

  #isType(symbol: number): boolean {
    if (!this.#symbols.isDefined(symbol)) return false;
    const { object, index } = this.#symbols.definition(symbol);
    return object.isType(index);
  }

  /** Of an itab, the type whose methods it has: the second pointer of it. */
  #typeOf(symbol: number): number {
    if (!this.#symbols.isDefined(symbol)) return symbol;
    const definition = this.#symbols.definition(symbol);
    if (!definition.object.isItab(definition.index)) return symbol;
    const [, second] = definition.object
      .relocationsOf(definition.index)
      .filter(({ to }) => to !== null)
      .sort((a, b) => a.offset - b.offset);
    return (second === undefined ? null : this.#symbols.target(definition, second)) ?? symbol;
  }

  #addMethod(type: number, relocations: readonly Relocation[], at: number): void {
    const definition = this.#symbols.definition(type);
    const own = relocations.slice(at, at + relocationsOfMethod);
    const symbols = own.flatMap((each) => this.#symbols.target(definition, each) ?? []);
    const [description] = own;
    const place = (description?.offset ?? 0) - bytesOfName;
    const signature = this.#signatureAt(type, place);
    const method = { name: signature.slice(0, signature.indexOf('\0')), signature, symbols };
    this.#added.push(method);
    // Its type is a type of its own, and leads to those of its arguments.
    const [itsType] = symbols;
    if (itsType !== undefined) this.#putIntoInterface(itsType);
  }

  /** Name and type of the method that is described at this place of a type. */
  #signatureAt(type: number, offset: number): string {
    const definition = this.#symbols.definition(type);
    const relocations = definition.object.relocationsOf(definition.index);
    const at = (place: number) => {
      const found = relocations.find((each) => each.offset === place);
      return found === undefined ? null : this.#symbols.target(definition, found);
    };
    const [name, description] = [at(offset), at(offset + bytesOfName)];
    return `${name === null ? '' : nameIn(this.#symbols.dataOf(name))}\0${description}`;
  }
}

/** A name as the runtime has it: flags, its length in seven bits a byte, its bytes. */
function nameIn(bytes: Uint8Array): string {
  let [length, at, shift] = [0, 1, 0];
  for (; at < bytes.length; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return Buffer.from(bytes.subarray(at, at + length)).toString();
}
