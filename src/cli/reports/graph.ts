import { graphInDot } from './dot.ts';
import type { Report } from './reportContext.ts';

/** `graph`: the call graph as an SVG picture. Graphviz is included. */
export const graph: Report = {
  async slowText(context) {
    const { drawGraph } = await import('./drawGraph.ts');
    return drawGraph(graphInDot(context));
  },
};
