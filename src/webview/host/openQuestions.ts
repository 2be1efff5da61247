import type { AskFromPage, PageQuestionKind, PageQuestions, PageReply } from '../../protocol.ts';
import type { HostAnswer } from './host.ts';

/** The page's questions to the editor that have no reply yet. */
export class OpenQuestions {
  readonly #send: (message: AskFromPage) => void;
  readonly #waiting = new Map<number, (reply: HostAnswer<unknown>) => void>();
  #nextId: number;

  /**
   * @param firstId Random by default. The page is loaded again each time it comes back into sight, and counts afresh:
   *   a late reply to the page before must not be taken for a reply to a question of this page.
   */
  constructor(send: (message: AskFromPage) => void, firstId = Math.floor(Math.random() * 2 ** 48)) {
    this.#send = send;
    this.#nextId = firstId;
  }

  /** Asks. The promise never rejects. */
  ask<K extends PageQuestionKind>(
    kind: K,
    question: PageQuestions[K]['question'],
  ): Promise<HostAnswer<PageQuestions[K]['answer']>> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      // The editor answers a question of this kind with an answer of this kind.
      this.#waiting.set(id, (reply) => resolve(reply as HostAnswer<PageQuestions[K]['answer']>));
      // TypeScript does not see that kind and question belong together.
      this.#send({ type: 'ask', id, kind, question } as AskFromPage);
    });
  }

  /** Hands a reply to the one who asked. A reply to no open question is ignored. */
  receive(reply: PageReply): void {
    const resolve = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    resolve?.(
      reply.type === 'answer' ? { ok: true, value: reply.answer } : { ok: false, message: reply.message },
    );
  }

  /** Ends all open questions with a failure: the profile that they are about has left the page. */
  endAll(message: string): void {
    for (const resolve of this.#waiting.values()) resolve({ ok: false, message });
    this.#waiting.clear();
  }
}
