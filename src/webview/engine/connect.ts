import { type Asker, answerOf, OpenQuestions, type Reply } from '../host/openQuestions.ts';
import type { ProfileEngine, Questions } from './questions.ts';
import { transferables } from './wire.ts';
import type {} from './worker.ts';

/**
 * Starts the engine. It runs in a worker that is made from the script's text, so that the page stays one file. Where
 * a worker is not allowed (by a content-security policy without `worker-src blob:`), it runs in the page itself.
 *
 * @param engine the text of the engine's bundle
 * @param nonce the nonce that the policy demands of scripts
 * @param translations JSON: the engine names frames for causes
 */
export function connectEngine(engine: string, nonce: string, translations: string | null): ProfileEngine {
  const script =
    translations === null ? engine : `globalThis.pprofLensTranslations = ${translations};\n${engine}`;
  const inPage = () => startInPage(script, nonce);
  try {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    return new WorkerEngine(new Worker(url), inPage);
  } catch (error) {
    console.warn('pprof Lens: no worker, the page does the work itself.', error);
    return inPage();
  }
}

function startInPage(engineScript: string, nonce: string): ProfileEngine {
  const script = document.createElement('script');
  script.nonce = nonce;
  script.textContent = engineScript;
  document.head.append(script);
  const answer = globalThis.pprofLensEngine;
  return {
    ask: async (kind, question, onShare) => {
      if (answer === undefined) throw new Error('the content-security policy forbids its engine');
      return answer(kind, question, onShare);
    },
  };
}

class WorkerEngine implements ProfileEngine {
  readonly #questions: OpenQuestions<Questions>;
  /** Until the worker says that it runs, it gets copies: the substitute may need the profile's bytes. */
  #isRunning = false;
  /** Answers instead of a worker that cannot start. A browser reports that only after a while. */
  #substitute: ProfileEngine | null = null;

  constructor(
    private readonly worker: Worker,
    private readonly startSubstitute: () => ProfileEngine,
  ) {
    this.#questions = new OpenQuestions((message) =>
      worker.postMessage(message, this.#isRunning ? transferables(message) : []),
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.#isRunning = true;
      this.#questions.receive(data);
    };
    worker.onerror = (event) => this.#fail(event.message);
  }

  readonly ask: Asker<Questions> = (kind, question, onShare) =>
    this.#substitute?.ask(kind, question, onShare) ?? answerOf(this.#questions.ask(kind, question, onShare));

  #fail(reason: string): void {
    if (this.#isRunning) {
      this.#questions.endAll(reason);
      return;
    }
    console.warn('pprof Lens: the worker does not start, the page does the work itself.', reason);
    this.worker.terminate();
    this.#substitute = this.startSubstitute();
    this.#questions.handOver(this.#substitute.ask);
  }
}
