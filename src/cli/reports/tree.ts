import { callGraph } from '../../analysis/callGraph/callGraph.ts';
import { ok } from '../../base/result.ts';
import { limitsOf, pprofLimits } from '../profiles/reportOptions.ts';
import { type Matched, nodesJson, nodesText } from './peek.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `tree`: every node with its callers and callees, as `go tool pprof -tree` prints them. */
export const tree: Report = {
  json(context) {
    return ok({ nodes: nodesJson(wholeGraph(context).nodes, context) });
  },

  text(context) {
    return ok(nodesText(wholeGraph(context), context));
  },
};

function wholeGraph({ costs, measured, graph: limits, options }: ReportContext): Matched {
  const shown = options.trim === true ? { ...limits, ...limitsOf(options, pprofLimits) } : limits;
  const graph = callGraph(costs, measured, shown, 'all');
  return { graph, nodes: graph.nodes };
}
