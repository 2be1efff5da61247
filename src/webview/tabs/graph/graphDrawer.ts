import { answerOf, OpenQuestions, type Reply } from '../../host/openQuestions.ts';

/** What Graphviz's worker is asked. */
export interface DrawingQuestions {
  /** A graph in Graphviz's language; the answer is its drawing as SVG text. */
  draw: { question: string; answer: string };
}

/** Draws graphs with Graphviz in a worker, one after the other. */
export class GraphDrawer {
  readonly #worker: Worker;
  readonly #questions = new OpenQuestions<DrawingQuestions>((message) => this.#worker.postMessage(message));

  /** @param script the text of dist/graphviz.js */
  constructor(script: string) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#questions.receive(data);
    this.#worker.onerror = (event) => this.#questions.endAll(event.message);
  }

  /** The drawing of a graph as SVG text. @param dot the graph in Graphviz's language */
  draw(dot: string): Promise<string> {
    return answerOf(this.#questions.ask('draw', dot));
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
