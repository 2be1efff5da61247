/** The arguments of `pprof-lens bench`. */

import { parseBenchtime } from '../../base/benchtime.ts';
import { ok, type Result } from '../../base/result.ts';
import { isEventName } from '../../base/takenKind.ts';
import { fewestMeasurements, usualAlpha } from '../../bench/verdicts/change.ts';
import {
  commaList,
  type Options,
  type OptionValues,
  optionsText,
  positive,
  profileOption,
  readOptions,
  textLike,
  wrong,
} from '../terminal/options.ts';
import { isRunName } from './savedRuns.ts';

const mostRounds = 10;
const mostLayouts = 100;

const benchOptions = {
  bench: {
    is: 'text',
    default: '',
    takes: 'RE',
    help: 'which benchmarks to run, as go test -bench; --bench=. runs all of them',
  },
  profile: { ...profileOption, help: 'cpu, mem, block, mutex' },
  count: {
    is: positive(6, '--count={0} is not a number of measurements.'),
    takes: 'N',
    help: 'measurements of each benchmark (default 1; 10 with --against or --save)',
  },
  benchtime: {
    is: readBenchtime,
    default: '1s',
    takes: 'D',
    help: 'how long one measurement takes, or 1000x',
  },
  cpu: {
    is: textLike(/^[1-9]\d*(,[1-9]\d*)*$/, '--cpu={0} is not a list of numbers such as 1,2,4.'),
    takes: 'LIST',
    help: 'runs with each of these numbers of GOMAXPROCS: 1,2,4',
  },
  tags: { is: 'text', default: '', takes: 'LIST', help: 'build tags' },
  save: {
    is: readRunName,
    takes: 'NAME',
    help: 'keeps the run under a name, with its test binaries; the editor opens its run.json',
  },
  against: {
    is: textLike(/./s, '--against= needs a git ref or the name of a saved run.'),
    takes: 'GITREF|NAME',
    help: [
      'compares the working tree with a commit: both built, timed in turns, profiled; or',
      'with a run saved by --save=NAME: its test binary is timed again, in turns',
    ],
  },
  threshold: {
    is: readPercent,
    default: '5%',
    takes: 'N%',
    help: 'the exit status is 1 if a result is significantly worse by more',
  },
  alpha: {
    is: 'number',
    default: usualAlpha,
    takes: 'A',
    help: 'the probability of any wrong verdict among all benchmarks and metrics',
  },
  confirm: {
    is: 'whole',
    default: 1,
    takes: 'N',
    help: [
      'what looks worse is measured again N times, and fails only if it is worse each time;',
      '0 does not measure again',
    ],
  },
  layouts: {
    is: 'whole',
    takes: 'K',
    help: [
      'with a git ref: links both K times, the functions in random orders, and compares the',
      'layouts, because where the linker puts code makes it faster or slower',
      '(default 5 if CI is set, else 0)',
    ],
  },
  counters: {
    is: 'flag',
    help: [
      'counts instructions, cache misses and branch misses per operation, too, and finds the',
      'lines that they belong to (Linux, with perf)',
    ],
  },
  events: {
    is: readEvents,
    takes: 'LIST',
    help: [
      "counts these events instead, by perf's names: cycles,L1-dcache-load-misses;",
      'on any Linux page-faults, context-switches, cpu-clock',
    ],
  },
  out: { is: 'text', takes: 'DIR', help: 'keeps profiles, results.txt and run.json there, and saved runs' },
  html: {
    is: 'text',
    takes: 'FILE',
    help: 'writes the flame graph page, with --against of the difference',
  },
  format: { is: { oneOf: ['text', 'md'] }, default: 'text', help: 'of the comparison' },
  json: { is: 'flag', default: false, help: 'one JSON document instead' },
} as const satisfies Options;

/** The options as they were given, but for what depends on others. */
export interface BenchOptions extends OptionValues<typeof benchOptions> {
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
  readonly count: number;
  /** Whether the counters of the processor are read, too. */
  readonly counters: boolean;
  /** The events to count, by perf's names; empty for the usual ones. */
  readonly events: readonly string[];
}

/** Not translated: option names and this text belong together. */
export const benchUsage = `usage: pprof-lens bench [packages] --bench=RE [options]

Builds once, times without a profiler, then profiles.

${optionsText(benchOptions)}`;

/** For a comparison, benchstat's authors ask for at least 10 measurements. */
const countToCompare = 10;

/** Reads and checks the arguments. */
export function readBenchOptions(argv: readonly string[]): Result<BenchOptions> {
  const given = readOptions(argv, benchOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const { bench, save, against, alpha, confirm, layouts, events = [] } = options;
  if (bench === '') return wrong('--bench=RE says which benchmarks to run; --bench=. runs all of them.');
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
  const isCompared = save !== undefined || against !== undefined;
  return ok({
    ...options,
    packages: rest,
    count: options.count ?? (isCompared ? countToCompare : 1),
    counters: options.counters === true || events.length > 0,
    events,
  });
}

function readBenchtime(text: string): Result<string> {
  const time = parseBenchtime(text);
  return time.ok ? ok(text) : time;
}

function readRunName(text: string): Result<string> {
  return isRunName(text)
    ? ok(text)
    : wrong('--save={0} is not a name. Use letters, digits and ._- only.', text);
}

/** `5%` or `5` as 0.05. */
function readPercent(text: string): Result<number> {
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim());
  return match === null
    ? wrong('--threshold={0} is not a percentage such as 5%.', text)
    : ok(Number(match[1]) / 100);
}

function readEvents(text: string): Result<readonly string[]> {
  const events = commaList(text);
  if (text !== '' && events.every(isEventName)) return ok(events);
  const sentence = '--events={0} is not a list of events such as cycles,page-faults. `perf list` names them.';
  return wrong(sentence, text);
}
