import type { DrawnGraph } from './graphvizWorker.ts';

/** Draws graphs with Graphviz in a worker, one after the other. */
export class GraphDrawer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (svg: string) => void; reject: (reason: Error) => void }>();
  #nextId = 0;

  /** @param script the text of dist/graphviz.js */
  constructor(script: string) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data }: MessageEvent<DrawnGraph>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('svg' in data) waiting?.resolve(data.svg);
      else waiting?.reject(new Error(data.failure));
    };
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  /** The drawing of a graph as SVG text. @param dot the graph in Graphviz's language */
  draw(dot: string): Promise<string> {
    const id = this.#nextId++;
    this.#worker.postMessage({ id, dot });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
