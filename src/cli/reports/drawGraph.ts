/** Graphviz, compiled to WebAssembly. It has a bundle of its own, because it is large and seldom used. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { fail, ok, type Result } from '../../result.ts';

/** The picture of a graph as SVG. Problem: `graph-not-drawn`, with Graphviz's reason in the details. */
export async function drawGraph(dot: string): Promise<Result<string>> {
  const graphviz = await Graphviz.load();
  try {
    return ok(graphviz.dot(dot, 'svg'));
  } catch (error) {
    return fail(
      'graph-not-drawn',
      'Graphviz could not draw the call graph. Try fewer nodes with --nodecount.',
      [],
      error instanceof Error ? error.message : String(error),
    );
  }
}
