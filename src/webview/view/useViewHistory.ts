import { useEffect, useState } from 'preact/hooks';
import { canMove, moved, newHistory, type Step, withStep } from './viewHistory.ts';

export interface HistoryControl {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  back(): void;
  forward(): void;
}

/**
 * Keeps the places that the user has been to.
 *
 * @param current the place that is shown
 * @param isPassing the user is dragging or turning the wheel
 * @param show shows an earlier or a later place
 */
export function useViewHistory(
  current: Step,
  isPassing: boolean,
  show: (step: Step) => void,
): HistoryControl {
  const [history, setHistory] = useState(() => newHistory(current));
  useEffect(() => {
    // Of the history that was drawn with this place: the user may have gone on since, and the effect runs late.
    const next = withStep(history, current, isPassing);
    if (next !== history) setHistory(next);
  }, [JSON.stringify(current)]);

  const go = (by: 1 | -1) => {
    if (!canMove(history, by)) return;
    const next = moved(history, by);
    setHistory(next);
    show(next.steps[next.at]!);
  };
  return {
    canGoBack: canMove(history, -1),
    canGoForward: canMove(history, 1),
    back: () => go(-1),
    forward: () => go(1),
  };
}
