/** The questions of a page are answered. */
import type { AskFromPage, PageQuestionKind, PageQuestions, PageReply } from '../../protocol.ts';

/** Answers each kind of question. `sessionId` is the session that the page shows; `null` where the server has none. */
export type PageAnswers = {
  readonly [K in PageQuestionKind]: (
    question: PageQuestions[K]['question'],
    sessionId: string | null,
  ) => Promise<PageQuestions[K]['answer']>;
};

/**
 * Answers a question. Every question gets a reply: where the answer is rejected, the page must not wait for it.
 *
 * @param failed makes the sentence for the user of what was thrown
 */
export async function replyTo<K extends PageQuestionKind>(
  { id, kind, question }: AskFromPage<K>,
  sessionId: string | null,
  answers: PageAnswers,
  failed: (kind: PageQuestionKind, error: unknown) => string,
): Promise<PageReply> {
  try {
    return { type: 'answer', id, answer: await answers[kind](question, sessionId) };
  } catch (error) {
    return { type: 'failure', id, message: failed(kind, error) };
  }
}
