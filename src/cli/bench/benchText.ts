/** The report of `pprof-lens bench` as text. */

import * as l10n from '@vscode/l10n';
import { perOperation } from '../../analysis/values/units.ts';
import { visibleLine } from '../../base/escape.ts';
import { largest } from '../../base/lists.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import { counterText, resultLine } from '../../bench/verdicts/summary.ts';
import type { BenchmarkReport } from './benchReport.ts';
import type { LineReport, OtherLineReport } from './lineReports.ts';

/** The units, by the last word of a metric's name. */
const units: Readonly<Record<string, string>> = {
  ns: 'nanoseconds',
  B: 'bytes',
  bytes: 'bytes',
  allocs: 'allocs',
  contentions: 'contentions',
};

export const mostLines = 10;
const mostSetupLines = 3;
/** Lines below this share of the hottest one are not shown. The JSON has them. */
const leastShare = 0.005;

/** A cost per operation if the metric is one, else a total. */
function cell(value: number, metric: string): string {
  const [, word = '', each] = /(?<!\w)(\w+)(\/op)?$/.exec(metric) ?? [];
  const text = value === 0 ? '' : perOperation(value, 1, units[word] ?? '');
  return each === undefined ? text.replace(/\/op$/, '') : text;
}

/** A line with the last two parts of its path. The JSON has the whole path. */
export function shortPlace({ file, line }: Pick<LineReport, 'file' | 'line'>): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}:${line}`;
}

/** The width of each column. All rows have as many cells as the first. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  return rows[0]?.map((_, column) => largest(rows.map((row) => row[column]?.length ?? 0))) ?? [];
}

/** The rows as lines, their columns side by side. */
export function leftAligned(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd());
}

/** The rows as lines: costs right-aligned, then the two names that each row begins with. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) => {
    const [place = '', name = '', ...costs] = row;
    const aligned = costs.map((text, i) => text.padStart(widths[i + 2] ?? 0));
    return `  ${aligned.join('  ')}  ${place.padEnd(widths[0] ?? 0)}  ${name}`;
  });
}

/**
 * The hottest lines by one metric, flat and cum. If lines of the user's own files have costs, only those are shown,
 * because the user cannot edit the runtime.
 */
export function hottest(
  lines: readonly LineReport[],
  metric: string,
  isOwn: (file: string) => boolean,
  mostLines: number,
): string[][] {
  const costly = lines.filter((line) => line.metrics[metric] !== undefined);
  const own = costly.filter(({ file }) => isOwn(file));
  const cumOf = (line: LineReport) => line.metrics[metric]?.cum ?? 0;
  const sorted = (own.length > 0 ? own : costly).sort((a, b) => cumOf(b) - cumOf(a));
  const [first] = sorted;
  if (!first) return [];
  const shown = sorted.slice(0, mostLines).filter((line) => cumOf(line) >= leastShare * cumOf(first));
  return shown.map((line) => {
    const { flat = 0, cum = 0 } = line.metrics[metric] ?? {};
    return [shortPlace(line), line.function, cell(flat, metric), cell(cum, metric)];
  });
}

/** The hottest lines of the timed loop, for each metric a table. */
function timedTables({ lines }: BenchmarkReport, isOwn: (file: string) => boolean): string[] {
  return metricsOf(lines).flatMap((metric) => {
    const rows = hottest(lines, metric, isOwn, mostLines);
    return rows.length === 0 ? [] : ['', ...table([['line', 'function', `flat ${metric}`, 'cum'], ...rows])];
  });
}

/** The user's lines that cost most in the setup. What the runtime does in the background is no line of the user's. */
function setupTables({ otherLines }: BenchmarkReport, isOwn: (file: string) => boolean): string[] {
  const setup = otherLines.filter(({ bucket, file }: OtherLineReport) => bucket === 'setup' && isOwn(file));
  return metricsOf(setup).flatMap((metric) => {
    const rows = hottest(setup, metric, isOwn, mostSetupLines);
    const title = [l10n.t('setup, in total'), '', `flat ${metric}`, 'cum'];
    return rows.length === 0 ? [] : ['', ...table([title, ...rows])];
  });
}

function metricsOf(lines: readonly LineReport[]): string[] {
  return [...new Set(lines.flatMap((line) => Object.keys(line.metrics)))];
}

/** `counters: 1.23k instructions/op ±0.1% · 0.02 cache-misses/op ±30%`. */
function countersText({ counters = {} }: BenchmarkReport): string[] {
  const texts = Object.entries(counters).map(([unit, { median, spread }]) =>
    counterText(unit, median, spread),
  );
  return texts.length === 0 ? [] : [`  ${l10n.t('counters: {0}', texts.join(' · '))}`];
}

/** The text of one benchmark: its result, its profiles, and its hottest lines by each metric. */
export function benchmarkText(report: BenchmarkReport, isOwn: (file: string) => boolean): string {
  const title = report.procs === 1 ? report.name : `${report.name}-${report.procs}`;
  const lines = [
    `${title}  ${resultLine(report.runs)}`,
    ...report.profiles.map(
      ({ kind, path, operations }) =>
        `  ${eventOfKind(kind) ?? kind}: ${path}${operations === null ? '' : ` (${operations} operations)`}`,
    ),
    ...Object.entries(report.attributes ?? {}).map(([key, value]) => visibleLine(`  ${key}=${value}`)),
    ...(report.artifacts === undefined ? [] : [`  artifacts: ${report.artifacts}`]),
    ...countersText(report),
    ...report.notes.map(({ message }) => `  ~ ${message}`),
    ...report.problems.map(({ message }) => `  ! ${message}`),
    ...timedTables(report, isOwn),
    ...setupTables(report, isOwn),
  ];
  return `${lines.join('\n')}\n`;
}
