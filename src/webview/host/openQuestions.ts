/** A table of questions: by a question's name, what is asked and what is answered. */
import { errorStack } from '../../base/result.ts';

export type QuestionTable<T> = { readonly [K in keyof T]: { question: unknown; answer: unknown } };

/** Is told which share of a question's work is done, from 0 to 1. */
export type OnShare = (share: number) => void;

/** Asks a question of a table. It fails only because of a bug: what a user can cause is an answer. */
export type Asker<T extends QuestionTable<T>> = <K extends keyof T>(
  kind: K,
  question: T[K]['question'],
  onShare?: OnShare,
) => Promise<T[K]['answer']>;

/** Who answers the questions of a table: an answer for each. */
export type Answers<T extends QuestionTable<T>> = {
  readonly [K in keyof T]: (
    question: T[K]['question'],
    onShare: OnShare,
  ) => T[K]['answer'] | Promise<T[K]['answer']>;
};

/** A question as a message. Its id is that of no other question. */
export interface Ask<T extends QuestionTable<T>, K extends keyof T = keyof T> {
  readonly type: 'ask';
  readonly id: number;
  readonly kind: K;
  readonly question: T[K]['question'];
}

/** The reply to the question with this id. */
export type Reply =
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  /** There is no answer. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  /** The answer will come. This share of the work is done, from 0 to 1. */
  | { readonly type: 'share'; readonly id: number; readonly share: number };

/** What comes of a question: the answer, or a sentence that says why there is none. */
export type Outcome<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly message: string };

interface OpenQuestion<T extends QuestionTable<T>> {
  readonly message: Ask<T>;
  readonly onShare: OnShare | undefined;
  readonly settle: (outcome: Outcome<unknown>) => void;
}

/** The questions to another script that have no reply yet: to the editor, or to a worker. */
export class OpenQuestions<T extends QuestionTable<T>> {
  readonly #waiting = new Map<number, OpenQuestion<T>>();
  #nextId: number;

  /**
   * @param firstId Random by default. The page is loaded again each time it comes back into sight, and counts afresh:
   *   a late reply to the page before must not be taken for a reply to a question of this page.
   */
  constructor(
    private readonly send: (message: Ask<T>) => void,
    firstId = Math.floor(Math.random() * 2 ** 48),
  ) {
    this.#nextId = firstId;
  }

  /** Asks. The promise never rejects. */
  ask<K extends keyof T>(
    kind: K,
    question: T[K]['question'],
    onShare?: OnShare,
  ): Promise<Outcome<T[K]['answer']>> {
    const message: Ask<T, K> = { type: 'ask', id: this.#nextId++, kind, question };
    return new Promise((resolve) => {
      // A question of this kind is answered with an answer of this kind.
      const settle = (outcome: Outcome<unknown>) => resolve(outcome as Outcome<T[K]['answer']>);
      this.#waiting.set(message.id, { message, onShare, settle });
      this.send(message);
    });
  }

  /** Hands a reply to the one who asked. A reply to no open question is ignored. */
  receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (reply.type === 'share') {
      waiting?.onShare?.(reply.share);
      return;
    }
    this.#waiting.delete(reply.id);
    waiting?.settle(
      reply.type === 'answer' ? { ok: true, value: reply.answer } : { ok: false, message: reply.message },
    );
  }

  endAll(message: string): void {
    for (const { settle } of this.#takeAll()) settle({ ok: false, message });
  }

  /** Asks somebody else all open questions. */
  handOver(ask: Asker<T>): void {
    for (const { message, onShare, settle } of this.#takeAll()) {
      ask(message.kind, message.question, onShare).then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => settle({ ok: false, message: errorStack(error) }),
      );
    }
  }

  #takeAll(): OpenQuestion<T>[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }
}

/** The answer of a question that only fails because of a bug. */
export async function answerOf<A>(outcome: Promise<Outcome<A>>): Promise<A> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.message);
  return settled.value;
}

/** Answers the questions that come to a worker, one message each. */
export async function replyTo<T extends QuestionTable<T>>(
  { id, kind, question }: Ask<T>,
  ask: Asker<T>,
  onShare: (reply: Reply) => void = () => {},
): Promise<Reply> {
  try {
    const answer = await ask(kind, question, (share) => onShare({ type: 'share', id, share }));
    return { type: 'answer', id, answer };
  } catch (error) {
    return { type: 'failure', id, message: errorStack(error) };
  }
}
