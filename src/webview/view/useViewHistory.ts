import { useLayoutEffect, useState } from 'preact/hooks';
import type { SavedView } from './savedView.ts';

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
  // Before the next key: a step back from a place that is not yet a step would go one too far.
  useLayoutEffect(() => {
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

/** The most steps that are kept. */
export const longestHistory = 200;

/** A place in the page that the user can go back to. */
export type Step = Pick<SavedView, 'tab' | 'path' | 'fromLeaf' | 'functionName' | 'filters'>;

/** The steps of the user, oldest first, and the one that is shown now. As in a browser's history. */
export interface ViewHistory {
  readonly steps: readonly Step[];
  readonly at: number;
  /** The step that is shown was made by a drag or the wheel, which may still go on. */
  readonly isPassing: boolean;
}

export function newHistory(step: Step): ViewHistory {
  return { steps: [step], at: 0, isPassing: false };
}

/**
 * The history after the page has come to show a step. Steps that were still ahead are forgotten. A drag is one step:
 * its first part adds a step, each later part replaces that step.
 *
 * @param isPassing the user is dragging or turning the wheel
 */
export function withStep(history: ViewHistory, step: Step, isPassing: boolean): ViewHistory {
  const { steps, at } = history;
  if (isSame(steps[at], step)) return history;
  const kept = isPassing && history.isPassing ? at : at + 1;
  const longer = [...steps.slice(0, kept), step].slice(-longestHistory);
  return { steps: longer, at: longer.length - 1, isPassing };
}

/** The history after one step back (-1) or forward (1); the same object where there is none. */
export function moved(history: ViewHistory, by: 1 | -1): ViewHistory {
  const at = history.at + by;
  return canMove(history, by) ? { ...history, at, isPassing: false } : history;
}

export function canMove({ steps, at }: ViewHistory, by: 1 | -1): boolean {
  return steps[at + by] !== undefined;
}

function isSame(a: Step | undefined, b: Step): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
