/** The arguments of `pprof-lens bench`. */
import { fewestMeasurements, usualAlpha } from '../../bench/verdicts/change.ts';
import { parseBenchtime } from '../../benchtime.ts';
import { type ProfileKind, profileKinds } from '../../model.ts';
import { ok, type Result } from '../../result.ts';
import { isEventName } from '../../takenKind.ts';
import { type OptionKinds, readOptions, wrong } from '../terminal/options.ts';
import { isRunName } from './savedRuns.ts';

export interface BenchOptions {
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
  /** As `go test -bench`. */
  readonly bench: string;
  readonly kinds: readonly ProfileKind[];
  /** Whether the counters of the processor are read, too. */
  readonly counters: boolean;
  /** The events to count, by perf's names; empty for the usual ones. */
  readonly events: readonly string[];
  readonly count: number;
  readonly benchtime: string;
  readonly cpu: string | undefined;
  readonly tags: string;
  /** Folder for the profiles; undefined for a new temporary one. */
  readonly out: string | undefined;
  readonly json: boolean;
  readonly format: 'text' | 'md';
  /** Name to save the run under. */
  readonly save: string | undefined;
  /** A saved run or a git ref to compare with. */
  readonly against: string | undefined;
  /** Over how many layouts a git ref is compared; 0 for the linker's usual one; undefined if nothing was said. */
  readonly layouts: number | undefined;
  /** The command fails if a result is worse by more than this share of the older median. */
  readonly threshold: number;
  /** The probability of any wrong verdict among all benchmarks and metrics, at most. */
  readonly alpha: number;
  /** How often what looks worse is measured again before it fails. */
  readonly confirm: number;
  /** File for the page. */
  readonly html: string | undefined;
}

/** Not translated: option names and this text belong together. */
export const benchUsage = `usage: pprof-lens bench [packages] --bench=RE [--profile=cpu,mem,block,mutex] [--count=N]
       [--benchtime=D] [--cpu=LIST] [--tags=LIST] [--out=DIR] [--html=FILE] [--json | --format=text|md]
       [--save=NAME] [--against=NAME|GITREF] [--threshold=5%]
       [--alpha=A] [--confirm=N] [--layouts=K] [--counters] [--events=LIST]

Builds once, times without a profiler, then profiles.

  --against=GITREF  compares the working tree with a commit: both built, timed in turns, profiled
  --against=NAME    compares with a run saved by --save=NAME: its test binary is timed again, in turns
  --threshold=N%    the exit status is 1 if a result is significantly worse by more than this (default 5%)
  --alpha=A         the probability of any wrong verdict among all benchmarks and metrics (default 0.05)
  --confirm=N       what looks worse is measured again N times, and fails only if it is worse each time
                    (default 1; 0 does not measure again)
  --layouts=K       with a git ref: links both K times, the functions in random orders, and compares the layouts,
                    because where the linker puts code makes it faster or slower (default 5 if CI is set, else 0)
  --counters        counts instructions, cache misses and branch misses per operation, too, and finds the lines
                    that they belong to (Linux, with perf)
  --events=LIST     counts these events instead, by perf's names: cycles,L1-dcache-load-misses; on any Linux
                    page-faults, context-switches, cpu-clock
  --count=N         measurements of each benchmark (default 1; 10 with --against or --save)
  --out=DIR         keeps profiles and results.txt there, and saved runs
  --html=FILE       writes the flame graph page, with --against of the difference
`;

const optionKinds = {
  bench: 'text',
  profile: 'text',
  count: 'text',
  benchtime: 'text',
  counters: 'flag',
  events: 'text',
  cpu: 'text',
  tags: 'text',
  out: 'text',
  json: 'flag',
  format: { oneOf: ['text', 'md'] },
  save: 'text',
  against: 'text',
  threshold: 'text',
  alpha: 'number',
  confirm: 'whole',
  layouts: 'whole',
  html: 'text',
} as const satisfies OptionKinds;

/** For a comparison, benchstat's authors ask for at least 10 measurements. */
const countToCompare = '10';
const mostRounds = 10;
const mostLayouts = 100;

function isKind(name: string): name is ProfileKind {
  return profileKinds.some((kind) => kind === name);
}

/** Reads and checks the arguments. */
export function readBenchOptions(argv: readonly string[]): Result<BenchOptions> {
  const given = readOptions(argv, optionKinds);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const { bench, benchtime = '1s', cpu, save, against, format = 'text', threshold = '5%' } = options;
  const isCompared = save !== undefined || against !== undefined;
  const count = options.count ?? (isCompared ? countToCompare : '1');
  if (!bench) return wrong('--bench=RE says which benchmarks to run; --bench=. runs all of them.');
  if (!/^[1-9]\d{0,5}$/.test(count)) return wrong('--count={0} is not a number of measurements.', count);
  const time = parseBenchtime(benchtime);
  if (!time.ok) return time;
  if (cpu !== undefined && !/^[1-9]\d*(,[1-9]\d*)*$/.test(cpu)) {
    return wrong('--cpu={0} is not a list of numbers such as 1,2,4.', cpu);
  }
  const names = (options.profile ?? 'cpu,mem').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isKind(name));
  if (unknown !== undefined) {
    const kinds = profileKinds.join(', ');
    return wrong('--profile={0} is not a kind of profile. There are: {1}.', unknown, kinds);
  }
  if (save !== undefined && !isRunName(save)) {
    return wrong('--save={0} is not a name. Use letters, digits and ._- only.', save);
  }
  if (against === '') return wrong('--against= needs a git ref or the name of a saved run.');
  const events = (options.events ?? '').split(',').filter((name) => name !== '');
  const noEvent = events.find((name) => !isEventName(name));
  if (noEvent !== undefined || options.events === '') {
    return wrong(
      '--events={0} is not a list of events such as cycles,page-faults. `perf list` names them.',
      options.events ?? '',
    );
  }
  const share = readPercent(threshold);
  if (share === null) return wrong('--threshold={0} is not a percentage such as 5%.', threshold);
  const { alpha = usualAlpha, confirm = 1, layouts } = options;
  if (!(alpha > 0 && alpha < 1)) return wrong('--alpha={0} is not between 0 and 1.', alpha);
  if (confirm > mostRounds) return wrong('--confirm={0} is more than {1}.', confirm, mostRounds);
  if (layouts !== undefined && layouts > 0 && layouts < fewestMeasurements) {
    return wrong(
      '--layouts={0} is too few: it takes {1} to tell a difference from chance.',
      layouts,
      fewestMeasurements,
    );
  }
  if (layouts !== undefined && layouts > mostLayouts) {
    return wrong('--layouts={0} is more than {1}.', layouts, mostLayouts);
  }
  return ok({
    packages: rest,
    bench,
    kinds: [...new Set(names.filter(isKind))],
    count: Number(count),
    benchtime,
    counters: (options.counters ?? false) || events.length > 0,
    events,
    cpu,
    tags: options.tags ?? '',
    out: options.out,
    json: options.json ?? false,
    format,
    save,
    against,
    threshold: share,
    alpha,
    confirm,
    layouts,
    html: options.html,
  });
}

/** `5%` or `5` as 0.05. */
function readPercent(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim());
  return match === null ? null : Number(match[1]) / 100;
}
