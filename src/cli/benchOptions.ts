/** The arguments of `pprof-lens bench`. */
import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { parseBenchtime } from '../go/benchtime.ts';
import type { ProfileKind } from '../protocol.ts';

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
}

export type ParsedOptions = { readonly options: BenchOptions } | { readonly wrong: string };

export const benchUsage = `usage: pprof-lens bench [packages] --bench=RE [--profile=cpu,mem,block,mutex] [--count=N]
       [--benchtime=D] [--cpu=LIST] [--tags=LIST] [--out=DIR] [--json]`;

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
  // Known, so that they are not called unknown.
  save: text,
  against: text,
  html: text,
} as const;

const kindNames: readonly ProfileKind[] = ['cpu', 'mem', 'block', 'mutex'];

function isKind(name: string): name is ProfileKind {
  return kindNames.some((kind) => kind === name);
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
  const later = (['save', 'against', 'html'] as const).find((name) => values[name] !== undefined);
  if (later) return { wrong: l10n.t('--{0} is not supported yet', later) };
  const { bench, count = '1', benchtime = '1s', cpu } = values;
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
      wrong: l10n.t('--profile={0} is not a kind of profile; there are {1}', unknown, kindNames.join(', ')),
    };
  }
  const { tags = '', out, json = false } = values;
  const kinds = [...new Set(names.filter(isKind))];
  return {
    options: { packages: positionals, bench, kinds, count: Number(count), benchtime, cpu, tags, out, json },
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options, allowPositionals: true });
}
