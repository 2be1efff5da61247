/** What is left out of a table or a graph, as pprof's options of these names have it. */
export interface GraphLimits {
  readonly nodeCount: number;
  readonly nodeFraction: number;
  readonly edgeFraction: number;
}

/** pprof's own limits. */
export const pprofLimits: GraphLimits = { nodeCount: 80, nodeFraction: 0.005, edgeFraction: 0.001 };
