import type { TabProps } from './tabProps.ts';
import { useAnswer } from './useAnswer.ts';

/**
 * The function that a tab about one function shows: the one that the user has chosen, else the hottest of the user's own
 * code. Empty where nothing has a cost, `null` until it is known.
 */
export function useShownFunction({ engine, scope, functionName, onFailure }: TabProps): string | null {
  const hottest = useAnswer(engine, 'hottest', functionName === '' ? scope : null, scope, onFailure);
  return functionName === '' ? hottest : functionName;
}
