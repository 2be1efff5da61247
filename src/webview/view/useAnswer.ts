import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ProfileEngine, Questions } from '../engine/questions.ts';
import { useFirstAtCursor } from './atCursor.ts';
import type { TabProps } from './tabProps.ts';

/**
 * The engine's answer to the latest question. Until it comes, the answer before it; `null` before the first answer,
 * and where there is no question. Questions with the same parts are the same question. One is asked at a time, and only
 * the latest one waits: a drag makes more questions than the engine can answer.
 *
 * @param learn is called with every answer before it is shown
 */
export function useAnswer<K extends keyof Questions>(
  engine: ProfileEngine,
  kind: K,
  question: Questions[K]['question'] | null,
  learn: (answer: Questions[K]['answer']) => void = () => {},
): Questions[K]['answer'] | null {
  type Question = Questions[K]['question'];
  const [answer, setAnswer] = useState<Questions[K]['answer'] | null>(null);
  const flight = useRef<{ isUnderWay: boolean; next: (() => void) | null }>({
    isUnderWay: false,
    next: null,
  });

  const ask = async (question: Question): Promise<void> => {
    const state = flight.current;
    state.next = null;
    if (state.isUnderWay) {
      state.next = () => void ask(question);
      return;
    }
    state.isUnderWay = true;
    const answer = await engine.ask(kind, question);
    learn(answer);
    setAnswer(() => answer);
    state.isUnderWay = false;
    flight.current.next?.();
  };

  useLayoutEffect(
    () => {
      if (question === null) setAnswer(null);
      else void ask(question);
    },
    question === null ? [] : Object.values(question),
  );
  useEffect(
    () => () => {
      flight.current.next = null;
    },
    [],
  );
  return question === null ? null : answer;
}

/**
 * The function that a tab about one function shows: the one that the user has chosen, else the one that the editor's cursor
 * was in when it opened, else the hottest of the user's own code. Empty where nothing has a cost, `null` until it is known.
 */
export function useShownFunction({ engine, scope, functionName }: TabProps): string | null {
  const atCursor = useFirstAtCursor();
  const hottest = useAnswer(engine, 'hottest', functionName === '' ? { ...scope, atCursor } : null);
  return functionName === '' ? hottest : functionName;
}
