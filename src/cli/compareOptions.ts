/** The arguments of `pprof-lens compare`: benchstat's, and where they differ the contract's. */
import * as l10n from '@vscode/l10n';
import { type InputFile, inputFiles } from '../bench/benchfmt/inputFiles.ts';
import { type CompareOptions, defaultCompareOptions } from '../bench/benchstat/compareFiles.ts';
import { type OptionKinds, parseArgs } from './args.ts';

const formats = ['text', 'csv', 'md', 'json'] as const;

export type CompareFormat = (typeof formats)[number];

export interface CompareArguments {
  readonly inputs: readonly InputFile[];
  readonly options: CompareOptions;
  readonly format: CompareFormat;
}

export type ParsedCompare =
  | ({ readonly ok: true } & CompareArguments)
  /** What is wrong, translated. */
  | { readonly ok: false; readonly wrong: string };

/** Not translated: option names and this text belong together. */
export const compareUsage = `usage: pprof-lens compare [options] [NAME=]OLD.txt [NAME=]NEW.txt...

Results of Go benchmarks side by side, as benchstat has them: medians with their intervals, and whether
each file differs from the first. - is standard input.

  --table=KEYS      what results must have in common to share a table (default .config)
  --row=KEYS        ... a row (default .fullname)
  --col=KEYS        ... a column (default .file)
  --ignore=KEYS     keys in which results may differ
                    KEYS: .name .fullname /KEY /gomaxprocs .config KEY .file, separated by commas;
                    KEY@alpha, KEY@num and KEY@(A B) set an order
  --filter=EXPR     only results that match (default *): KEY:VALUE KEY:/RE/ KEY:(A OR B) .unit:VALUE,
                    joined with AND, OR, - and parentheses
  --alpha=A         a change is significant if p is at most A (default 0.05)
  --confidence=C    level of the intervals (default 0.95)
  --format=text|csv|md
  --json            one JSON document instead
`;

const optionKinds = {
  table: 'text',
  row: 'text',
  col: 'text',
  ignore: 'text',
  filter: 'text',
  alpha: 'number',
  confidence: 'number',
  format: { oneOf: formats },
  json: 'flag',
} as const satisfies OptionKinds;

/** Reads and checks the arguments. */
export function parseCompareArguments(argv: readonly string[]): ParsedCompare {
  const parsed = parseArgs(argv, optionKinds);
  if (!parsed.ok) return wrong(l10n.t(parsed.template, ...parsed.args));
  const { options: given, rest } = parsed;
  if (rest.length === 0) return wrong(l10n.t('Name one or more files with benchmark results.'));
  const defaults = defaultCompareOptions;
  const options: CompareOptions = {
    table: given.table ?? defaults.table,
    row: given.row ?? defaults.row,
    column: given.col ?? defaults.column,
    ignore: given.ignore ?? defaults.ignore,
    filter: given.filter ?? defaults.filter,
    alpha: given.alpha ?? defaults.alpha,
    confidence: given.confidence ?? defaults.confidence,
  };
  for (const name of ['alpha', 'confidence'] as const) {
    const value = options[name];
    if (value < 0 || value > 1) return wrong(l10n.t('--{0}={1} is not between 0 and 1.', name, value));
  }
  const format = given.json === true ? 'json' : (given.format ?? 'text');
  return { ok: true, inputs: inputFiles(rest), options, format };
}

function wrong(message: string): ParsedCompare {
  return { ok: false, wrong: message };
}
