/** The arguments of `pprof-lens test`. */

import { ok, type Result } from '../../base/result.ts';
import type { LeakRequest } from '../../go/leaks/leakChecker.ts';
import { usualMemProfileRate, usualTimeout } from '../../go/tests/testRequest.ts';
import { leakOptions, readLeakOptions } from '../bench/leakReport.ts';
import {
  flag,
  noSuchKind,
  type OptionValues,
  optionsText,
  positive,
  profileOption,
  readOptions,
  text,
  textLike,
  usually,
  value,
} from '../terminal/options.ts';

/** As Go's time.ParseDuration takes it, without a sign. */
const duration =
  /^(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h)(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))*)$/;

const testOptions = {
  run: text('RE', 'which tests, as go test -run'),
  profile: profileOption('cpu, mem, block, mutex; tests are ranked by the first one'),
  count: usually(
    1,
    value(
      positive(6, '--count={0} is not a number of runs.'),
      'N',
      'runs each test N times; costs are of all runs',
    ),
  ),
  timeout: usually(
    usualTimeout,
    value(
      textLike(duration, '--timeout={0} is not a time such as 30s or 10m.'),
      'D',
      "ends a package's tests after this time",
    ),
  ),
  memprofilerate: usually(
    usualMemProfileRate,
    value(
      positive(9, '--memprofilerate={0} is not a number of bytes.'),
      'N',
      'records an allocation for each N bytes, 1 for every one, which makes the CPU profile',
      'wrong',
    ),
  ),
  tags: usually('', text('LIST', 'build tags')),
  ...leakOptions(
    'instead of costs: goroutines that still run when a test and its cleanup have ended,',
    'and their lines; the exit status is 1 if there are any',
  ),
  out: text('DIR', 'keeps profiles there; of several packages also merged ones'),
  json: usually(false, flag('one JSON document instead, see below')),
};

/** What `go test` knows besides. */
const habits = { short: flag(), race: flag() };

export interface TestOptions extends OptionValues<typeof testOptions> {
  /** For the build and the test binary, as `go test` takes them. */
  readonly flags: readonly string[];
  /** Missing if it is not asked for. */
  readonly leakRequest?: LeakRequest | undefined;
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
As go test: -short, -race.

--json prints one document:

  {packages: [{package, directory, outcome: "pass"|"fail"|"unfinished", seconds, memory: {collections, pauses,
               heapGoal, stacks, peak}, profiles: [{kind, path}], problems: [{code, message}]}],
   profiles: [{kind, path}],                     of all packages, merged
   totals: {"cpu-ns": n, "allocs": n, "bytes": n, ...},
   tests: [{package, name, outcome: "pass"|"fail"|"skip"|"unfinished", runs, seconds, file, line,
            metrics: {"cpu-ns": n, ...}, subtests: [{name, outcome, runs, seconds}]}],   the costliest first
   others: [{package, bucket: "subtests"|"goroutines"|"truncated"|"setup"|"collector"|"scheduler", metrics}],
   lines: [{file, line, function, metrics: {"cpu-ns": {flat, cum}, ...}}],
   problems: [{code, message}],
   leaks: [{package, test, count, state, file, line, function, startedBy: "FUNCTION at FILE:LINE",
            started: {function, file, line}, through: {...}, unreachable, beforeTests,
            stack: [{function, file, line}]}]}

tests and others together are the totals. The exit status is 1 if a test fails; the report is printed all
the same.
`;

/** Reads and checks the arguments. */
export function readTestOptions(argv: readonly string[]): Result<TestOptions> {
  const given = readOptions(argv, { ...testOptions, ...habits });
  if (!given.ok) return given;
  const { short, race, ...options } = given.value.options;
  const flags = [...(short === true ? ['-short'] : []), ...(race === true ? ['-race'] : [])];
  const leakRequest = readLeakOptions(options);
  if (!leakRequest.ok) return leakRequest;
  if (options.profile.length === 0 && !options.leaks) return noSuchKind('');
  // A profiler has goroutines of its own, and what looks for leaks would be in the costs.
  const profile = options.leaks ? [] : options.profile;
  return ok({ ...options, profile, flags, leakRequest: leakRequest.value, packages: given.value.rest });
}
