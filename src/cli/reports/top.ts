import { type CallGraph, callGraph, inlineNote } from '../../analysis/callGraph.ts';
import { formatCost, tableUnit } from '../../analysis/costFormat.ts';
import { percentage } from '../../analysis/units.ts';
import { add, type Value } from '../../analysis/value.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { padded, profileLabels } from './header.ts';
import { jsonValue } from './profileJson.ts';

/** `top`: entries with flat and cum. */
export const top: Report = {
  json(context) {
    const { nodes } = graphOf(context, 'none');
    return {
      rows: nodes.map(({ info, label, flat, cum }) => ({
        label,
        name: info.name,
        file: info.file,
        line: info.line,
        address: info.address === 0n ? '' : info.address.toString(16).padStart(16, '0'),
        flat: jsonValue(flat),
        cum: jsonValue(cum),
      })),
    };
  },

  text(context) {
    const graph = graphOf(context, 'all');
    const { total } = context.measured;
    const format = { ...context.format, outputUnit: tableUnit(graph.nodes, total, context.format) };
    const rows = [
      ...headerLines({ ...context, format }, graph),
      tableRow('flat', 'flat%', 'sum%', 'cum', 'cum%', ''),
    ];
    let sum: Value = 0;
    for (const node of graph.nodes) {
      sum = add(sum, node.flat);
      const note = inlineNote(node);
      rows.push(
        tableRow(
          formatCost(node.flat, format),
          percentage(node.flat, total),
          percentage(sum, total),
          formatCost(node.cum, format),
          percentage(node.cum, total),
          `  ${node.label}${note === '' ? '' : ` ${note}`}`,
        ),
      );
    }
    return `${rows.join('\n')}\n`;
  },
};

function graphOf(
  { profile, measured, nodeOptions, options }: ReportContext,
  edges: 'none' | 'all',
): CallGraph {
  const { cum = false, nodecount = 0 } = options;
  return callGraph(profile, measured, { ...nodeOptions, cumSort: cum, nodeCount: nodecount }, edges);
}

function tableRow(
  ...[flat, flatShare, sumShare, cum, cumShare, name]: [string, string, string, string, string, string]
): string {
  return `${flat.padStart(10)} ${padded(flatShare)} ${padded(sumShare)} ${cum.padStart(10)} ${padded(cumShare)}${name}`;
}

/** What pprof says above a table: the profile, and how much of it is shown. */
export function headerLines(context: ReportContext, graph: CallGraph): string[] {
  const { measured, format } = context;
  const shown = graph.nodes.reduce<Value>((sum, { flat }) => add(sum, flat), 0);
  const total = formatCost(measured.total, format);
  const lines = [
    ...profileLabels(context),
    `Showing nodes accounting for ${formatCost(shown, format)}, ${percentage(shown, measured.total)} of ${total} total`,
  ];
  const count = graph.nodes.length;
  if (Number(measured.total) !== 0 && count > 0 && count < graph.originalCount) {
    lines.push(`Showing top ${count} nodes out of ${graph.originalCount}`);
  }
  return lines;
}
