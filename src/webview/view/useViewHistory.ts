import { useEffect, useRef, useState } from 'preact/hooks';
import type { Filters } from '../engine/questions.ts';
import type { Tab } from './savedView.ts';

/** Most steps that can be taken back. */
const longestHistory = 200;

/** A place in the page to come back to. */
export interface Step {
  readonly tab: Tab;
  /** The frame zoomed into. */
  readonly path: readonly string[];
  readonly fromLeaf: boolean;
  readonly functionName: string;
  readonly filters: Filters;
}

export interface ViewHistory {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  back(): void;
  forward(): void;
}

/**
 * Where the user has been, as a browser keeps it: going somewhere from an earlier place forgets what came after that.
 *
 * @param current where they are now; equal steps are one
 * @param isPassing the user is on the way, dragging or turning the wheel: only where they end is a step
 * @param go shows an earlier or later step
 */
export function useViewHistory(current: Step, isPassing: boolean, go: (step: Step) => void): ViewHistory {
  const steps = useRef<Step[]>([current]);
  const [place, setPlace] = useState(0);
  const wasPassing = useRef(false);
  const key = JSON.stringify(current);

  useEffect(() => {
    if (JSON.stringify(steps.current[place]) === key) return;
    // All of a drag is one step: its first frame begins it, the others move it.
    const from = isPassing && wasPassing.current ? place : place + 1;
    wasPassing.current = isPassing;
    steps.current = [...steps.current.slice(0, from), current].slice(-longestHistory);
    setPlace(steps.current.length - 1);
  }, [key]);

  const goTo = (next: number) => {
    const step = steps.current[next];
    if (step === undefined) return;
    wasPassing.current = false;
    setPlace(next);
    go(step);
  };
  return {
    canGoBack: place > 0,
    canGoForward: place < steps.current.length - 1,
    back: () => goTo(place - 1),
    forward: () => goTo(place + 1),
  };
}
