/** The report of `pprof-lens bench` for reading. */
import { perOperation } from '../../analysis/values/units.ts';
import { resultLine } from '../../bench/verdicts/summary.ts';
import type { BenchmarkReport, LineReport } from './benchReport.ts';

/** Units by the end of a metric's name. */
const units: readonly (readonly [ending: string, unit: string])[] = [
  ['ns/op', 'nanoseconds'],
  ['B/op', 'bytes'],
  ['allocs/op', 'allocs'],
  ['contentions/op', 'contentions'],
];

const mostLines = 10;
/** Lines below this share of the hottest one are noise to a reader; the JSON has them. */
const leastShare = 0.005;

function cell(value: number, metric: string): string {
  const unit = units.find(([ending]) => metric.endsWith(ending))?.[1] ?? '';
  return value === 0 ? '' : perOperation(value, 1, unit);
}

/** The file from its last two elements; the whole path is in the JSON. */
function shortPlace({ file, line }: LineReport): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}:${line}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => {
    const [place = '', name = '', ...costs] = row;
    const aligned = costs.map((text, i) => text.padStart(widths[i + 2] ?? 0));
    return `  ${aligned.join('  ')}  ${place.padEnd(widths[0] ?? 0)}  ${name}`;
  });
}

/**
 * The hottest lines by one metric, flat and cum per operation. `isOwn` tells the user's files: their lines
 * come first, as nobody edits the runtime.
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

/** One benchmark: its result, its profiles, its hottest lines for each metric. */
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
