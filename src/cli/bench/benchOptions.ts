/** The arguments of `pprof-lens bench`. */

import { profileKinds } from '../../base/profileKinds.ts';
import { ok, type Result } from '../../base/result.ts';
import type { GateOptions } from '../../bench/verdicts/gate.ts';
import { mostLooked } from '../../bench/verdicts/looks.ts';
import { fewestMeasurements } from '../../bench/verdicts/unitPair.ts';
import { fewestRounds } from '../../bench/verdicts/whatIf.ts';
import type { LeakRequest } from '../../go/leaks/leakChecker.ts';
import {
  flag,
  type OptionValues,
  oneOf,
  optionsText,
  positive,
  profileOption,
  readOptions,
  text,
  textLike,
  usually,
  value,
  whole,
  wrong,
} from '../terminal/options.ts';
import {
  readBenchtime,
  readEvents,
  readLimit,
  readPlace,
  readRange,
  readRunName,
  readStages,
} from './benchValues.ts';
import { checkGate, gateOptions } from './gate.ts';
import { leakOptions, readLeakOptions } from './leakReport.ts';

const mostLayouts = 100;

const benchOptions = {
  bench: usually('', text('RE', 'which benchmarks to run, as go test -bench; --bench=. runs all of them')),
  profile: profileOption(profileKinds.join(', '), profileKinds),
  count: value(
    positive(6, '--count={0} is not a number of measurements.'),
    'N',
    'measurements of each (default 1; 10 with --save or --what-if; with --against or',
    '--bisect short ones until the answer is there, 40 at most)',
  ),
  benchtime: usually('1s', value(readBenchtime, 'D', 'how long one measurement takes, or 1000x')),
  cpu: value(
    textLike(/^[1-9]\d*(,[1-9]\d*)*$/, '--cpu={0} is not a list of numbers such as 1,2,4.'),
    'LIST',
    'runs with each of these numbers of GOMAXPROCS: 1,2,4',
  ),
  tags: usually('', text('LIST', 'build tags')),
  timeout: value(
    readLimit,
    'D',
    'how long a benchmark may be without a result before it is ended (default 10m, or',
    'five times the benchtime)',
  ),
  'max-time': value(
    readLimit,
    'D',
    'how long all of it may take; what is measured until then is reported, as after Ctrl+C',
  ),
  save: value(
    readRunName,
    'NAME',
    'keeps the run under a name, with its test binaries; the editor opens its run.json',
  ),
  against: value(
    textLike(/./s, '--against= needs a git ref or the name of a saved run.'),
    'GITREF|NAME',
    'compares the working tree with a commit: both built, timed in turns, profiled; or',
    'with a run saved by --save=NAME: its test binary is timed again, in turns',
  ),
  production: text(
    'FILE',
    'with --against: a CPU profile of production; predicts by how much its CPU time',
    'changes at the same load',
  ),
  bisect: value(
    readRange,
    'GOOD..BAD',
    'finds the commit between two that a change came with: by equal machine code, then by',
    'what is counted, last by time, in turns with both ends; --verbose lists its steps',
  ),
  stages: value(
    readStages,
    'REF,REF,...',
    'measures these versions in turns, the oldest first, . for the working tree (v1,v2,.):',
    'one table, each compared with the one before',
  ),
  write: text(
    'FUNC',
    'instead of a run: writes a benchmark for FUNC (Parse, Decoder.Decode) into a new test',
    'file, with the arguments of the tests, tables and fuzz corpora beside it',
  ),
  unit: text('UNIT', 'with --bisect: searches for a change of this unit only: ns/op, allocs/op, ...'),
  ...gateOptions,
  layouts: whole(
    'K',
    'with a git ref: links both K times, the functions in random orders, and compares the',
    'layouts, because where the linker puts code makes it faster or slower',
    '(default 12 if CI is set, else 0, and 12 to check what has changed)',
  ),
  'measure-same': usually(
    false,
    flag('measures also where both versions have the same machine code, as --save and --html do'),
  ),
  instructions: usually(
    false,
    flag(
      'counts the instructions of an operation and of each line, one by one: the same number',
      'each time, on a busy machine, too (Linux, with valgrind)',
    ),
  ),
  simulate: usually(
    false,
    flag(
      'the same, and how often caches and the prediction of branches miss in a simulated',
      'processor, by line, too: half as long again as --instructions',
    ),
  ),
  times: usually(
    false,
    flag(
      'times single operations of b.Loop, too, in a process of their own: p50, p90, p99 and',
      'the longest, where one takes a microsecond or more',
    ),
  ),
  budgets: usually(
    false,
    flag(
      'fails where a benchmark costs more than a comment above it allows:',
      '//pprof-lens:budget allocs/op<=97 B/op<=4k instructions/op<=1.2M time<=base+5%',
    ),
  ),
  why: usually(
    false,
    flag(
      'says why lines cost: what escapes to the heap, which calls are not inlined, which',
      'checks stay in loops. Has your modules compiled once more, after the measurements',
    ),
  ),
  'what-if': value(
    readPlace,
    'FILE:LINE',
    'instead of the usual report: delays the line by three times, in turns, and says how',
    'much longer an operation takes: 1 ns for each if all waits for the line, 0 if not',
  ),
  ...leakOptions(
    'looks for goroutines that still run when a benchmark has ended, in one more process',
    'of ten operations (or as many as --benchtime=Nx says); fails if there are any',
  ),
  counters: flag(
    'counts instructions, cache misses and branch misses per operation, too, and finds the',
    'lines that they belong to (Linux, with perf)',
  ),
  events: value(
    readEvents,
    'LIST',
    "counts these events instead, by perf's names: cycles,L1-dcache-load-misses;",
    'on any Linux page-faults, context-switches, cpu-clock',
  ),
  out: text('DIR', 'keeps profiles, results.txt and run.json there, and saved runs'),
  html: text('FILE', 'writes the flame graph page, with --against of the difference'),
  verbose: usually(
    false,
    flag('with --against: also the results, their hottest lines, and benchstat’s tables'),
  ),
  format: usually(
    'text',
    oneOf(['text', 'md', 'svg'], 'of the comparison; svg draws what --stages compares'),
  ),
  json: usually(false, flag('one JSON document instead')),
};

/** What `go test` knows besides. Memory is always measured, and tests never run. */
const habits = {
  benchmem: flag(),
  run: text('RE'),
  v: flag(),
  short: flag(),
  race: flag(),
  ldflags: text('FLAGS'),
};

const allOptions = { ...benchOptions, ...habits };

/** The options as they were given, but for what depends on others. */
export interface BenchOptions extends OptionValues<typeof benchOptions> {
  /** For the build and the test binary, as `go test` takes them. */
  readonly flags: readonly string[];
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
  readonly count: number;
  /** See `GateOptions`. */
  readonly confirms?: GateOptions['confirms'];
  /** Nobody has asked for a number of measurements, so that comparing may stop when the answer is there. */
  readonly stopsWhenSettled: boolean;
  /** Missing if it is not asked for. */
  readonly leakRequest?: LeakRequest | undefined;
  /** Whether the counters of the processor are read, too. */
  readonly counters: boolean;
  /** The events to count, by perf's names; empty for the usual ones. */
  readonly events: readonly string[];
}

/** Not translated: option names and this text belong together. */
export const benchUsage = `usage: pprof-lens bench [packages] --bench=RE [options]

Builds once, times without a profiler, then profiles.

${optionsText(benchOptions)}
As go test: -short, -race, -ldflags=FLAGS, and -args, after which all is for the test binary.
`;

/** For a comparison, benchstat's authors ask for at least 10 measurements. */
const countToCompare = 10;

/** Reads and checks the arguments. */
export function readBenchOptions(argv: readonly string[]): Result<BenchOptions> {
  const end = argv.findIndex((word) => /^--?args$/.test(word));
  const given = readOptions(end === -1 ? argv : argv.slice(0, end), allOptions);
  if (!given.ok) return given;
  const {
    benchmem: _always,
    run: _never,
    v: _silent,
    short,
    race,
    ldflags,
    ...options
  } = given.value.options;
  const flags = [
    ...(short === true ? ['-short'] : []),
    ...(race === true ? ['-race'] : []),
    ...(ldflags === undefined ? [] : [`-ldflags=${ldflags}`]),
    ...(end === -1 ? [] : argv.slice(end)),
  ];
  const { bench, save, html, budgets, against, bisect, layouts, events = [], 'what-if': whatIf } = options;
  if (bench === '' && options.write === undefined)
    return wrong('--bench=RE says which benchmarks to run; --bench=. runs all of them.');
  const leakRequest = readLeakOptions(options);
  if (!leakRequest.ok) return leakRequest;
  if (whatIf !== undefined && options.count !== undefined && options.count < fewestRounds) {
    return wrong('--count={0} is too few: --what-if takes {1}.', options.count, fewestRounds);
  }
  const gate = checkGate(options);
  if (!gate.ok) return gate;
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
  const other = bisect === undefined ? undefined : besidesBisect.find((name) => isAskedFor(options[name]));
  if (other !== undefined) return wrong('--bisect cannot be combined with --{0}.', other);
  if (options.production !== undefined && against === undefined)
    return wrong('--production=FILE needs --against.');
  if (options.unit !== undefined && bisect === undefined) return wrong('--unit=UNIT needs --bisect.');
  const beside = whatIf === undefined ? undefined : besidesWhatIf.find((name) => isAskedFor(options[name]));
  if (beside !== undefined) return wrong('--what-if cannot be combined with --{0}.', beside);
  const asked =
    options.stages === undefined ? undefined : besidesStages.find((name) => isAskedFor(options[name]));
  if (asked !== undefined) return wrong('--stages cannot be combined with --{0}.', asked);
  if (options.format === 'svg' && options.stages === undefined)
    return wrong('--format=svg draws what --stages compares: add it.');
  const isSearched = against !== undefined || bisect !== undefined;
  const isCompared = [save, against, bisect, whatIf, options.stages].some((each) => each !== undefined);
  return ok({
    ...options,
    packages: given.value.rest,
    flags,
    leakRequest: leakRequest.value,
    count: options.count ?? (isSearched ? mostLooked : isCompared ? countToCompare : 1),
    stopsWhenSettled: options.count === undefined && isSearched,
    counters: options.counters === true || events.length > 0,
    events,
    instructions: options.instructions || options.simulate,
    // A run that is kept, shown in pages or held to budgets is worth measuring for itself.
    'measure-same': options['measure-same'] || budgets || save !== undefined || html !== undefined,
  });
}

/** What makes no sense of a search for a commit. */
const besidesBisect = [
  'against',
  'save',
  'out',
  'html',
  'budgets',
  'why',
  'leaks',
  'counters',
  'events',
  'simulate',
  'times',
] as const;

/** What has no place in the answer of what a line means. */
const besidesWhatIf = [...besidesBisect, 'bisect', 'instructions', 'layouts'] as const;

/** A table has times, allocations and instructions. */
const besidesStages = [
  ...besidesBisect,
  'bisect',
  'what-if',
  'save',
  'production',
  'layouts',
  'verbose',
] as const;

function isAskedFor(value: unknown): boolean {
  return value !== undefined && value !== false;
}
