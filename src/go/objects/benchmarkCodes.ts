/**
 * Which machine code each benchmark of a package can run. Builds that differ may be the same for a benchmark: what else is in the binary
 * (another test, a function that it does not call) does not matter to it.
 */
import { createHash } from 'node:crypto';
import { listAt } from '../../base/maps.ts';
import type { PackageObjects } from './archive.ts';
import { CodeDigests, DigestSum } from './codeDigest.ts';
import type { GoObject } from './goObject.ts';
import { initialises, initOrder, initTask } from './initOrder.ts';
import { LinkedSymbols, symbolPrefix } from './linkedSymbols.ts';
import { ReachedSymbols } from './reachedSymbols.ts';

/** What a test binary is linked from. */
export interface TestObjects {
  /** By the path that each has in the program. The one that runs the tests is `main`. */
  readonly packages: ReadonlyMap<string, PackageObjects>;
  /** The paths of the standard library's. */
  readonly standard: ReadonlySet<string>;
  /** What the linker puts into the runtime for go.mod and `//go:debug` lines, in no object file. */
  readonly settings: string;
  /** The paths of the package and of its tests in a package of their own. */
  readonly tested: readonly string[];
}

/** The lists from which package testing takes what it runs. */
const lists = /^main\.(?:tests|benchmarks|fuzzTargets|examples|\.stmp_\d+)$/;

/** Packages whose functions compiled code calls without their names. */
const ofRuntime = /^(?:runtime|internal\/(?:runtime\/.*|bytealg))$/;

/** Names of benchmark functions, without their package. */
const benchmarkName = /\.(Benchmark[^.[\]·]*)$/;

/**
 * By the name of each benchmark function, a hash of all that it reaches, and of all that a program does before its first benchmark:
 * its own tests do not matter. @throws RangeError where a file is damaged
 */
export function benchmarkCodes(objects: TestObjects): ReadonlyMap<string, string> {
  return new BenchmarkCodes(objects).all();
}

/**
 * What runs before the tests, and the whole runtime: which of its functions compiled code calls is not said by name.
 *
 * @param paths of all packages
 */
export function startOf(symbols: LinkedSymbols, paths: Iterable<string>): number[] {
  const all = [...paths];
  const names = ['main.main', ...all.map((path) => `${symbolPrefix(path)}${initTask}`)];
  return [
    ...all.filter((path) => ofRuntime.test(path)).flatMap((path) => symbols.ofPackage(path)),
    ...names.flatMap((name) => symbols.named(name) ?? []),
  ];
}

class BenchmarkCodes {
  readonly #symbols: LinkedSymbols;
  readonly #digests: CodeDigests;
  readonly #tested: TestObjects['tested'];
  /** Of the standard library nothing changes unless its files do, which have names by their content. */
  readonly #standard: ReadonlySet<GoObject>;
  readonly #start = new DigestSum();
  readonly #reached: ReachedSymbols;

  constructor({ packages, standard, settings, tested }: TestObjects) {
    const symbols = new LinkedSymbols(packages);
    this.#symbols = symbols;
    this.#tested = tested;
    this.#digests = new CodeDigests(symbols);
    const ofStandard = [...packages].filter(([path]) => standard.has(path));
    this.#standard = new Set(ofStandard.flatMap(([, { objects }]) => objects));
    const known = [
      settings,
      ...ofStandard.map(([path, { file }]) => `${path} ${file}`),
      this.#initOrder().join('\n'),
    ];
    for (const each of known) this.#start.add(createHash('sha256').update(each).digest());
    const leftOut = new Set(symbols.ofPackage('main').filter((each) => lists.test(symbols.nameOf(each))));
    this.#reached = new ReachedSymbols(symbols, leftOut, (each) => this.#add(this.#start, each));
    this.#reached.add(startOf(symbols, packages.keys()));
  }

  /**
   * The tasks of packages outside of the standard library. One more import of its packages may change who is first there, but what these
   * do does not depend on others.
   */
  #initOrder(): string[] {
    const main = this.#symbols.named(`main${initTask}`);
    const order = main === undefined ? [] : initOrder(this.#symbols, main);
    return order.flatMap((task) => (this.#isOfStandard(task) ? [] : this.#symbols.nameOf(task)));
  }

  /** A package that initialises nothing itself has a task where one that it imports does. */
  #isIdle(symbol: number): boolean {
    return this.#symbols.nameOf(symbol).endsWith(initTask) && !initialises(this.#symbols, symbol);
  }

  #isOfStandard(symbol: number): boolean {
    return this.#symbols.definitions(symbol).every(({ object }) => this.#standard.has(object));
  }

  #add(sum: DigestSum, symbol: number): void {
    if (!this.#symbols.isDefined(symbol) || !(this.#isOfStandard(symbol) || this.#isIdle(symbol)))
      sum.add(this.#digests.of(symbol));
  }

  all(): Map<string, string> {
    return new Map([...this.#functions()].map(([name, functions]) => [name, this.#codeOf(functions)]));
  }

  /** A package and its tests in a package of their own may both have one of a name. */
  #functions(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const path of this.#tested) {
      for (const each of this.#symbols.ofPackage(path)) {
        const [, name] = benchmarkName.exec(this.#symbols.nameOf(each)) ?? [];
        if (name !== undefined && this.#symbols.isFunction(each)) listAt(found, name).push(each);
      }
    }
    return found;
  }

  #codeOf(functions: readonly number[]): string {
    const sum = new DigestSum(this.#start);
    this.#reached.copy((each) => this.#add(sum, each)).add(functions);
    return sum.toString();
  }
}
