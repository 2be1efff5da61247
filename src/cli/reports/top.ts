import { callGraph, notedTable } from '../../analysis/callGraph/callGraph.ts';
import { percentage } from '../../analysis/values/units.ts';
import { add, type Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import { costCells, headerLines, inTableUnit, padded } from './header.ts';
import { ownedTop } from './owned.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `top`: functions (or lines, files, addresses) with flat and cum. */
export const top = {
  json(context) {
    const { costs, measured, graph } = context;
    const { nodes } = callGraph(costs, measured, graph, 'none');
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

  output: (context) => ok(topText(context)),

  owned: ownedTop,
} satisfies Report;

function* topText(context: ReportContext): Generator<string> {
  const { graph, note } = notedTable(context.costs, context.measured, context.graph);
  const { total } = context.measured;
  const inUnit = inTableUnit(context, graph.nodes);
  for (const line of headerLines(inUnit, graph)) yield `${line}\n`;
  yield columns;
  let sum: Value = 0;
  for (const node of graph.nodes) {
    sum = add(sum, node.flat);
    const inlined = note(node);
    const name = inlined === '' ? node.label : `${node.label} ${inlined}`;
    yield `${costCells(node.flat, inUnit)} ${padded(percentage(sum, total))} ${costCells(node.cum, inUnit)}  ${name}\n`;
  }
}

const columns = '      flat  flat%   sum%        cum   cum%\n';
