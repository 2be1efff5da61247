/** The kinds of profile that `go test` can take: a row for each. The settings of the editor (`package.json`) list them, too. */

/** What a profile counts, and what a cost of it is called in JSON: for an operation, and in total. */
export interface KindMetric {
  readonly sampleType: string;
  readonly perOperation: string;
  readonly total: string;
}

interface KindOfProfile {
  /** What a user calls it. English: the key for translations. */
  readonly label: string;
  /** What it shows. English: the key for translations. */
  readonly about: string;
  /** The flag of `go test`, without dashes. */
  readonly flag: string;
  /** The flag for how much is recorded: with 1, everything. Not for the CPU, which is sampled. */
  readonly rateFlag: string | null;
  /** How programs call a flag of their own for it: `cpuprofile`, `cpu-profile`, `profile.cpu`, `memprof`. `null` if they are not asked for it. */
  readonly programFlag: RegExp | null;
  /** How a server calls it, below `/debug/pprof`. */
  readonly served: string;
  readonly metrics: readonly KindMetric[];
  /** Other kinds have the same sample types, so these are named with the kind. */
  readonly sharesTypes: boolean;
}

function waits(kind: string): readonly KindMetric[] {
  return ['delay-ns', 'contentions'].map((what) => ({
    sampleType: what.replace('-ns', ''),
    perOperation: `${kind}-${what}/op`,
    total: `${kind}-${what}`,
  }));
}

/** In the order in which they are offered and taken. */
export const kindsOfProfile = {
  cpu: {
    label: 'CPU',
    about: 'where CPU time goes',
    flag: 'cpuprofile',
    rateFlag: null,
    programFlag: /^(?:cpu[-_.]?prof(?:ile)?|prof(?:ile)?[-_.]?cpu)$/i,
    served: 'profile',
    metrics: [{ sampleType: 'cpu', perOperation: 'cpu-ns/op', total: 'cpu-ns' }],
    sharesTypes: false,
  },
  mem: {
    label: 'Memory',
    about: 'every allocation, exactly',
    flag: 'memprofile',
    rateFlag: 'memprofilerate',
    programFlag: /^(?:(?:mem|heap|alloc)[-_.]?prof(?:ile)?|prof(?:ile)?[-_.]?(?:mem|heap))$/i,
    served: 'allocs',
    metrics: [
      { sampleType: 'alloc_objects', perOperation: 'allocs/op', total: 'allocs' },
      { sampleType: 'alloc_space', perOperation: 'B/op', total: 'bytes' },
    ],
    sharesTypes: false,
  },
  block: {
    label: 'Blocking',
    about: 'where goroutines wait for channels and locks',
    flag: 'blockprofile',
    rateFlag: 'blockprofilerate',
    programFlag: /^(?:block[-_.]?prof(?:ile)?|prof(?:ile)?[-_.]?block)$/i,
    served: 'block',
    metrics: waits('block'),
    sharesTypes: true,
  },
  mutex: {
    label: 'Mutex',
    about: 'which code makes others wait for a lock',
    flag: 'mutexprofile',
    rateFlag: 'mutexprofilefraction',
    programFlag: /^(?:mutex[-_.]?prof(?:ile)?|prof(?:ile)?[-_.]?mutex)$/i,
    served: 'mutex',
    metrics: waits('mutex'),
    sharesTypes: true,
  },
  wait: {
    label: 'Waiting',
    about: 'what it waits for: network, other goroutines, system calls, a processor; of benchmarks',
    flag: 'trace',
    rateFlag: null,
    programFlag: null,
    served: 'trace',
    metrics: ['net', 'sync', 'syscall', 'sched', 'sleep', 'collector', 'ready'].map((what) => ({
      sampleType: `${what}_delay`,
      perOperation: `${what}-delay-ns/op`,
      total: `${what}-delay-ns`,
    })),
    sharesTypes: false,
  },
  started: {
    label: 'Started goroutines',
    about: 'CPU and waiting at the go statements that started them; of benchmarks',
    flag: 'trace',
    rateFlag: null,
    programFlag: null,
    served: 'trace',
    metrics: ['cpu', 'waiting'].map((what) => ({
      sampleType: `started_${what}`,
      perOperation: `started-${what}-ns/op`,
      total: `started-${what}-ns`,
    })),
    sharesTypes: false,
  },
} as const satisfies Readonly<Record<string, KindOfProfile>>;

export type ProfileKind = keyof typeof kindsOfProfile;

/** The label of samples, in a profile of started goroutines, whose stack goes on at a `go` statement. */
export const startedLabel = 'goroutine';

/** They are no profiles, but the setting `kinds` names them with them. */
export const countedKinds = {
  instructions: {
    label: 'Instructions',
    about: 'what the code does, counted exactly, last, in 5 to 10 s each (Linux, valgrind)',
  },
  simulated: {
    label: 'Simulated misses',
    about: 'instructions, caches and branches, last, in 10 to 20 s each (Linux, valgrind)',
  },
  times: {
    label: 'Times of operations',
    about: 'half of them, 90 and 99 of 100 and the longest, of b.Loop, in about 1 s each',
  },
} as const;

export type CountedKind = keyof typeof countedKinds;

export const countedNames = Object.keys(countedKinds) as readonly CountedKind[];

/** What valgrind simulates beside the instructions, by sample type: the events of callgrind's that are added up. */
export const simulatedEvents = {
  'simulated-L1-misses': ['D1mr', 'D1mw'],
  'simulated-LL-misses': ['DLmr', 'DLmw'],
  'simulated-branch-misses': ['Bcm', 'Bim'],
} as const;

/** @param name a sample type, or a unit such as `simulated-LL-misses/op` */
export function isSimulated(name: string): boolean {
  return name.startsWith('simulated-');
}

export const profileKinds = Object.keys(kindsOfProfile) as readonly ProfileKind[];

/** Whether Go's tracer writes it. */
export function isTraced(kind: ProfileKind): boolean {
  return kindsOfProfile[kind].flag === 'trace';
}

/** Those that tests and programs have, too: nobody says how long these run, and a trace of all of it would be too large. */
export const kindsOfWholeRuns: readonly ProfileKind[] = profileKinds.filter((kind) => !isTraced(kind));

/** What a whole run takes of these: CPU if nothing else is left. */
export function ofWholeRun(kinds: readonly ProfileKind[]): readonly ProfileKind[] {
  const left = kinds.filter((kind) => kindsOfWholeRuns.includes(kind));
  return left.length === 0 ? ['cpu'] : left;
}

/** The flags of a test binary that make it write this profile. @param rate of what is recorded; 1 for everything */
export function profileFlags(kind: ProfileKind, path: string, rate = 1): string[] {
  const { flag, rateFlag } = kindsOfProfile[kind];
  return [`-test.${flag}=${path}`, ...(rateFlag === null ? [] : [`-test.${rateFlag}=${rate}`])];
}
