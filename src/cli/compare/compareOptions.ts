/** The arguments of `pprof-lens compare`. They are benchstat's, except where our command line had names of its own. */

import { ok, type Result } from '../../base/result.ts';
import { type InputFile, inputFiles } from '../../bench/benchfmt/inputFiles.ts';
import { type CompareOptions, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { type Options, optionsText, readOptions, wrong } from '../terminal/options.ts';

const formats = ['text', 'csv', 'md', 'json'] as const;

export type CompareFormat = (typeof formats)[number];

const defaults = defaultCompareOptions;

const optionsOfCompare = {
  table: {
    is: 'text',
    default: defaults.table,
    takes: 'KEYS',
    help: 'what results must have in common to share a table',
  },
  row: { is: 'text', default: defaults.row, takes: 'KEYS', help: '... a row' },
  col: { is: 'text', default: defaults.column, takes: 'KEYS', help: '... a column' },
  ignore: {
    is: 'text',
    default: defaults.ignore,
    takes: 'KEYS',
    help: [
      'keys in which results may differ',
      'KEYS: .name .fullname /KEY /gomaxprocs .config KEY .file, separated by commas;',
      'KEY@alpha, KEY@num and KEY@(A B) set an order',
    ],
  },
  filter: {
    is: 'text',
    default: defaults.filter,
    takes: 'EXPR',
    help: [
      'only results that match: KEY:VALUE KEY:/RE/ KEY:(A OR B) .unit:VALUE,',
      'joined with AND, OR, - and parentheses',
    ],
  },
  alpha: {
    is: 'number',
    default: defaults.alpha,
    takes: 'A',
    help: 'a change is significant if p is at most A',
  },
  confidence: { is: 'number', default: defaults.confidence, takes: 'C', help: 'level of the intervals' },
  format: {
    is: { oneOf: formats },
    default: 'text',
    takes: 'text|csv|md',
    help: 'how the tables are written',
  },
  json: { is: 'flag', help: 'one JSON document instead' },
} as const satisfies Options;

export interface CompareArguments {
  readonly inputs: readonly InputFile[];
  readonly options: CompareOptions;
  readonly format: CompareFormat;
}

/** Not translated: option names and this text belong together. */
export const compareUsage = `usage: pprof-lens compare [options] [NAME=]OLD.txt [NAME=]NEW.txt...

Results of Go benchmarks side by side, as benchstat has them: medians with their intervals, and whether
each file differs from the first. - is standard input.

${optionsText(optionsOfCompare)}`;

/** Reads and checks the arguments. */
export function readCompareArguments(argv: readonly string[]): Result<CompareArguments> {
  const read = readOptions(argv, optionsOfCompare);
  if (!read.ok) return read;
  const { options: given, rest } = read.value;
  if (rest.length === 0) return wrong('Name one or more files with benchmark results.');
  const { col: column, format, json, ...options } = given;
  for (const name of ['alpha', 'confidence'] as const) {
    const value = options[name];
    if (value < 0 || value > 1) return wrong('--{0}={1} is not between 0 and 1.', name, value);
  }
  return ok({
    inputs: inputFiles(rest),
    options: { ...options, column },
    format: json === true ? 'json' : format,
  });
}
