import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { Questions } from '../engine/questions.ts';
import { useFirstAtCursor } from './atCursor.ts';
import type { TabProps } from './tabProps.ts';

/**
 * The engine's answer to the latest question. Until it comes, the answer before it; `null` before the first answer,
 * and where there is no question. One question is asked at a time, and only the latest one waits: a drag makes more
 * questions than the engine can answer.
 *
 * @param key questions with the same key are the same question
 * @param learn is called with every answer before it is shown
 */
export function useAnswer<K extends keyof Questions>(
  engine: ProfileEngine,
  kind: K,
  question: Questions[K]['question'] | null,
  key: unknown,
  onFailure: (error: unknown) => void,
  learn: (answer: Questions[K]['answer']) => void = () => {},
): Questions[K]['answer'] | null {
  type Question = Questions[K]['question'];
  const [answer, setAnswer] = useState<{ readonly is: Questions[K]['answer'] } | null>(null);
  const flight = useRef<{ underWay: boolean; next: { readonly is: Question } | null; isMounted: boolean }>({
    underWay: false,
    next: null,
    isMounted: true,
  });

  const ask = (question: Question): void => {
    const state = flight.current;
    if (state.underWay) {
      state.next = { is: question };
      return;
    }
    state.underWay = true;
    engine
      .ask(kind, question)
      .then((answer) => {
        learn(answer);
        if (state.isMounted) setAnswer({ is: answer });
      }, onFailure)
      .finally(() => {
        state.underWay = false;
        const { next } = state;
        state.next = null;
        if (next !== null && state.isMounted) ask(next.is);
      });
  };

  useLayoutEffect(() => {
    if (question === null) setAnswer(null);
    else ask(question);
  }, [key]);
  useLayoutEffect(() => {
    const state = flight.current;
    state.isMounted = true;
    return () => {
      state.isMounted = false;
    };
  }, []);
  return question === null ? null : (answer?.is ?? null);
}

/**
 * The function that a tab about one function shows: the one that the user has chosen, else the one that the editor's cursor
 * was in when it opened, else the hottest of the user's own code. Empty where nothing has a cost, `null` until it is known.
 */
export function useShownFunction({ engine, scope, functionName, onFailure }: TabProps): string | null {
  const atCursor = useFirstAtCursor();
  const question = useMemo(() => ({ ...scope, atCursor }), [scope, atCursor]);
  const hottest = useAnswer(engine, 'hottest', functionName === '' ? question : null, question, onFailure);
  return functionName === '' ? hottest : functionName;
}
