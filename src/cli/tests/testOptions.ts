/** The arguments of `pprof-lens test`. */
import { usualMemProfileRate, usualTimeout } from '../../go/tests/testRequest.ts';
import { type ProfileKind, profileKinds } from '../../model.ts';
import { ok, type Result } from '../../result.ts';
import { type OptionKinds, readOptions, wrong } from '../terminal/options.ts';

export interface TestOptions {
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
  /** As `go test -run`; undefined for all tests. */
  readonly run: string | undefined;
  /** At least one. Tests are ranked by the first. */
  readonly kinds: readonly ProfileKind[];
  readonly count: number;
  readonly timeout: string;
  readonly memProfileRate: number;
  readonly tags: string;
  /** Folder for the profiles; undefined for a new temporary one. */
  readonly out: string | undefined;
  readonly json: boolean;
}

/**
 * Not translated: option names and this text belong together.
 *
 * The JSON document:
 *
 *     {packages: [{package, directory, outcome: "pass"|"fail"|"unfinished", seconds, profiles: [{kind, path}],
 *                  problems: [{code, message}]}],
 *      profiles: [{kind, path}],
 *      totals: {"cpu-ns": n, "allocs": n, "bytes": n, ...},
 *      tests: [{package, name, outcome: "pass"|"fail"|"skip"|"unfinished", runs, seconds, file, line, metrics: {"cpu-ns": n, ...},
 *               subtests: [{name, outcome, runs, seconds}]}],
 *      others: [{package, bucket, metrics}],
 *      lines: [{file, line, function, metrics: {"cpu-ns": {flat, cum}, ...}}],
 *      problems: [{code, message}]}
 */
export const testUsage = `usage: pprof-lens test [packages] [--run=RE] [--profile=cpu,mem,block,mutex] [--count=N]
       [--timeout=D] [--memprofilerate=N] [--tags=LIST] [--out=DIR] [--json]

Runs tests, examples and fuzz seeds as go test does, one process for each package, with profilers. Ranks the
tests by what they cost, and lists the hottest lines. All costs are totals: tests have no operations.

A cost belongs to the test whose function is on its stack: TestX, or a function literal in it (a subtest, a
goroutine). What is of no test stands apart: setup (TestMain, package initialisation), subtests whose
function is in no test, other goroutines, the garbage collector.

  --run=RE            which tests, as go test -run
  --profile=KINDS     tests are ranked by the first one (default cpu,mem)
  --count=N           runs each test N times; costs are of all runs (default 1)
  --timeout=D         ends a package's tests after this time (default ${usualTimeout})
  --memprofilerate=N  records an allocation for each N bytes, 1 for every one, which makes the CPU profile
                      wrong (default ${usualMemProfileRate})
  --out=DIR           keeps profiles there; of several packages also merged ones

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

const optionKinds = {
  run: 'text',
  profile: 'text',
  count: 'text',
  timeout: 'text',
  memprofilerate: 'text',
  tags: 'text',
  out: 'text',
  json: 'flag',
} as const satisfies OptionKinds;

function isKind(name: string): name is ProfileKind {
  return profileKinds.some((kind) => kind === name);
}

/** As Go's time.ParseDuration takes it, without a sign. */
const duration =
  /^(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h)(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))*)$/;

/** Reads and checks the arguments. */
export function readTestOptions(argv: readonly string[]): Result<TestOptions> {
  const given = readOptions(argv, optionKinds);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const { count = '1', timeout = usualTimeout, memprofilerate = String(usualMemProfileRate) } = options;
  if (!/^[1-9]\d{0,5}$/.test(count)) return wrong('--count={0} is not a number of runs.', count);
  if (!duration.test(timeout)) return wrong('--timeout={0} is not a time such as 30s or 10m.', timeout);
  if (!/^[1-9]\d{0,8}$/.test(memprofilerate)) {
    return wrong('--memprofilerate={0} is not a number of bytes.', memprofilerate);
  }
  const names = (options.profile ?? 'cpu,mem').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isKind(name));
  const kinds = [...new Set(names.filter(isKind))];
  if (unknown !== undefined || kinds.length === 0) {
    const known = profileKinds.join(', ');
    return wrong('--profile={0} is not a kind of profile. There are: {1}.', unknown ?? '', known);
  }
  return ok({
    packages: rest,
    run: options.run,
    kinds,
    count: Number(count),
    timeout,
    memProfileRate: Number(memprofilerate),
    tags: options.tags ?? '',
    out: options.out,
    json: options.json ?? false,
  });
}
