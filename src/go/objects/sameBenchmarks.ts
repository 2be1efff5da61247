/**
 * Which benchmarks run the same machine code in two builds of a package, although the builds differ: what else is in the binary
 * (another test, a function that they do not call) does not matter to them.
 */
import { listAt } from '../../base/maps.ts';
import type { PackageObjects } from './archive.ts';
import { CodeDigests, DigestSum } from './codeDigest.ts';
import type { GoObject } from './goObject.ts';
import { LinkedSymbols, symbolPrefix } from './linkedSymbols.ts';
import { ReachedSymbols } from './reachedSymbols.ts';

/** What a test binary is linked from. */
export interface TestObjects {
  /** By the path that each has in the program. The one that runs the tests is `main`. */
  readonly packages: ReadonlyMap<string, PackageObjects>;
  /** The paths of the package and of its tests in a package of their own. */
  readonly tested: readonly string[];
}

/** The lists from which package testing takes what it runs. */
const lists = /^main\.(?:tests|benchmarks|fuzzTargets|examples|\.stmp_\d+)$/;

/** Packages whose functions compiled code calls without their names. */
const ofRuntime = /^(?:runtime|internal\/(?:runtime\/.*|bytealg))$/;

/** Names of benchmark functions, without their package. */
const benchmarkName = /\.(Benchmark[^.[\]·]*)$/;

/** Names of benchmark functions. */
export interface SameBenchmarks {
  readonly same: readonly string[];
  /** Those of `now` that run other code, or that the base does not have. */
  readonly others: readonly string[];
}

/**
 * What a program does before its first benchmark belongs to all of them: if that differs, none is the same.
 * @throws RangeError where a file is damaged
 */
export function sameBenchmarks(now: TestObjects, base: TestObjects): SameBenchmarks {
  const inBoth = [...now.packages].filter(([path, { file }]) => base.packages.get(path)?.file === file);
  const common = new Set(inBoth.map(([path]) => path));
  const [ofNow, ofBase] = [new BenchmarkCode(now, common), new BenchmarkCode(base, common)];
  if (!ofNow.start.equals(ofBase.start)) return { same: [], others: ofNow.names };
  const isSame = (name: string) => ofBase.names.includes(name) && ofNow.of(name).equals(ofBase.of(name));
  const same = new Set(ofNow.names.filter(isSame));
  return { same: [...same], others: ofNow.names.filter((name) => !same.has(name)) };
}

/**
 * What runs before the tests, and the whole runtime: which of its functions compiled code calls is not said by name.
 *
 * @param paths of all packages
 */
export function startOf(symbols: LinkedSymbols, paths: Iterable<string>): number[] {
  const all = [...paths];
  const names = ['main.main', ...all.map((path) => `${symbolPrefix(path)}..inittask`)];
  return [
    ...all.filter((path) => ofRuntime.test(path)).flatMap((path) => [...symbols.ofPackage(path)]),
    ...names.flatMap((name) => symbols.named(name) ?? []),
  ];
}

class BenchmarkCode {
  readonly #symbols: LinkedSymbols;
  readonly #digests: CodeDigests;
  readonly #compared: ReadonlySet<GoObject>;
  readonly #tested: TestObjects['tested'];
  readonly #functions = new Map<string, number[]>();
  readonly #reached: ReachedSymbols;
  /** What is reached before any benchmark runs. */
  readonly start = new DigestSum();

  /** @param common the packages that are the same in what it is compared with: they need not be looked at */
  constructor({ packages, tested }: TestObjects, common: ReadonlySet<string>) {
    this.#symbols = new LinkedSymbols(packages);
    this.#compared = new Set(
      [...packages].flatMap(([path, { objects }]) => (common.has(path) ? [] : objects)),
    );
    this.#digests = new CodeDigests(this.#symbols);
    this.#tested = tested;
    this.#findFunctions();
    const symbols = this.#symbols;
    const leftOut = new Set(
      [...symbols.ofPackage('main')].filter((each) => lists.test(symbols.nameOf(each))),
    );
    this.#reached = new ReachedSymbols(symbols, leftOut, (each) => this.#add(this.start, each));
    this.#reached.add(startOf(symbols, packages.keys()));
  }

  #findFunctions(): void {
    for (const path of this.#tested) {
      for (const each of this.#symbols.ofPackage(path)) {
        const [, name] = benchmarkName.exec(this.#symbols.nameOf(each)) ?? [];
        if (name !== undefined && this.#symbols.isFunction(each)) listAt(this.#functions, name).push(each);
      }
    }
  }

  #add(sum: DigestSum, symbol: number): void {
    const isCommon =
      this.#symbols.isDefined(symbol) &&
      this.#symbols.definitions(symbol).every(({ object }) => !this.#compared.has(object));
    if (!isCommon) sum.add(this.#digests.of(symbol));
  }

  get names(): string[] {
    return [...this.#functions.keys()];
  }

  of(name: string): DigestSum {
    const sum = new DigestSum(this.start);
    const reached = this.#reached.copy((each) => this.#add(sum, each));
    reached.add(this.#functions.get(name) ?? []);
    return sum;
  }
}
