/** The arguments of `pprof-lens compare`. They are benchstat's, except where our command line had names of its own. */

import { ok, type Result } from '../../base/result.ts';
import { type InputFile, inputFiles } from '../../bench/benchfmt/inputFiles.ts';
import {
  type CompareInput,
  type Comparison,
  comparer,
  defaultCompareOptions,
} from '../../bench/benchstat/compareFiles.ts';
import { flag, number, oneOf, optionsText, readOptions, text, usually, wrong } from '../terminal/options.ts';

const formats = ['text', 'csv', 'md', 'svg', 'json'] as const;

const defaults = defaultCompareOptions;

const optionsOfCompare = {
  table: usually(defaults.table, text('KEYS', 'what results must have in common to share a table')),
  row: usually(defaults.row, text('KEYS', '... a row')),
  col: usually(defaults.column, text('KEYS', '... a column')),
  ignore: usually(
    defaults.ignore,
    text(
      'KEYS',
      'keys in which results may differ',
      'KEYS: .name .fullname /KEY /gomaxprocs .config KEY .file, separated by commas;',
      'KEY@alpha, KEY@num and KEY@(A B) set an order',
    ),
  ),
  filter: usually(
    defaults.filter,
    text(
      'EXPR',
      'only results that match: KEY:VALUE KEY:/RE/ KEY:(A OR B) .unit:VALUE,',
      'joined with AND, OR, - and parentheses',
    ),
  ),
  alpha: usually(defaults.alpha, number('A', 'a change is significant if p is at most A')),
  confidence: usually(defaults.confidence, number('C', 'level of the intervals')),
  stages: flag(
    'one table over all files, each compared with the one before:',
    'time, operations a second, B/op, allocs/op, counted instructions',
  ),
  format: usually('text', {
    ...oneOf(formats, 'how the tables are written; svg draws those of --stages'),
    takes: 'text|csv|md|svg',
  }),
  json: flag('one JSON document instead'),
};

export interface CompareArguments {
  readonly inputs: readonly InputFile[];
  readonly compare: (inputs: readonly CompareInput[]) => Comparison;
  readonly column: string;
  readonly isStages: boolean;
  readonly format: (typeof formats)[number];
}

/** Not translated: option names and this text belong together. */
export const compareUsage = `usage: pprof-lens compare [options] [NAME=]OLD [NAME=]NEW...

Results of Go benchmarks side by side, as benchstat has them: medians with their intervals, and whether
each file differs from the first. - is standard input. What is no file is a run of bench --save=NAME.

${optionsText(optionsOfCompare)}`;

/** Reads and checks the arguments. */
export function readCompareArguments(argv: readonly string[]): Result<CompareArguments> {
  const read = readOptions(argv, optionsOfCompare);
  if (!read.ok) return read;
  const { options: given, rest } = read.value;
  if (rest.length === 0) return wrong('Name one or more files with benchmark results.');
  const { col: column, format, json, stages = false, ...options } = given;
  for (const name of ['alpha', 'confidence'] as const) {
    const value = options[name];
    if (value < 0 || value > 1) return wrong('--{0}={1} is not between 0 and 1.', name, value);
  }
  const compare = comparer({ ...options, column });
  if (!compare.ok) return compare;
  if (format === 'svg' && !stages) return wrong('--format=svg draws what --stages compares: add it.');
  return ok({
    inputs: inputFiles(rest),
    compare: compare.value,
    column,
    isStages: stages,
    format: json === true ? 'json' : format,
  });
}
