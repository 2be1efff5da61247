import { unpacked } from '../host/base64.ts';
import { fromBase85 } from '../host/base85.ts';
import type { OnShare, ProfileEngine } from './profileEngine.ts';
import type { Questions } from './questions.ts';
import { type EngineAnswer, type EngineMessage, transferables } from './wire.ts';
import type {} from './worker.ts';

/**
 * Starts the engine. It runs in a worker that is made from the script's text, so that the page stays one file. Where
 * a worker is not allowed (by a content-security policy without `worker-src blob:`), it runs in the page itself.
 *
 * @param packed the script, gzipped, in base 85
 * @param nonce the nonce that the policy demands of scripts
 */
export function connectEngine(packed: string, nonce: string): ProfileEngine {
  return startInWorker(new TextDecoder().decode(unpacked(fromBase85(packed))), nonce);
}

function startInWorker(script: string, nonce: string): ProfileEngine {
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

interface Waiting {
  readonly message: EngineMessage;
  readonly onShare: OnShare | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: Error) => void;
}

class WorkerEngine implements ProfileEngine {
  readonly #worker: Worker;
  readonly #startSubstitute: () => ProfileEngine;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  /** Until the worker says that it runs, it gets copies: the substitute may need the profile's bytes. */
  #isRunning = false;
  /** Answers instead of a worker that cannot start. A browser reports that only after a while. */
  #substitute: ProfileEngine | null = null;

  constructor(worker: Worker, startSubstitute: () => ProfileEngine) {
    this.#worker = worker;
    this.#startSubstitute = startSubstitute;
    worker.onmessage = ({ data }: MessageEvent<EngineAnswer>) => this.#receive(data);
    worker.onerror = (event) => this.#fail(event.message);
  }

  ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
    onShare?: OnShare,
  ): Promise<Questions[K]['answer']> {
    if (this.#substitute !== null) return this.#substitute.ask(kind, question, onShare);
    const message: EngineMessage<K> = { id: this.#nextId++, kind, question };
    this.#worker.postMessage(message, this.#isRunning ? transferables(message) : []);
    return new Promise((resolve, reject) => {
      // The worker answers a question of this kind with an answer of this kind.
      const settle = (answer: unknown) => resolve(answer as Questions[K]['answer']);
      this.#waiting.set(message.id, { message, onShare, resolve: settle, reject });
    });
  }

  #receive(answer: EngineAnswer): void {
    this.#isRunning = true;
    const waiting = this.#waiting.get(answer.id);
    if ('share' in answer) {
      waiting?.onShare?.(answer.share);
      return;
    }
    this.#waiting.delete(answer.id);
    if ('failure' in answer) waiting?.reject(new Error(answer.failure));
    else waiting?.resolve(answer.answer);
  }

  #fail(reason: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    if (this.#isRunning) {
      for (const { reject } of waiting) reject(new Error(reason));
      return;
    }
    console.warn('pprof Lens: the worker does not start, the page does the work itself.', reason);
    this.#worker.terminate();
    const substitute = this.#startSubstitute();
    this.#substitute = substitute;
    for (const { message, onShare, resolve, reject } of waiting) {
      substitute.ask(message.kind, message.question, onShare).then(resolve, reject);
    }
  }
}
