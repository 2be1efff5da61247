import type { CallGraph } from '../../analysis/callGraph/callGraph.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { formatCost, tableUnit } from '../../analysis/values/costFormat.ts';
import { percentage, scale, scaledLabel } from '../../analysis/values/units.ts';
import { absolute, add, toValue, type Value } from '../../analysis/values/value.ts';
import { append } from '../../base/lists.ts';
import { zoneName } from '../../go/machine/timeZone.ts';
import { filterNames, filterOptions } from '../profiles/reportOptions.ts';
import { shareOf } from '../terminal/tint.ts';
import type { ReportContext } from './reportContext.ts';

/** The lines that pprof prints above its text reports: file, build, comments, type, time, duration. */
export function profileLabels({ profile, measured, format }: ReportContext): string[] {
  const { mappings, strings } = profile;
  const labels: string[] = [];
  if (mappings.count > 0) {
    const file = strings.get(mappings.filename[0]!);
    const buildId = strings.get(mappings.buildId[0]!);
    if (file !== '') labels.push(`File: ${baseName(file)}`);
    if (buildId !== '') labels.push(`Build ID: ${buildId}`);
  }
  append(
    labels,
    profile.comments.filter((comment) => !comment.startsWith('#')),
  );
  if (measured.type !== '') labels.push(`Type: ${measured.type}`);
  if (profile.docUrl !== '') labels.push(`Doc: ${profile.docUrl}`);
  if (profile.timeNanos !== 0n) labels.push(`Time: ${localTime(profile.timeNanos)}`);
  if (profile.durationNanos !== 0n) {
    const duration = scaledLabel(toValue(profile.durationNanos), 'nanoseconds', 'auto');
    const inNanoseconds = scale(measured.total, measured.unit, 'nanoseconds');
    const isTime = inNanoseconds.unit === 'ns' && inNanoseconds.value !== 0;
    const share = isTime
      ? `(${padded(percentage(Math.trunc(inNanoseconds.value), toValue(profile.durationNanos)))})`
      : '';
    labels.push(`Duration: ${duration}, Total samples = ${formatCost(measured.total, format)} ${share}`);
  }
  return labels;
}

/** A percentage with the width of pprof's tables. */
export function padded(percent: string): string {
  return percent.padStart(6);
}

/** Two columns of a table: a cost and its percentage of the total, coloured by the percentage. */
export function costCells(value: Value, { measured: { total }, format, tint }: ReportContext): string {
  const share = shareOf(value, total);
  const cost = formatCost(value, format).padStart(10);
  return `${tint(cost, share)} ${tint(padded(percentage(value, total)), share)}`;
}

/** `2026-01-31 23:59:59 CET`: local time, as pprof prints it above tables. */
function localTime(nanos: bigint): string {
  return `${localClock(nanos)} ${zoneName(timeOf(nanos))}`.trimEnd();
}

/** `2026-01-31 23:59:59.123456789 +0100 CET`: local time with all digits, as Go prints a time. */
export function zonedTime(nanos: bigint): string {
  const fraction = String(BigInt.asUintN(64, nanos % 1_000_000_000n))
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  const minutes = -timeOf(nanos).getTimezoneOffset();
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
  const clock = `${localClock(nanos)}${fraction === '' ? '' : `.${fraction}`}`;
  return `${clock} ${minutes < 0 ? '-' : '+'}${offset} ${zoneName(timeOf(nanos))}`;
}

function timeOf(nanos: bigint): Date {
  return new Date(Number(nanos / 1_000_000n));
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

function localClock(nanos: bigint): string {
  const time = timeOf(nanos);
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** The context with the unit in which all values of a table are printed. */
export function inTableUnit(
  context: ReportContext,
  rows: Iterable<{ readonly flat: Value; readonly cum: Value }>,
): ReportContext {
  const { format, measured } = context;
  return { ...context, format: { ...format, outputUnit: tableUnit(rows, measured.total, format) } };
}

/**
 * The lines that pprof prints above a table or in a graph's legend: the profile, the filters, how much is shown, and what
 * was left out.
 *
 * @param isLegend of a graph: it names the edges that were left out, and is never compact
 */
export function headerLines(context: ReportContext, graph: CallGraph, isLegend = false): string[] {
  const { measured, format } = context;
  const shown = graph.nodes.reduce<Value>((sum, { flat }) => add(sum, flat), 0);
  const total = formatCost(measured.total, format);
  const isCompact = context.options['compact-labels'] === true && !isLegend;
  const lines = [
    ...(isCompact ? [] : profileLabels(context)),
    ...filterLines(context),
    `Showing nodes accounting for ${formatCost(shown, format)}, ${percentage(shown, measured.total)} of ${total} total`,
  ];
  if (Number(measured.total) === 0) return lines;
  const { nodeFraction = 0, edgeFraction = 0 } = context.graph;
  const limit = (fraction: number) =>
    formatCost(absolute(Math.trunc(Number(measured.total) * fraction)), format);
  const dropped = (count: number, what: string, which: string, fraction: number) =>
    lines.push(`Dropped ${count} ${what}${count > 1 ? 's' : ''} (${which} <= ${limit(fraction)})`);
  if (graph.droppedNodes > 0) dropped(graph.droppedNodes, 'node', 'cum', nodeFraction);
  if (isLegend && graph.droppedEdges > 0) dropped(graph.droppedEdges, 'edge', 'freq', edgeFraction);
  const count = graph.nodes.length;
  if (count > 0 && count < graph.originalCount) {
    lines.push(`Showing top ${count} nodes out of ${graph.originalCount}`);
  }
  return lines;
}

/** Longer filters are cut. Like pprof this counts UTF-8 bytes. */
const longestFilter = 80;

function filterLines({ options }: ReportContext): string[] {
  const filters = filterOptions(options);
  const printed = (
    ['focus', 'ignore', 'hide', 'show', 'showFrom', 'tagFocus', 'tagIgnore', 'tagShow', 'tagHide'] as const
  )
    .filter((option) => (filters[option] ?? '') !== '')
    .map((option) => `${filterNames[option].replaceAll('-', '_')}=${filters[option]}`);
  if (printed.length === 0) return [];
  const shortened = printed.map((filter) => {
    const bytes = Buffer.from(filter);
    return bytes.length > longestFilter ? `${bytes.subarray(0, longestFilter).toString()}…` : filter;
  });
  return ['Active filters:', ...shortened.map((filter) => `   ${filter}`)];
}
