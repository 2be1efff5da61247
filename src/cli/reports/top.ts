import { type CallGraph, callGraph, inlineNote } from '../../analysis/callGraph.ts';
import { formatCost } from '../../analysis/costFormat.ts';
import { percentage } from '../../analysis/units.ts';
import { add, type Value } from '../../analysis/value.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { padded } from './header.ts';
import { jsonCost } from './profileJson.ts';
import { headerLines, inTableUnit } from './tableHeader.ts';

/** `top`: entries with flat and cum. */
export const top: Report = {
  json(context) {
    const { nodes } = graphOf(context, 'none');
    const rows = nodes.map(({ info, label, flat, cum }) => ({
      label,
      name: info.name,
      file: info.file,
      line: info.line,
      address: info.address === 0n ? '' : info.address.toString(16).padStart(16, '0'),
      flat: jsonCost(flat, context),
      cum: jsonCost(cum, context),
    }));
    return ok({ rows });
  },

  text(context) {
    const graph = graphOf(context, 'all');
    const { total } = context.measured;
    const inUnit = inTableUnit(context, graph.nodes);
    const { format } = inUnit;
    const rows = [...headerLines(inUnit, graph), tableRow(['flat', 'flat%', 'sum%', 'cum', 'cum%', ''])];
    let sum: Value = 0;
    for (const node of graph.nodes) {
      sum = add(sum, node.flat);
      const note = inlineNote(node);
      rows.push(
        tableRow([
          formatCost(node.flat, format),
          percentage(node.flat, total),
          percentage(sum, total),
          formatCost(node.cum, format),
          percentage(node.cum, total),
          `  ${node.label}${note === '' ? '' : ` ${note}`}`,
        ]),
      );
    }
    return ok(`${rows.join('\n')}\n`);
  },
};

function graphOf({ profile, measured, graph }: ReportContext, edges: 'none' | 'all'): CallGraph {
  return callGraph(profile, measured, graph, edges);
}

type Cells = readonly [
  flat: string,
  flatShare: string,
  sumShare: string,
  cum: string,
  cumShare: string,
  name: string,
];

function tableRow([flat, flatShare, sumShare, cum, cumShare, name]: Cells): string {
  return `${flat.padStart(10)} ${padded(flatShare)} ${padded(sumShare)} ${cum.padStart(10)} ${padded(cumShare)}${name}`;
}
