/** Reads a command of the prompt: `top10 -cum`, `list main > main.txt`, `tree testing -runtime`. */
import { ok, type Result } from '../../base/result.ts';
import type { ReportOptions } from '../profiles/reportOptions.ts';
import { wrong } from '../terminal/options.ts';

/** A report that is asked for. */
export interface Asked {
  readonly report: string;
  /** The pattern; empty for a report that takes none. */
  readonly argument: string;
  /** The options of this report alone. */
  readonly options: ReportOptions;
}

/** pprof's number of rows. */
const rowsOfTop = 10;

/**
 * Reads a line as pprof does. After the report and its pattern: a number of rows, `-cum`, patterns to focus on, patterns to
 * ignore (`-RE`), and `>FILE`. A number may also stand right behind the name: `top5`.
 *
 * @param takesPattern whether the report needs a pattern; `undefined` if there is no such report
 * @param current the options that are set
 */
export function readLine(
  line: string,
  takesPattern: (report: string) => boolean | undefined,
  current: ReportOptions,
): Result<Asked> {
  const [first = '', ...words] = line.split(/\s+/).filter((word) => word !== '');
  let report = first;
  let needsPattern = takesPattern(report);
  const [, name = '', digits] = /^(.*?)(\d+)$/.exec(first) ?? [];
  if (needsPattern === undefined && digits !== undefined) {
    report = name;
    needsPattern = takesPattern(report);
    words.unshift(digits);
  }
  if (needsPattern === undefined) return wrong('There is no command {0}. Type help for all commands.', first);
  const argument = needsPattern ? words.shift() : '';
  if (argument === undefined) return wrong('{0} needs a pattern: {0} REGEX.', report);
  const options = readWords(words, report, current);
  return options.ok ? ok({ report, argument, options: options.value }) : options;
}

function readWords(words: string[], report: string, current: ReportOptions): Result<ReportOptions> {
  const focus: string[] = [];
  const ignore: string[] = [];
  const own: { nodecount?: number; cum?: true; output?: string } = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (/^-?\d{1,10}$/.test(word)) own.nodecount = Number(word);
    else if (word === '-cum' || word === '--cum') own.cum = true;
    else if (word.startsWith('>')) {
      const file = word.slice(1) || words.shift();
      if (file === undefined) return wrong('Name a file after >.');
      own.output = file;
    } else if (word.startsWith('-')) ignore.push(word.slice(1));
    else focus.push(word);
  }
  if ((report === 'top' || report === 'text') && (own.nodecount ?? current.nodecount ?? -1) < 0) {
    own.nodecount = rowsOfTop;
  }
  const isTags = report === 'tags';
  const filters = {
    ...(focus.length === 0 ? {} : { [isTags ? 'tagfocus' : 'focus']: focus.join('|') }),
    ...(ignore.length === 0 ? {} : { [isTags ? 'tagignore' : 'ignore']: ignore.join('|') }),
  };
  return ok({ ...current, ...own, ...filters });
}
