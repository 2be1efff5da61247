import { callGraph, notedTable } from '../../analysis/callGraph.ts';
import { formatCost } from '../../analysis/costFormat.ts';
import { percentage } from '../../analysis/units.ts';
import { add, type Value } from '../../analysis/value.ts';
import { ok } from '../../result.ts';
import type { Report } from '../reportContext.ts';
import { padded } from './header.ts';
import { jsonCost } from './profileJson.ts';
import { headerLines, inTableUnit } from './tableHeader.ts';

/** `top`: entries with flat and cum. */
export const top: Report = {
  json(context) {
    const { profile, measured, graph } = context;
    const { nodes } = callGraph(profile, measured, graph, 'none');
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
    const { graph, note } = notedTable(context.profile, context.measured, context.graph);
    const { total } = context.measured;
    const inUnit = inTableUnit(context, graph.nodes);
    const { format } = inUnit;
    const rows = [...headerLines(inUnit, graph), tableRow(['flat', 'flat%', 'sum%', 'cum', 'cum%', ''])];
    let sum: Value = 0;
    for (const node of graph.nodes) {
      sum = add(sum, node.flat);
      const inlined = note(node);
      rows.push(
        tableRow([
          formatCost(node.flat, format),
          percentage(node.flat, total),
          percentage(sum, total),
          formatCost(node.cum, format),
          percentage(node.cum, total),
          `  ${node.label}${inlined === '' ? '' : ` ${inlined}`}`,
        ]),
      );
    }
    return ok(`${rows.join('\n')}\n`);
  },
};

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
