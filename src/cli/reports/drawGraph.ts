/** Graphviz, compiled to WebAssembly. It is large and seldom needed: import it dynamically. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { drawableDot } from '../../analysis/callGraph/dotEscape.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';

/** The picture of a graph as SVG. Problem: `graph-not-drawn`, with Graphviz's reason. */
export async function drawGraph(dot: string): Promise<Result<string>> {
  const graphviz = await Graphviz.load();
  try {
    return ok(graphviz.dot(drawableDot(dot), 'svg'));
  } catch (error) {
    return notDrawn(errorText(error), dot);
  }
}

/** Graphviz measures and places a text as a whole. */
const longName = 10_000;

function notDrawn(reason: string, dot: string): Result<never> {
  if (dot.split('\n').some((line) => line.length > longName)) {
    return fail(
      'graph-not-drawn',
      'Graphviz could not draw the call graph, because the profile has names of thousands of characters. Leave them out with --ignore or --hide. It says: {0}',
      [reason],
    );
  }
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
