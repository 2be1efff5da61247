import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { drawableDot } from '../../../analysis/callGraph/dotEscape.ts';

/**
 * Entry of dist/graphviz.js: Graphviz in its own worker, which is loaded when the user opens the call graph. A
 * message has a graph in Graphviz's language; the answer has its drawing.
 */

/** Worker -> page. */
export type DrawnGraph = { readonly id: number } & ({ readonly svg: string } | { readonly failure: string });

const loading = Graphviz.load();

self.onmessage = async ({ data }: MessageEvent<{ readonly id: number; readonly dot: string }>) => {
  self.postMessage(await drawn(data.id, data.dot));
};

async function drawn(id: number, dot: string): Promise<DrawnGraph> {
  try {
    const graphviz = await loading;
    return { id, svg: graphviz.dot(drawableDot(dot), 'svg') };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
