/** The arguments of `pprof-lens bench`. */
import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { parseBenchtime } from '../benchtime.ts';
import { type ProfileKind, profileKinds } from '../model.ts';
import { isRunName } from './savedRuns.ts';

export interface BenchOptions {
  /** Package patterns as the go command takes them. */
  readonly packages: readonly string[];
  /** As `go test -bench`. */
  readonly bench: string;
  readonly kinds: readonly ProfileKind[];
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
  /** Share of the older median beyond which what is worse fails the command. */
  readonly threshold: number;
  /** File for the page. */
  readonly html: string | undefined;
}

export type ParsedOptions = { readonly options: BenchOptions } | { readonly wrong: string };

export const benchUsage = `usage: pprof-lens bench [packages] --bench=RE [--profile=cpu,mem,block,mutex] [--count=N]
       [--benchtime=D] [--cpu=LIST] [--tags=LIST] [--out=DIR] [--html=FILE] [--json | --format=text|md]
       [--save=NAME] [--against=NAME|GITREF] [--threshold=5%]

Builds once, times without a profiler, then profiles.

  --against=GITREF  compares the working tree with a commit: both built, timed in turns, profiled
  --against=NAME    compares with a run saved by --save=NAME
  --threshold=N%    what is worse by more, and no chance, makes the exit status 1 (default 5%)
  --count=N         timing runs (default 1; 10 with --against or --save)
  --out=DIR         keeps profiles and results.txt there, and saved runs
  --html=FILE       writes the flame graph page, with --against of the difference`;

const text = { type: 'string' } as const;
const options = {
  bench: text,
  profile: text,
  count: text,
  benchtime: text,
  cpu: text,
  tags: text,
  out: text,
  json: { type: 'boolean' },
  format: text,
  save: text,
  against: text,
  threshold: text,
  html: text,
} as const;

/** As many as benchstat's authors ask for. */
const countToCompare = '10';

function isKind(name: string): name is ProfileKind {
  return profileKinds.some((kind) => kind === name);
}

/** Reads and checks the arguments; `wrong` says what to change. */
export function parseBenchOptions(argv: readonly string[]): ParsedOptions {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    // Node's own sentences: "Unknown option '--x'. ..."
    return { wrong: error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error) };
  }
  const { values, positionals } = parsed;
  const { bench, benchtime = '1s', cpu, save, against, format = 'text' } = values;
  const isCompared = save !== undefined || against !== undefined;
  const count = values.count ?? (isCompared ? countToCompare : '1');
  if (!bench) return { wrong: l10n.t('--bench=RE says which benchmarks to run; --bench=. runs all of them') };
  if (!/^[1-9]\d{0,5}$/.test(count)) return { wrong: l10n.t('--count={0} is not a number of runs', count) };
  const time = parseBenchtime(benchtime);
  if (!time.ok) return { wrong: l10n.t(time.problem.template, ...time.problem.args) };
  if (cpu !== undefined && !/^[1-9]\d*(,[1-9]\d*)*$/.test(cpu)) {
    return { wrong: l10n.t('--cpu={0} is not a list of numbers such as 1,2,4', cpu) };
  }
  const names = (values.profile ?? 'cpu,mem').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isKind(name));
  if (unknown !== undefined) {
    return {
      wrong: l10n.t(
        '--profile={0} is not a kind of profile; there are {1}',
        unknown,
        profileKinds.join(', '),
      ),
    };
  }
  if (format !== 'text' && format !== 'md')
    return { wrong: l10n.t('--format={0} is not text or md', format) };
  if (save !== undefined && !isRunName(save)) {
    return { wrong: l10n.t('--save={0} is not a name: letters, digits and ._- make one', save) };
  }
  if (against === '') return { wrong: l10n.t('--against= needs a git ref or the name of a saved run') };
  const threshold = readPercent(values.threshold ?? '5%');
  if (threshold === null) {
    return { wrong: l10n.t('--threshold={0} is not a percentage such as 5%', values.threshold ?? '') };
  }
  const { tags = '', out, html, json = false } = values;
  const kinds = [...new Set(names.filter(isKind))];
  const own = { packages: positionals, bench, kinds, count: Number(count), benchtime, cpu, tags, out };
  return { options: { ...own, json, format, save, against, threshold, html } };
}

/** `5%` or `5` as 0.05. */
function readPercent(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim());
  return match === null ? null : Number(match[1]) / 100;
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options, allowPositionals: true });
}
