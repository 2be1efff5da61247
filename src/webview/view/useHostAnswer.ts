import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageQuestionKind, PageQuestions } from '../../protocol.ts';
import type { PageHost } from '../host/host.ts';
import type { Outcome } from '../host/openQuestions.ts';

/** What the page has for a question to its host. */
export type Asked<T> =
  | { readonly is: 'coming' }
  | { readonly is: 'answered'; readonly answer: T }
  | FailedQuestion;

export interface FailedQuestion {
  readonly is: 'failed';
  /** Says why, in a sentence for the user. */
  readonly message: string;
  /** The question has been asked again, and the answer is still to come. */
  readonly isAskedAgain: boolean;
  readonly askAgain: () => void;
}

/** Whether the host has something. Where the answer failed, the tab says so. */
export function isThere(asked: Asked<object | null>): boolean {
  return asked.is === 'failed' || (asked.is === 'answered' && asked.answer !== null);
}

/** Asks the host, again whenever the question or `version` changes. The answer to an earlier question is dropped. */
export function useHostAnswer<K extends PageQuestionKind>(
  host: PageHost,
  kind: K,
  question: PageQuestions[K]['question'],
  /** While false, nothing is asked. */
  isNeeded = true,
  version = 0,
): Asked<PageQuestions[K]['answer']> {
  const [attempt, setAttempt] = useState(0);
  const [latest, setLatest] = useState<Latest<PageQuestions[K]['answer']> | null>(null);
  const key = JSON.stringify([question, version]);
  useEffect(() => {
    if (!isNeeded) return;
    let isAwaited = true;
    host.ask(kind, question).then((outcome) => {
      if (isAwaited) setLatest({ key, attempt, outcome });
    });
    return () => {
      isAwaited = false;
    };
  }, [host, kind, key, isNeeded, attempt]);

  return useMemo(() => {
    if (latest?.key !== key) return { is: 'coming' };
    const { outcome } = latest;
    if (outcome.ok) return { is: 'answered', answer: outcome.value };
    const askAgain = () => setAttempt(attempt + 1);
    return { is: 'failed', message: outcome.message, isAskedAgain: latest.attempt !== attempt, askAgain };
  }, [latest, key, attempt]);
}

/** The latest outcome, and which question and which attempt it belongs to. */
interface Latest<T> {
  readonly key: string;
  readonly attempt: number;
  readonly outcome: Outcome<T>;
}
