/** The arguments of `pprof-lens test`. */

import { ok, type Result } from '../../base/result.ts';
import { usualMemProfileRate, usualTimeout } from '../../go/tests/testRequest.ts';
import {
  noSuchKind,
  type Options,
  type OptionValues,
  optionsText,
  positive,
  profileOption,
  readOptions,
  textLike,
} from '../terminal/options.ts';

/** As Go's time.ParseDuration takes it, without a sign. */
const duration =
  /^(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h)(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))*)$/;

const testOptions = {
  run: { is: 'text', takes: 'RE', help: 'which tests, as go test -run' },
  profile: { ...profileOption, help: 'cpu, mem, block, mutex; tests are ranked by the first one' },
  count: {
    is: positive(6, '--count={0} is not a number of runs.'),
    default: 1,
    takes: 'N',
    help: 'runs each test N times; costs are of all runs',
  },
  timeout: {
    is: textLike(duration, '--timeout={0} is not a time such as 30s or 10m.'),
    default: usualTimeout,
    takes: 'D',
    help: "ends a package's tests after this time",
  },
  memprofilerate: {
    is: positive(9, '--memprofilerate={0} is not a number of bytes.'),
    default: usualMemProfileRate,
    takes: 'N',
    help: ['records an allocation for each N bytes, 1 for every one, which makes the CPU profile', 'wrong'],
  },
  tags: { is: 'text', default: '', takes: 'LIST', help: 'build tags' },
  out: { is: 'text', takes: 'DIR', help: 'keeps profiles there; of several packages also merged ones' },
  json: { is: 'flag', default: false, help: 'one JSON document instead, see below' },
} as const satisfies Options;

export interface TestOptions extends OptionValues<typeof testOptions> {
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
}

/** Not translated: option names and this text belong together. */
export const testUsage = `usage: pprof-lens test [packages] [options]

Runs tests, examples and fuzz seeds as go test does, one process for each package, with profilers. Ranks the
tests by what they cost, and lists the hottest lines. All costs are totals: tests have no operations.

A cost belongs to the test whose function is on its stack: TestX, or a function literal in it (a subtest, a
goroutine). What is of no test stands apart: setup (TestMain, package initialisation), subtests whose
function is in no test, other goroutines, the garbage collector.

${optionsText(testOptions)}
--json prints one document:

  {packages: [{package, directory, outcome: "pass"|"fail"|"unfinished", seconds, profiles: [{kind, path}],
               problems: [{code, message}]}],
   profiles: [{kind, path}],                     of all packages, merged
   totals: {"cpu-ns": n, "allocs": n, "bytes": n, ...},
   tests: [{package, name, outcome: "pass"|"fail"|"skip"|"unfinished", runs, seconds, file, line,
            metrics: {"cpu-ns": n, ...}, subtests: [{name, outcome, runs, seconds}]}],   the costliest first
   others: [{package, bucket: "subtests"|"goroutines"|"truncated"|"setup"|"collector"|"scheduler", metrics}],
   lines: [{file, line, function, metrics: {"cpu-ns": {flat, cum}, ...}}],
   problems: [{code, message}]}

tests and others together are the totals. The exit status is 1 if a test fails; the report is printed all
the same.
`;

/** Reads and checks the arguments. */
export function readTestOptions(argv: readonly string[]): Result<TestOptions> {
  const given = readOptions(argv, testOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  return options.profile.length === 0 ? noSuchKind('') : ok({ ...options, packages: rest });
}
