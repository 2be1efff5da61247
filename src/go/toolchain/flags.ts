/**
 * Flags of `go test`, sorted by who reads them. A list of flags in the settings is written for
 * `go test`; here the build is `go test -c` and the test binary is run directly, so the flags of the
 * one must not reach the other.
 */

/** Flags of `go test -c` that take a value, also as a separate argument (`go help build`, `go help test`). */
const buildFlagsWithValue = new Set(
  `C asmflags buildmode buildvcs compiler covermode coverpkg exec gccgoflags gcflags installsuffix ldflags
   mod modfile o overlay p pgo pkgdir tags toolexec vet`.split(/\s+/),
);

const buildSwitches = new Set(
  'a asan c cover i json linkshared modcacherw msan n race trimpath v work x'.split(' '),
);

/** Flags of the test binary that take a value; `go test` has them without `test.`. */
const testFlagsWithValue = new Set(
  `bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzzminimizetime
   fuzztime gocoverdir list memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel
   run shuffle skip timeout trace`.split(/\s+/),
);

const testSwitches = new Set('artifacts benchmem failfast fullpath short'.split(' '));

/**
 * What must not come from flags that were written for running tests: some change what is measured
 * (`-race`, coverage), the others are ours to decide.
 */
const ruinous = new Set(
  `asan bench benchmem benchtime blockprofile blockprofilerate c count cover covermode coverpkg coverprofile
   cpu cpuprofile fuzz fuzzminimizetime fuzztime gocoverdir i json list memprofile memprofilerate msan
   mutexprofile mutexprofilefraction n o outputdir race run shuffle skip timeout trace v vet work x`.split(
    /\s+/,
  ),
);

interface Flag {
  /** Without dashes and `test.`. */
  readonly name: string;
  /** The arguments it consists of: one, or two where the value stands apart. */
  readonly words: readonly string[];
}

function takesValue(name: string): boolean {
  return buildFlagsWithValue.has(name) || testFlagsWithValue.has(name);
}

/** The flags in `words` up to `-args`, and what stands after it. Words that are no flags (packages) are dropped. */
function split(words: readonly string[]): { flags: Flag[]; args: string[] } {
  const flags: Flag[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (/^--?args$/.test(word)) return { flags, args: words.slice(i + 1) };
    const match = /^--?(?:test\.)?([^=]+)(=?)/.exec(word);
    if (!match) continue;
    const name = match[1]!;
    const next = words[i + 1];
    if (match[2] === '' && takesValue(name) && next !== undefined) {
      flags.push({ name, words: [word, next] });
      i++;
    } else flags.push({ name, words: [word] });
  }
  return { flags, args: [] };
}

/** `words` without the flags that ruin a benchmark; everything after `-args` stays. */
export function withoutRuinousFlags(words: readonly string[]): string[] {
  const { flags, args } = split(words);
  const kept = flags.filter(({ name }) => !ruinous.has(name)).flatMap((flag) => flag.words);
  return args.length > 0 ? [...kept, '-args', ...args] : kept;
}

export interface SortedFlags {
  /** For `go test -c`. */
  readonly build: readonly string[];
  /** For the test binary, with `test.` where it belongs. */
  readonly binary: readonly string[];
}

/** What our passes set themselves; a second value would win over ours. */
const ours = new Set('bench benchmem benchtime c count cpu json list n o outputdir run v'.split(' '));

/**
 * Who reads which of `words`. Unknown flags are the test's own (`go test` hands them on as well);
 * those our passes decide are dropped.
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
    } else if (buildFlagsWithValue.has(flag.name) || buildSwitches.has(flag.name)) build.push(...flag.words);
    else binary.push(...flag.words);
  }
  return { build, binary: [...binary, ...args] };
}

/**
 * Switches of GOFLAGS that ruin a benchmark, turned off: the command line wins over GOFLAGS. A switch
 * that `flags` asks for stays.
 */
export function counterGoflags(goflags: string, flags: readonly string[]): string[] {
  const wanted = new Set(split(flags).flags.map(({ name }) => name));
  return ['race', 'msan', 'asan', 'cover'].flatMap((name) => {
    const set = new RegExp(`(^|\\s)--?${name}(\\s|=true|$)`).test(goflags);
    return set && !wanted.has(name) ? `-${name}=false` : [];
  });
}
