/** What a page sends: its messages are checked here, its questions answered. */
import {
  bytes,
  nullable,
  number,
  object,
  oneOf,
  type Reader,
  text,
  wholeNumber,
} from '../../outsideValues.ts';
import type {
  AskFromPage,
  FromPage,
  PageQuestionKind,
  PageQuestions,
  PageReply,
  PageToSave,
} from '../../protocol.ts';

const nothing: Reader<null> = (value) => (value === null ? null : undefined);

const page = object<PageToSave, Pick<PageToSave, 'perUnit'>>(
  {
    title: text,
    profileBytes: bytes,
    firstPicture: bytes,
    sampleType: wholeNumber,
    operations: nullable(number),
  },
  { perUnit: oneOf('request', 'second') },
);

function ask<K extends PageQuestionKind>(kind: K, question: Reader<PageQuestions[K]['question']>) {
  return object({ type: oneOf('ask'), id: wholeNumber, kind: oneOf(kind), question });
}

const questions: { readonly [K in PageQuestionKind]: Reader<AskFromPage<K>> } = {
  growth: ask('growth', nothing),
  results: ask('results', nothing),
  graphviz: ask('graphviz', nothing),
  source: ask('source', object({ file: text })),
  assembly: ask('assembly', object({ functionName: text })),
};

const messages: { readonly [T in FromPage['type']]: Reader<Extract<FromPage, { type: T }>> } = {
  ready: object({ type: oneOf('ready') }),
  painted: object({ type: oneOf('painted') }),
  resized: object({ type: oneOf('resized') }),
  open: object({ type: oneOf('open'), file: text, line: wholeNumber }),
  reveal: object({ type: oneOf('reveal'), file: text, line: wholeNumber }),
  sampleType: object({ type: oneOf('sampleType'), sampleType: wholeNumber }),
  show: object({ type: oneOf('show'), cost: object({ sessionId: text, sampleType: wholeNumber }) }),
  ask: (value) => firstOf<AskFromPage>(Object.values(questions), value),
  showResult: object({ type: oneOf('showResult'), runId: text }),
  offer: object({ type: oneOf('offer'), chosen: oneOf('openAsText', 'showOutput') }),
  save: object({ type: oneOf('save'), name: text, bytes }),
  savePage: object({ type: oneOf('savePage'), name: text, page }),
};

/** Checks a message of the page. `null` where it is none of `FromPage`. */
export function readFromPage(message: unknown): FromPage | null {
  return firstOf<FromPage>(Object.values(messages), message) ?? null;
}

function firstOf<T>(readers: readonly Reader<T>[], value: unknown): T | undefined {
  for (const reader of readers) {
    const read = reader(value);
    if (read !== undefined) return read;
  }
  return undefined;
}

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
