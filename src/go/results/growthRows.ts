/** The lines that a change comes from, as text. */
import { perOperation } from '../../analysis/values/units.ts';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import type { Growth } from './grownLines.ts';

/** The units, by the last word of a metric's name. */
const units: Readonly<Record<string, string>> = {
  ns: 'nanoseconds',
  B: 'bytes',
  bytes: 'bytes',
  allocs: 'allocs',
  contentions: 'contentions',
};

/** A cost per operation if the metric is one, else a total. */
export function cell(value: number, metric: string): string {
  const [, word = '', each] = /(?<!\w)(\w+)(\/op)?$/.exec(metric) ?? [];
  const text = value === 0 ? '' : perOperation(value, 1, units[word] ?? '');
  return each === undefined ? text.replace(/\/op$/, '') : text;
}

/** A line with the last two parts of its path. The JSON has the whole path. */
export function shortPlace({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}:${line}`;
}

const longestText = 60;

export function growthRows({ metric, lines }: Growth): string[] {
  const rows = lines.map(({ file, line, functionName, text, growth }) => [
    `${growth > 0 ? '+' : '-'}${cell(Math.abs(growth), metric)}`,
    shortPlace({ file, line }),
    visibleLine((text === '' ? functionName : text).slice(0, longestText)),
  ]);
  return aligned(rows, 'rll').map((row) => `    ${row}`);
}
