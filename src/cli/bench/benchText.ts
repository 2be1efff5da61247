/** The report of `pprof-lens bench` as text. */
import { perOperation } from '../../analysis/values/units.ts';
import { resultLine } from '../../bench/verdicts/summary.ts';
import type { BenchmarkReport, LineReport } from './benchReport.ts';

/** The units, by the last part of a metric's name. */
const units: readonly (readonly [ending: string, unit: string])[] = [
  ['ns/op', 'nanoseconds'],
  ['B/op', 'bytes'],
  ['allocs/op', 'allocs'],
  ['contentions/op', 'contentions'],
];

const mostLines = 10;
/** Lines below this share of the hottest one are not shown. The JSON has them. */
const leastShare = 0.005;

function cell(value: number, metric: string): string {
  const unit = units.find(([ending]) => metric.endsWith(ending))?.[1] ?? '';
  return value === 0 ? '' : perOperation(value, 1, unit);
}

/** A line with the last two parts of its path. The JSON has the whole path. */
export function shortPlace({ file, line }: Pick<LineReport, 'file' | 'line'>): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}:${line}`;
}

/** The width of each column. All rows have as many cells as the first. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  return rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) => {
    const [place = '', name = '', ...costs] = row;
    const aligned = costs.map((text, i) => text.padStart(widths[i + 2] ?? 0));
    return `  ${aligned.join('  ')}  ${place.padEnd(widths[0] ?? 0)}  ${name}`;
  });
}

/**
 * The hottest lines by one metric, flat and cum per operation. If lines of the user's own files have costs, only those
 * are shown, because the user cannot edit the runtime.
 */
function hottest(report: BenchmarkReport, metric: string, isOwn: (file: string) => boolean): string[] {
  const costly = report.lines.filter((line) => line.metrics[metric] !== undefined);
  const own = costly.filter(({ file }) => isOwn(file));
  const cumOf = (line: LineReport) => line.metrics[metric]?.cum ?? 0;
  const sorted = (own.length > 0 ? own : costly).sort((a, b) => cumOf(b) - cumOf(a));
  const [first] = sorted;
  if (!first) return [];
  const shown = sorted.slice(0, mostLines).filter((line) => cumOf(line) >= leastShare * cumOf(first));
  const rows = shown.map((line) => {
    const { flat = 0, cum = 0 } = line.metrics[metric] ?? {};
    return [shortPlace(line), line.function, cell(flat, metric), cell(cum, metric)];
  });
  return ['', ...table([['line', 'function', `flat ${metric}`, 'cum'], ...rows])];
}

/** The text of one benchmark: its result, its profiles, and its hottest lines by each metric. */
export function benchmarkText(report: BenchmarkReport, isOwn: (file: string) => boolean): string {
  const title = report.procs === 1 ? report.name : `${report.name}-${report.procs}`;
  const metrics = [...new Set(report.lines.flatMap((line) => Object.keys(line.metrics)))];
  const lines = [
    `${title}  ${resultLine(report.runs)}`,
    ...report.profiles.map(
      ({ kind, path, operations }) =>
        `  ${kind}: ${path}${operations === null ? '' : ` (${operations} operations)`}`,
    ),
    ...report.notes.map(({ message }) => `  ~ ${message}`),
    ...report.problems.map(({ message }) => `  ! ${message}`),
    ...metrics.flatMap((metric) => hottest(report, metric, isOwn)),
  ];
  return `${lines.join('\n')}\n`;
}
