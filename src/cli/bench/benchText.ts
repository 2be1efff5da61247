/** The report of `pprof-lens bench` as text. */

import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { exactSpread } from '../../bench/verdicts/layouts.ts';
import { counterText, resultLine } from '../../bench/verdicts/summary.ts';
import { billText } from '../../go/results/billText.ts';
import { cell, shortPlace } from '../../go/results/growthRows.ts';
import { slotsText } from '../../go/results/slotsText.ts';
import { timesText } from '../../go/results/timesText.ts';
import type { BenchmarkReport } from './benchReport.ts';
import type { LineReport, OtherLineReport } from './lineReports.ts';

export const mostLines = 10;
const mostSetupLines = 3;
/** Lines below this share of the hottest one are not shown. The JSON has them. */
const leastShare = 0.005;

/**
 * A table of costs, below an empty line; nothing without rows.
 *
 * @param title the line, if it is not called so
 * @param below of each row the lines that stand below it
 */
export function costTable(
  metric: string,
  rows: readonly string[][],
  title?: string,
  below: readonly (readonly string[])[] = [],
): string[] {
  if (rows.length === 0) return [];
  const head = [`flat ${metric}`, 'cum', title ?? 'line', title === undefined ? 'function' : ''];
  const [first = '', ...others] = aligned([head, ...rows], 'rrll').map((row) => `  ${row}`);
  const indent = ' '.repeat(first.indexOf(head[2] ?? '') + 2);
  return ['', first, ...others.flatMap((row, i) => [row, ...(below[i] ?? []).map((text) => indent + text)])];
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
  return rowsOf(hottestLines(lines, metric, isOwn, mostLines), metric);
}

function rowsOf(lines: readonly LineReport[], metric: string): string[][] {
  return lines.map((line) => {
    const { flat = 0, cum = 0 } = line.metrics[metric] ?? {};
    return [cell(flat, metric), cell(cum, metric), shortPlace(line), line.function];
  });
}

function hottestLines(
  lines: readonly LineReport[],
  metric: string,
  isOwn: (file: string) => boolean,
  mostLines: number,
): readonly LineReport[] {
  const costly = lines.filter((line) => line.metrics[metric] !== undefined);
  const own = costly.filter(({ file }) => isOwn(file));
  const sorted = (own.length > 0 ? own : costly).sort((a, b) => cumOf(b, metric) - cumOf(a, metric));
  const [first] = sorted;
  if (!first) return [];
  const least = leastShare * cumOf(first, metric);
  return sorted.slice(0, mostLines).filter((line) => cumOf(line, metric) >= least);
}

function cumOf({ metrics }: LineReport, metric: string): number {
  const cost = metrics[metric];
  return cost?.cum ?? cost?.flat ?? 0;
}

/** Of the traced time of an operation: waits that are shorter altogether have no table. The JSON has them. */
const leastWait = 0.005;

/** The hottest lines of the timed loop, for each metric a table. */
function timedTables({ lines, bill }: BenchmarkReport, isOwn: (file: string) => boolean): string[] {
  const leastOf = (metric: string) => (metric.endsWith('-delay-ns/op') ? leastWait * (bill?.traced ?? 0) : 0);
  return metricsOf(lines).flatMap((metric) => {
    const shown = hottestLines(lines, metric, isOwn, mostLines);
    if (shown.every((line) => cumOf(line, metric) < leastOf(metric))) return [];
    const below = shown.map((line) => (metric === 'cpu-ns/op' ? reasonsOfTime(line) : []));
    return costTable(metric, rowsOf(shown, metric), undefined, below);
  });
}

/** What escapes stands in a list of its own. */
function reasonsOfTime({ reasons = [] }: LineReport): string[] {
  return reasons.filter(({ kind }) => kind !== 'escape').map(({ text }) => visibleLine(text));
}

/** The user's lines that cost most in the setup. What the runtime does in the background is no line of the user's. */
function setupTables({ otherLines }: BenchmarkReport, isOwn: (file: string) => boolean): string[] {
  const setup = otherLines.filter(({ bucket, file }: OtherLineReport) => bucket === 'setup' && isOwn(file));
  return metricsOf(setup).flatMap((metric) =>
    costTable(metric, hottest(setup, metric, isOwn, mostSetupLines), l10n.t('setup, in total')),
  );
}

function metricsOf(lines: readonly LineReport[]): string[] {
  return [...new Set(lines.flatMap((line) => Object.keys(line.metrics)))];
}

/** `instructions/op: 3,214 exact`, or `±0.3%` where two counts of the same code differ. */
function instructionsText({ instructions }: BenchmarkReport): string[] {
  if (instructions === undefined || 'missing' in instructions) return [];
  const { perOp, spread } = instructions;
  return [`  instructions/op: ${countText(perOp)} ${spreadText(spread)}`];
}

/** All digits of what is counted one by one. */
function countText(count: number): string {
  return count.toLocaleString('en', { maximumFractionDigits: count < 100 ? 1 : 0 });
}

function spreadText(spread: number): string {
  return spread <= exactSpread ? l10n.t('exact') : `±${sharePercent(spread)}`;
}

/** `counters: 1.23k instructions/op ±0.1% · 0.02 cache-misses/op ±30%`. */
function countersText({ counters = {} }: BenchmarkReport): string[] {
  const texts = Object.entries(counters).map(([unit, { median, spread }]) =>
    counterText(unit, median, spread),
  );
  return texts.length === 0 ? [] : [`  ${l10n.t('counters: {0}', texts.join(' · '))}`];
}

function timesLines({ times }: BenchmarkReport): string[] {
  if (times === undefined) return [];
  if ('missing' in times) return [`  ${times.missing}`];
  const { histogram, longest, clock } = times;
  const rows = Object.entries(histogram).map(([lowest, count]) => [Number(lowest), count] as const);
  return timesText({ rows, longest, clock }).map((text) => `  ${text}`);
}

/**
 * The text of one benchmark: its result, its profiles, and its hottest lines by each metric.
 *
 * @param allocations lines of text that stand below those of the timed loop
 * @param memory what the machine sees of it
 */
export function benchmarkText(
  report: BenchmarkReport,
  isOwn: (file: string) => boolean,
  allocations: readonly string[] = [],
  memory = '',
): string {
  const title = report.procs === 1 ? report.name : `${report.name}-${report.procs}`;
  const lines = [
    `${title}  ${resultLine(report.runs)}`,
    ...report.profiles.map(
      ({ kind, path, operations }) =>
        `  ${eventOfKind(kind) ?? kind}: ${path}${operations === null ? '' : ` (${operations} operations)`}`,
    ),
    ...(report.bill === undefined ? [] : [`  ${billText(report.bill)}`]),
    ...Object.entries(report.attributes ?? {}).map(([key, value]) => visibleLine(`  ${key}=${value}`)),
    ...(report.artifacts === undefined ? [] : [`  artifacts: ${report.artifacts}`]),
    ...instructionsText(report),
    ...timesLines(report),
    ...countersText(report),
    ...(memory === '' ? [] : [`  ${l10n.t('memory: {0}', memory)}`]),
    ...(report.slots === undefined ? [] : [`  ${l10n.t('processor: {0}', slotsText(report.slots))}`]),
    ...report.notes.map(({ message }) => `  ~ ${message}`),
    ...report.problems.map(({ message }) => `  ! ${message}`),
    ...timedTables(report, isOwn),
    ...allocations,
    ...setupTables(report, isOwn),
  ];
  return `${lines.join('\n')}\n`;
}
