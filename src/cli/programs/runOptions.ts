/** The arguments of `pprof-lens run`. */
import { type ProfileKind, profileKinds } from '../../model.ts';
import { ok, type Result } from '../../result.ts';
import { type OptionKinds, readOptions, wrong } from '../terminal/options.ts';

export interface RunOptions {
  /** The package or its files, as the go command takes them. */
  readonly patterns: readonly string[];
  /** The program's arguments. */
  readonly args: readonly string[];
  readonly kinds: readonly ProfileKind[];
  readonly seconds: number | undefined;
  /** How it is profiled; undefined to let the sources decide. */
  readonly by: 'flag' | 'server' | 'overlay' | undefined;
  /** Where its own server listens. */
  readonly address: string | undefined;
  /** The program's working folder; undefined for the current one. */
  readonly dir: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly tags: string;
  /** Folder for the profiles; undefined for a new temporary one. */
  readonly out: string | undefined;
  /** File for the report; undefined for standard output. */
  readonly output: string | undefined;
  readonly json: boolean;
  readonly cum: boolean;
  readonly nodecount: number;
}

/** Not translated: option names and this text belong together. */
export const runUsage = `usage: pprof-lens run [options] PACKAGE [-- ARGUMENTS...]

Builds a program (package main), runs it with ARGUMENTS, profiles it, and prints the top of the first
profile. It has the terminal, standard input and output. Ctrl+C is for the program: when it has ended, its
profile is printed as always. PACKAGE is as for go build: ., ./cmd/tool, tool.go.

  --profile=cpu,mem,block,mutex  what to record (default cpu,mem); all in one run
  --by=flag|server|overlay       how: by a flag of the program such as -cpuprofile; by its own net/http/pprof;
                                 or by a file of ours that is in this build only, not in your folder
                                 (default: the first of these that its sources show to be possible)
  --address=HOST:PORT            where its net/http/pprof listens; means --by=server
  --seconds=N                    asks it to end after N seconds; a server's CPU is recorded as long (default 30)
  --dir=DIR                      its working folder (default: the current one)
  --env=NAME=VALUE               adds to its environment; can be repeated
  --tags=LIST                    build tags
  --out=DIR                      keeps profiles and executable there (default: profiles in a temporary folder)
  --json                         the report as JSON; the program's output goes to standard error then
  -o FILE, --output=FILE         writes the report there
  --nodecount=N                  rows of the report, 0 for all (default 20); --cum sorts by cum

The exit status is 0 if there is a profile and the program ended with 0, or was asked to end; else 1.
`;

const optionKinds = {
  profile: 'text',
  by: { oneOf: ['flag', 'server', 'overlay'] },
  address: 'text',
  seconds: 'number',
  dir: 'text',
  env: 'texts',
  tags: 'text',
  out: 'text',
  o: 'text',
  output: 'text',
  json: 'flag',
  cum: 'flag',
  nodecount: 'whole',
} as const satisfies OptionKinds;

function isKind(name: string): name is ProfileKind {
  return profileKinds.some((kind) => kind === name);
}

/** Reads and checks the arguments. */
export function readRunOptions(argv: readonly string[]): Result<RunOptions> {
  const end = argv.indexOf('--');
  const given = readOptions(end === -1 ? argv : argv.slice(0, end), optionKinds);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  if (rest.length === 0) return wrong('Name a program, such as . or ./cmd/tool.');
  if (rest.length > 1 && !rest.every((each) => each.endsWith('.go'))) {
    return wrong('Name one program. Arguments for it follow after --.');
  }
  const names = (options.profile ?? 'cpu,mem').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isKind(name));
  if (unknown !== undefined) {
    const kinds = profileKinds.join(', ');
    return wrong('--profile={0} is not a kind of profile. There are: {1}.', unknown, kinds);
  }
  const { seconds, by, address } = options;
  if (seconds !== undefined && !(seconds > 0)) return wrong('--seconds={0} is not a time.', seconds);
  if (address !== undefined && by !== undefined && by !== 'server') {
    return wrong('--address goes with --by=server only.');
  }
  const env = readEnv(options.env ?? []);
  if (!env.ok) return env;
  return ok({
    patterns: rest,
    args: end === -1 ? [] : argv.slice(end + 1),
    kinds: names.length === 0 ? ['cpu'] : [...new Set(names.filter(isKind))],
    seconds,
    by: address === undefined ? by : 'server',
    address,
    dir: options.dir,
    env: env.value,
    tags: options.tags ?? '',
    out: options.out,
    output: options.output ?? options.o,
    json: options.json ?? false,
    cum: options.cum ?? false,
    nodecount: options.nodecount ?? 20,
  });
}

function readEnv(texts: readonly string[]): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    // The value may be a password.
    if (at < 1) return wrong('--env takes NAME=VALUE.');
    env[text.slice(0, at)] = text.slice(at + 1);
  }
  return ok(env);
}
