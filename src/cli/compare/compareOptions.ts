/** The arguments of `pprof-lens compare`. They are benchstat's, except where our command line had names of its own. */
import { type InputFile, inputFiles } from '../../bench/benchfmt/inputFiles.ts';
import { type CompareOptions, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { ok, type Result } from '../../result.ts';
import { type OptionKinds, readOptions, wrong } from '../terminal/options.ts';

const formats = ['text', 'csv', 'md', 'json'] as const;

export type CompareFormat = (typeof formats)[number];

export interface CompareArguments {
  readonly inputs: readonly InputFile[];
  readonly options: CompareOptions;
  readonly format: CompareFormat;
}

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
export function readCompareArguments(argv: readonly string[]): Result<CompareArguments> {
  const read = readOptions(argv, optionKinds);
  if (!read.ok) return read;
  const { options: given, rest } = read.value;
  if (rest.length === 0) return wrong('Name one or more files with benchmark results.');
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
    if (value < 0 || value > 1) return wrong('--{0}={1} is not between 0 and 1.', name, value);
  }
  const format = given.json === true ? 'json' : (given.format ?? 'text');
  return ok({ inputs: inputFiles(rest), options, format });
}
