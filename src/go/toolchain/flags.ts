/**
 * Sorts flags of `go test`. In the settings they are written for `go test`, but we build with `go test -c` and run the
 * test binary ourselves. So each flag must go to the one of the two that reads it.
 */
import { append } from '../../base/lists.ts';

/** Flags of `go test -c` with a value, which may be an argument of its own (`go help build`, `go help test`). */
const buildFlagsWithValue = new Set(
  `C asmflags buildmode buildvcs compiler covermode coverpkg exec gccgoflags gcflags installsuffix ldflags
   mod modfile o overlay p pgo pkgdir tags toolexec vet`.split(/\s+/),
);

const buildSwitches = new Set(
  'a asan c cover i json linkshared modcacherw msan n race trimpath v work x'.split(' '),
);

/** Flags of the test binary with a value. `go test` has them without `test.`. */
const testFlagsWithValue = new Set(
  `bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzzminimizetime
   fuzztime gocoverdir list memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel
   run shuffle skip timeout trace`.split(/\s+/),
);

const testSwitches = new Set('artifacts benchmem failfast fullpath short'.split(' '));

/**
 * Flags that are left out of lists written for tests. Some spoil the measurement (`-race`, coverage). The others are set
 * by us.
 */
const spoiling = new Set(
  `asan bench benchmem benchtime blockprofile blockprofilerate c count cover covermode coverpkg coverprofile
   cpu cpuprofile fuzz fuzzminimizetime fuzztime gocoverdir i json list memprofile memprofilerate msan
   mutexprofile mutexprofilefraction n o outputdir race run shuffle skip timeout trace v vet work x`.split(
    /\s+/,
  ),
);

interface Flag {
  /** Without dashes and `test.`. Empty for an argument that belongs to an unknown flag. */
  readonly name: string;
  /** The flag's arguments: one, or two if the value is an argument of its own. */
  readonly words: readonly string[];
}

function takesValue(name: string): boolean {
  return buildFlagsWithValue.has(name) || testFlagsWithValue.has(name);
}

/** Whether it is a flag of `go test`. Others are flags that a test file defines. */
function isKnown(name: string): boolean {
  return takesValue(name) || buildSwitches.has(name) || testSwitches.has(name);
}

/**
 * The flags up to `-args`, and the arguments after it. Arguments that are no flags are packages, which are left out.
 * After a flag that `go test` does not know it takes them for values, as it does not know which flags have one.
 */
function split(words: readonly string[]): { flags: Flag[]; args: string[] } {
  const flags: Flag[] = [];
  let ofTest = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (/^--?args$/.test(word)) return { flags, args: words.slice(i + 1) };
    const match = /^--?(?:test\.)?([^=]+)(=?)/.exec(word);
    if (!match) {
      if (ofTest) flags.push({ name: '', words: [word] });
      continue;
    }
    const name = match[1]!;
    ofTest ||= !isKnown(name);
    const next = words[i + 1];
    if (match[2] === '' && takesValue(name) && next !== undefined) {
      flags.push({ name, words: [word, next] });
      i++;
    } else flags.push({ name, words: [word] });
  }
  return { flags, args: [] };
}

/** The flags that are not of these names. Everything after `-args` stays. */
function without(names: ReadonlySet<string>, words: readonly string[]): string[] {
  const { flags, args } = split(words);
  const kept = flags.filter(({ name }) => !names.has(name)).flatMap((flag) => flag.words);
  return args.length > 0 ? [...kept, '-args', ...args] : kept;
}

/** The flags without those that spoil a benchmark. Everything after `-args` stays. */
export function withoutSpoilingFlags(words: readonly string[]): string[] {
  return without(spoiling, words);
}

/** The value of the last `-tags` among flags; `null` if there is none. */
export function tagsIn(words: readonly string[]): string | null {
  return lastValue('tags', words);
}

/** The value of the last flag of this name among words; `null` if there is none. */
export function lastValue(name: string, words: readonly string[]): string | null {
  const last = split(words)
    .flags.filter((flag) => flag.name === name)
    .at(-1);
  return last === undefined ? null : (last.words[1] ?? last.words[0]!.replace(/^[^=]*=?/, ''));
}

/** These are `go test`'s alone, or set by us. */
const notOfGoBuild = new Set('C c cover covermode coverpkg exec i json o overlay vet'.split(' '));

/** Of flags of `go test`, those that `go build` takes for a program. */
export function programFlags(words: readonly string[]): string[] {
  return split(words)
    .flags.filter(({ name }) => buildFlagsWithValue.has(name) || buildSwitches.has(name))
    .filter(({ name }) => !notOfGoBuild.has(name))
    .flatMap((flag) => flag.words);
}

/** The flags without `-tags`. Everything after `-args` stays. */
export function withoutTags(words: readonly string[]): string[] {
  return without(new Set(['tags']), words);
}

export interface SortedFlags {
  /** For `go test -c`. */
  readonly build: readonly string[];
  /** For the test binary. Flags of package testing begin with `test.`. */
  readonly binary: readonly string[];
}

/**
 * Build flags that give the linker more flags besides the user's, which may be in GOFLAGS. Of several `-ldflags` the last
 * one that is for a package counts, so each of them gets them, and a first one is for the packages that no other is for.
 */
export function withLinkerFlags(flags: readonly string[], goflags: string, added: string): string[] {
  return [`-ldflags=${added}`, ...withMoreIn('ldflags', flags, goflags, added)];
}

/**
 * As `withLinkerFlags` for the compiler, and for the packages that match these patterns. Others get them too where a flag of the
 * user's is for both.
 */
export function withCompilerFlags(
  flags: readonly string[],
  goflags: string,
  patterns: readonly string[],
  added: string,
): string[] {
  const ours = patterns.map((pattern) => `-gcflags=${pattern}=${added}`);
  return [...ours, ...withMoreIn('gcflags', flags, goflags, added)];
}

/** The flags, and those of GOFLAGS that have this name, in which each that has it has `added` too. */
function withMoreIn(name: string, flags: readonly string[], goflags: string, added: string): string[] {
  const given = split(quotedFields(goflags)).flags.filter((flag) => flag.name === name);
  return [...given, ...split(flags).flags].flatMap((flag) => {
    const [first = '', second] = flag.words;
    if (flag.name !== name) return second === undefined ? [first] : [first, second];
    return [`-${name}=${second ?? first.replace(/^[^=]*=/, '')} ${added}`];
  });
}

/**
 * Build flags with which a test binary has no debug information, as `go test` itself links it: profiles do not need it, and to
 * write it takes an eighth of a build's time. Who has linker flags of their own keeps them as they are.
 */
export function withoutDebugInformation(flags: readonly string[], goflags: string): string[] {
  const given = [...quotedFields(goflags), ...flags];
  return split(given).flags.some(({ name }) => name === 'ldflags') ? [...flags] : ['-ldflags=-w', ...flags];
}

/** The fields of a text as the go command splits them: each may be in quotes, and there are no escapes. */
export function quotedFields(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );
}

/** The flags that our passes set. If the user's flags repeated one, its last value would count. */
const ours = new Set('bench benchmem benchtime c count cpu json list n o outputdir run v'.split(' '));

/**
 * Sorts flags into those of the build and those of the test binary. Unknown flags belong to the test (`go test` passes
 * them on, too). Those that our passes set are left out.
 */
export function sortFlags(words: readonly string[]): SortedFlags {
  const { flags, args } = split(words);
  const build: string[] = [];
  const binary: string[] = [];
  for (const flag of flags) {
    if (ours.has(flag.name) || /profile/.test(flag.name)) continue;
    if (testFlagsWithValue.has(flag.name) || testSwitches.has(flag.name)) {
      const [first, ...value] = flag.words;
      binary.push(first!.replace(/^--?(?:test\.)?/, '-test.'), ...value);
    } else if (buildFlagsWithValue.has(flag.name) || buildSwitches.has(flag.name)) append(build, flag.words);
    else append(binary, flag.words);
  }
  return { build, binary: [...binary, ...args] };
}

/**
 * Flags that turn off those switches in GOFLAGS that spoil a benchmark: the command line is stronger than GOFLAGS. A
 * switch that is also in `flags` stays on.
 */
export function counterGoflags(goflags: string, flags: readonly string[]): string[] {
  const wanted = new Set(split(flags).flags.map(({ name }) => name));
  return ['race', 'msan', 'asan', 'cover'].flatMap((name) => {
    const set = new RegExp(`(^|\\s)--?${name}(\\s|=true|$)`).test(goflags);
    return set && !wanted.has(name) ? `-${name}=false` : [];
  });
}
