/** The arguments of `pprof-lens run`. */
import type { ProfileKind } from '../../base/profileKinds.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Against } from '../../go/inTurns/twoVersions.ts';
import { checkGate } from '../bench/gate.ts';
import {
  flag,
  number,
  type OptionValues,
  oneOf,
  optionsText,
  outputOption,
  profileOption,
  readOptions,
  text,
  texts,
  usually,
  whole,
  wrong,
} from '../terminal/options.ts';
import { againstOf, againstOptions } from './againstOptions.ts';

const runOptions = {
  profile: profileOption('what to record: cpu, mem, block, mutex; all in one run'),
  by: oneOf(
    ['flag', 'server', 'overlay'],
    'how: by a flag of the program such as -cpuprofile; by its own net/http/pprof;',
    'or by a file of ours that is in this build only, not in your folder',
    '(default: the first of these that its sources show to be possible)',
  ),
  address: text('HOST:PORT', 'where its net/http/pprof listens; means --by=server'),
  seconds: number('N', "asks it to end after N seconds; a server's CPU is recorded as long (default 30)"),
  dir: text('DIR', 'its working folder (default: the current one)'),
  env: texts('NAME=VALUE', 'adds to its environment; can be repeated'),
  tags: usually('', text('LIST', 'build tags')),
  out: text('DIR', 'keeps profiles and executable there (default: profiles in a temporary folder)'),
  json: usually(false, flag("the report as JSON; the program's output goes to standard error then")),
  output: outputOption('writes the report there'),
  nodecount: usually(20, whole('N', 'rows of the report, 0 for all')),
  cum: usually(false, flag('sorts them by cum')),
  ...againstOptions,
};

type Given = OptionValues<typeof runOptions>;

export interface RunOptions extends Omit<Given, 'address' | 'by' | 'env' | 'against'> {
  /** `null` where nothing is compared. */
  readonly against: Against | null;
  /** The package or its files, as the go command takes them. */
  readonly patterns: readonly string[];
  /** The program's arguments. */
  readonly args: readonly string[];
  readonly kinds: readonly ProfileKind[];
  /** How it is profiled; undefined to let the sources decide. */
  readonly by: Given['by'];
  readonly address: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Not translated: option names and this text belong together. */
export const runUsage = `usage: pprof-lens run [options] PACKAGE [-- ARGUMENTS...]

Builds a program (package main), runs it with ARGUMENTS, profiles it, and prints the top of the first
profile. It has the terminal, standard input and output. Ctrl+C is for the program: when it has ended, its
profile is printed as always. PACKAGE is as for go build: ., ./cmd/tool, tool.go.

${optionsText(runOptions)}
With --against or --pgo both versions are built, and run in turns to their end, without a profiler; they read
nothing, and what they print goes nowhere. Compared are time, CPU, allocations and peak memory of the whole
run, each with a verdict as of benchmarks. Then both are profiled once. The exit status is that of bench
--against.

Else the exit status is 0 if there is a profile and the program ended with 0, or was asked to end; else 1.
`;

/** Reads and checks the arguments. */
export function readRunOptions(argv: readonly string[]): Result<RunOptions> {
  const end = argv.indexOf('--');
  const given = readOptions(end === -1 ? argv : argv.slice(0, end), runOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  if (rest.length === 0) return wrong('Name a program, such as . or ./cmd/tool.');
  if (rest.length > 1 && !rest.every((each) => each.endsWith('.go'))) {
    return wrong('Name one program. Arguments for it follow after --.');
  }
  const { profile, seconds, by, address } = options;
  if (seconds !== undefined && !(seconds > 0)) return wrong('--seconds={0} is not a time.', seconds);
  if (address !== undefined && by !== undefined && by !== 'server') {
    return wrong('--address goes with --by=server only.');
  }
  const against = againstOf(options);
  if (!against.ok) return against;
  const wrongly = wrongTogether(options, against.value !== null);
  if (wrongly !== null) return wrongly;
  const gate = checkGate(options);
  if (!gate.ok) return gate;
  const env = readEnv(options.env ?? []);
  if (!env.ok) return env;
  return ok({
    ...options,
    against: against.value,
    address,
    by: address === undefined ? by : 'server',
    patterns: rest,
    args: end === -1 ? [] : argv.slice(end + 1),
    kinds: profile.length === 0 ? ['cpu'] : profile,
    env: env.value,
  });
}

/** What a comparison has no use for; `null` if nothing is wrong. */
function wrongTogether({ count, by, address, seconds }: Given, isCompared: boolean): Result<never> | null {
  if (count !== undefined && (count < 1 || count > 1000))
    return wrong('--count={0} is not from 1 to 1000.', count);
  if (!isCompared) return null;
  const given = Object.entries({ by, address, seconds }).find(([, value]) => value !== undefined);
  return given === undefined
    ? null
    : wrong('--{0} is not for --against and --pgo: both versions run to their end.', given[0]);
}

export function readEnv(texts: readonly string[]): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    // The value may be a password.
    if (at < 1) return wrong('--env takes NAME=VALUE.');
    env[text.slice(0, at)] = text.slice(at + 1);
  }
  return ok(env);
}
