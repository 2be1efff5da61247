import type { Picture } from '../engine/questions.ts';
import { besides, callerOf, firstCalleeOf } from './geometry.ts';

/** What keys on the graph act on. */
export interface KeyTarget {
  readonly picture: Picture;
  /** -1 for none. */
  readonly selected: number;
  readonly onSelect: (frame: number) => void;
  readonly onZoom: (frame: number) => void;
  readonly onOpen: (frame: number) => void;
  readonly onBack: () => void;
}

/** Does what a key means; false where it means nothing now, and the browser may have it. */
type KeyAction = (target: KeyTarget, event: KeyboardEvent) => boolean;

/**
 * Keys on the graph itself. The root is on top, so down goes to the widest callee and up to the caller;
 * left and right walk along a row. The page's own keys are in pageKeys.ts.
 */
export const keyActions: Readonly<Record<string, KeyAction>> = {
  ArrowDown: (target) =>
    select(target, target.selected === -1 ? 0 : firstCalleeOf(target.picture, target.selected)),
  ArrowUp: (target) => select(target, callerOf(target.picture, target.selected)),
  ArrowRight: (target) =>
    select(target, target.selected === -1 ? 0 : besides(target.picture, target.selected, 1)),
  ArrowLeft: (target) =>
    select(target, target.selected === -1 ? 0 : besides(target.picture, target.selected, -1)),
  Home: (target) => select(target, 0),
  Enter: (target, event) => {
    if (target.selected === -1) return false;
    if (event.ctrlKey || event.metaKey) target.onOpen(target.selected);
    else target.onZoom(target.selected);
    return true;
  },
  o: (target) => {
    if (target.selected === -1) return false;
    target.onOpen(target.selected);
    return true;
  },
  Escape: (target) => {
    target.onBack();
    return true;
  },
};

function select(target: KeyTarget, frame: number): boolean {
  if (frame !== -1) target.onSelect(frame);
  return true;
}
