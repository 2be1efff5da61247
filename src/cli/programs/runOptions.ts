/** The arguments of `pprof-lens run`. */
import type { ProfileKind } from '../../base/profileKinds.ts';
import { ok, type Result } from '../../base/result.ts';
import {
  type Options,
  type OptionValues,
  optionsText,
  outputOption,
  profileOption,
  readOptions,
  wrong,
} from '../terminal/options.ts';

const runOptions = {
  profile: { ...profileOption, help: 'what to record: cpu, mem, block, mutex; all in one run' },
  by: {
    is: { oneOf: ['flag', 'server', 'overlay'] },
    help: [
      'how: by a flag of the program such as -cpuprofile; by its own net/http/pprof;',
      'or by a file of ours that is in this build only, not in your folder',
      '(default: the first of these that its sources show to be possible)',
    ],
  },
  address: { is: 'text', takes: 'HOST:PORT', help: 'where its net/http/pprof listens; means --by=server' },
  seconds: {
    is: 'number',
    takes: 'N',
    help: "asks it to end after N seconds; a server's CPU is recorded as long (default 30)",
  },
  dir: { is: 'text', takes: 'DIR', help: 'its working folder (default: the current one)' },
  env: { is: 'texts', takes: 'NAME=VALUE', help: 'adds to its environment; can be repeated' },
  tags: { is: 'text', default: '', takes: 'LIST', help: 'build tags' },
  out: {
    is: 'text',
    takes: 'DIR',
    help: 'keeps profiles and executable there (default: profiles in a temporary folder)',
  },
  json: {
    is: 'flag',
    default: false,
    help: "the report as JSON; the program's output goes to standard error then",
  },
  output: { ...outputOption, help: 'writes the report there' },
  nodecount: { is: 'whole', default: 20, takes: 'N', help: 'rows of the report, 0 for all' },
  cum: { is: 'flag', default: false, help: 'sorts them by cum' },
} as const satisfies Options;

type Given = OptionValues<typeof runOptions>;

export interface RunOptions extends Omit<Given, 'address' | 'by' | 'env'> {
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
The exit status is 0 if there is a profile and the program ended with 0, or was asked to end; else 1.
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
  const env = readEnv(options.env ?? []);
  if (!env.ok) return env;
  return ok({
    ...options,
    address,
    by: address === undefined ? by : 'server',
    patterns: rest,
    args: end === -1 ? [] : argv.slice(end + 1),
    kinds: profile.length === 0 ? ['cpu'] : profile,
    env: env.value,
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
