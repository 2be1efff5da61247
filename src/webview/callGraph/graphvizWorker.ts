import { Graphviz } from '@hpcc-js/wasm-graphviz';

/**
 * Entry of dist/graphviz.js: Graphviz in a worker of its own, loaded when somebody looks at a call graph. Takes a graph in
 * Graphviz's language, answers with its picture.
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
    return { id, svg: graphviz.dot(dot, 'svg') };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
