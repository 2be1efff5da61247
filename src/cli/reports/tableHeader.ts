import type { CallGraph } from '../../analysis/callGraph/callGraph.ts';
import { formatCost, tableUnit } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import { absolute, add, type Value } from '../../analysis/values/value.ts';
import { filterNames, filterOptions } from '../profiles/reportOptions.ts';
import { profileLabels } from './header.ts';
import type { ReportContext } from './reportContext.ts';

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
    .map((option) => `${filterNames[option].slice(2).replaceAll('-', '_')}=${filters[option]}`);
  if (printed.length === 0) return [];
  const shortened = printed.map((filter) => {
    const bytes = Buffer.from(filter);
    return bytes.length > longestFilter ? `${bytes.subarray(0, longestFilter).toString()}…` : filter;
  });
  return ['Active filters:', ...shortened.map((filter) => `   ${filter}`)];
}
