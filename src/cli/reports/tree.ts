import { callGraph } from '../../analysis/callGraph/callGraph.ts';
import { ok } from '../../result.ts';
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

function wholeGraph({ costs, measured, graph: options }: ReportContext): Matched {
  const graph = callGraph(costs, measured, options, 'all');
  return { graph, nodes: graph.nodes };
}
