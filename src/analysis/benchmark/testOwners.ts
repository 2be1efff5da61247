/**
 * What the samples of a profile of tests belong to. Go's test runner marks nothing (golang/go#71996), so a sample belongs to
 * the test whose function is on its stack: `pkg.TestX` itself, or a function literal in it (`pkg.TestX.func1`), which is
 * where a subtest or a goroutine of the test begins.
 */
import type { Profile } from '../../pprof/profile.ts';
import { utf8Bytes } from '../../pprof/strings.ts';
import type { Value } from '../values/value.ts';
import { joinedAt, weightsOf } from '../values/weights.ts';
import {
  byName,
  collectorFunction,
  goroutineRoot,
  mainRoot,
  mostRecordedFrames,
  rootKinds,
  runtimeRoot,
} from './stackRoots.ts';

/**
 * What a sample belongs to that is of no test:
 *
 *   subtests    run by package testing, of a test that is not known: its function is in none of the tests, as the method of
 *               a suite or a function that is handed to `t.Run`
 *   goroutines  of another goroutine, which a test or a package has started: Go's profiles do not say who
 *   truncated   its stack is deeper than Go records, so the root is missing, and the test with it
 *   setup       package initialisation, TestMain outside of its tests, package testing
 *   collector   the garbage collector's own workers
 *   scheduler   the rest of the runtime: scheduling, timers, signals, the profiler itself
 */
export const testBuckets = [
  'subtests',
  'goroutines',
  'truncated',
  'setup',
  'collector',
  'scheduler',
] as const;
export type TestBucket = (typeof testBuckets)[number];

/** To which test, or else to which bucket, each sample belongs. */
export interface TestOwners {
  readonly names: readonly string[];
  /** By sample: an index in `names`, or `names.length` and above an index in `testBuckets`. */
  readonly ownerOf: Uint32Array;
}

/** What the tests and the rest cost, in one sample type. Together it is exactly the sum of all samples. */
export interface TestTotals {
  /** In the order of `names`. */
  readonly tests: readonly Value[];
  readonly others: Readonly<Record<TestBucket, Value>>;
}

/**
 * Finds the owner of each sample. If functions of several tests are on a stack, the one nearest the root owns it: it has
 * called the other.
 *
 * @param importPath of the package that the test binary is of
 * @param names of its tests, examples and fuzz targets: functions, without subtests
 */
export function testOwners(profile: Profile, importPath: string, names: readonly string[]): TestOwners {
  const { samples, locations } = profile;
  const roles = locationRoles(profile, new TestFunctions(importPath, names));
  const roots = rootKinds(profile);
  const ownerOf = new Uint32Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    let test = noTest;
    let role = 0;
    let frames = 0;
    // From the root, which is the last.
    for (let i = end - 1; i >= start; i--) {
      const location = samples.locations[i]!;
      if (test === noTest) test = roles.testOf[location]!;
      role |= roles.bits[location]!;
      frames += locations.lineStart[location + 1]! - locations.lineStart[location]!;
    }
    const root = start === end ? runtimeRoot : roots[samples.locations[end - 1]!]!;
    ownerOf[sample] =
      test === noTest ? names.length + testBuckets.indexOf(bucketFrom(role, root, frames)) : test;
  }
  return { names, ownerOf };
}

/** The totals of one sample type, summed in one pass over the samples. */
export function testTotals(profile: Profile, { names, ownerOf }: TestOwners, sampleType: number): TestTotals {
  const sums = weightsOf(profile, sampleType).parts.map((part) => {
    const sum = new Float64Array(names.length + testBuckets.length);
    for (let sample = 0; sample < part.length; sample++) sum[ownerOf[sample]!]! += part[sample]!;
    return sum;
  });
  return {
    tests: names.map((_, test) => joinedAt(sums, test)),
    others: byName(testBuckets, (_, i) => joinedAt(sums, names.length + i)),
  };
}

/** No location has an owner of this number. */
const noTest = 0xffff_ffff;

/** Bits for what is known of a stack from its frames. */
const inRunner = 1;
const collecting = 2;

function bucketFrom(role: number, root: number, frames: number): TestBucket {
  if (root === mainRoot) return 'setup';
  if (role & inRunner) return 'subtests';
  if (frames >= mostRecordedFrames) return 'truncated';
  if (root === goroutineRoot) return 'goroutines';
  return role & collecting ? 'collector' : 'scheduler';
}

interface LocationRoles {
  /** By location, the test of its outermost frame that is in one; `noTest` if none is. */
  readonly testOf: Uint32Array;
  readonly bits: Uint8Array;
}

function locationRoles({ functions, locations, strings }: Profile, tests: TestFunctions): LocationRoles {
  const names = Array.from({ length: functions.count }, (_, f) => strings.get(functions.name[f]!));
  const testOfFunction = Uint32Array.from(names, (name) => tests.indexOf(name));
  const bitsOfFunction = Uint8Array.from(names, (name) =>
    name === 'testing.tRunner' ? inRunner : collectorFunction.test(name) ? collecting : 0,
  );
  const testOf = new Uint32Array(locations.count).fill(noTest);
  const bits = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
      const f = locations.lineFunction[row]!;
      bits[location]! |= bitsOfFunction[f]!;
      // Rows go from the innermost frame to the outermost.
      if (testOfFunction[f] !== noTest) testOf[location] = testOfFunction[f]!;
    }
  }
  return { testOf, bits };
}

/** The functions of a package's tests, by the names that the linker gives them. */
class TestFunctions {
  readonly #prefixes: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(importPath: string, names: readonly string[]) {
    // Tests are in the package itself or in its external test package.
    this.#prefixes = [`${linkerPath(importPath)}.`, `${linkerPath(`${importPath}_test`)}.`];
    this.#indexes = new Map(names.map((name, index) => [name, index]));
  }

  /** The index of the test that a function is, or is a part of; `noTest` for other functions. */
  indexOf(name: string): number {
    const prefix = this.#prefixes.find((each) => name.startsWith(each));
    if (prefix === undefined) return noTest;
    // `TestX.func1`, `TestX.helper.func2` (a literal of a function that was inlined into it), `TestX-range1`.
    const [, top = ''] = /^([\p{L}_][\p{L}\p{Nd}_]*)(?:[.-]|$)/u.exec(name.slice(prefix.length)) ?? [];
    return this.#indexes.get(top) ?? noTest;
  }
}

/**
 * An import path as the linker writes it in front of names (cmd/internal/objabi.PathToPrefix): `gopkg.in/yaml.v3` is
 * `gopkg.in/yaml%2ev3`.
 */
export function linkerPath(importPath: string): string {
  const bytes = utf8Bytes(importPath);
  const lastElement = bytes.lastIndexOf(slash) + 1;
  let written = '';
  for (const [index, byte] of bytes.entries()) {
    const isDotOfLast = byte === dot && index >= lastElement;
    const isEscaped = isDotOfLast || byte <= space || byte === percent || byte === quote || byte >= del;
    written += isEscaped ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
  }
  return written;
}

const [space, quote, percent, dot, slash, del] = [0x20, 0x22, 0x25, 0x2e, 0x2f, 0x7f];
