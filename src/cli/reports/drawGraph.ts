/** Graphviz, compiled to WebAssembly. It has a bundle of its own, because it is large and seldom used. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { drawableDot } from '../../analysis/callGraph/dotEscape.ts';
import { fail, ok, type Result } from '../../result.ts';

/** The picture of a graph as SVG. Problem: `graph-not-drawn`, with Graphviz's reason. */
export async function drawGraph(dot: string): Promise<Result<string>> {
  const graphviz = await Graphviz.load();
  try {
    return ok(graphviz.dot(drawableDot(dot), 'svg'));
  } catch (error) {
    return notDrawn(error instanceof Error ? error.message : String(error));
  }
}

function notDrawn(reason: string): Result<never> {
  if (/syntax error/i.test(reason)) {
    return fail(
      'graph-not-drawn',
      'Graphviz does not understand the call graph, an error of pprof-lens itself; please report it: {0}',
      [reason],
    );
  }
  return fail(
    'graph-not-drawn',
    'Graphviz could not draw the call graph. Try fewer nodes with --nodecount. It says: {0}',
    [reason],
  );
}
