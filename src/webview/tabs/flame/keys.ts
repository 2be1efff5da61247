import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import { besides, callerOf, firstCalleeOf, hotPathIn, nextMatch } from './geometry.ts';
import type { Shown } from './painter.ts';
import { type FlameEvents, scaled, shifted } from './pointer.ts';

/** The graph that keys act on. */
export interface KeyTarget extends Omit<FlameEvents, 'onHover'> {
  readonly shown: Shown;
  readonly window: FlameWindow;
  /** Goes back one step; false if there is none. */
  readonly onBack: () => boolean;
}

/** The factor by which a key makes the window wider. */
const keyZoom = 1.5;
/** How far a key moves the window, as a share of its width. */
const keyStep = 0.15;

/** Does what a key means. Returns false if it means nothing at the moment: the browser then handles it. */
type KeyAction = (target: KeyTarget, event: KeyboardEvent) => boolean;

/**
 * The keys of the graph. An arrow away from the root goes to the widest callee, an arrow towards it to the caller;
 * left and right go along the row. The page's keys are in page/pageKeys.ts.
 */
export const keyActions: Readonly<Record<string, KeyAction>> = {
  ArrowDown: (target) => (target.shown.direction === 'down' ? outwards(target) : inwards(target)),
  ArrowUp: (target) => (target.shown.direction === 'down' ? inwards(target) : outwards(target)),
  ArrowRight: (target, event) => (event.shiftKey ? move(target, 1) : sideways(target, 1)),
  ArrowLeft: (target, event) => (event.shiftKey ? move(target, -1) : sideways(target, -1)),
  '+': (target) => scale(target, 1 / keyZoom),
  '=': (target) => scale(target, 1 / keyZoom),
  '-': (target) => scale(target, keyZoom),
  Home: ({ onSelect }) => {
    onSelect(0);
    return true;
  },
  End: ({ shown: { picture }, window, onSelect }) => {
    const end = hotPathIn(picture, window).at(-1);
    if (end !== undefined) onSelect(end);
    return true;
  },
  Enter: (target, event) => {
    if (target.shown.selected === -1) return false;
    if (event.ctrlKey || event.metaKey) target.onOpen(target.shown.selected);
    else target.onZoom(target.shown.selected);
    return true;
  },
  o: (target) => {
    if (target.shown.selected === -1) return false;
    target.onOpen(target.shown.selected);
    return true;
  },
  ContextMenu: menu,
  F10: (target, event) => event.shiftKey && menu(target, event),
  Escape: (target) => {
    if (target.shown.matched === null) return target.onBack();
    // The search is the page's, which clears it. What it has led to goes with it.
    target.onSelect(-1);
    return false;
  },
};

function sideways(target: KeyTarget, step: 1 | -1): boolean {
  return walk(target, (selected) => besides(target.shown.picture, selected, step));
}

/** Moves the window by a share of its width. */
function move({ window, onWindow }: KeyTarget, direction: 1 | -1): boolean {
  onWindow(shifted(window, direction * keyStep * (window.right - window.left)));
  return true;
}

/**
 * Zooms around the selected frame, so that it stays in sight as long as it fits. Without one, zooms around the
 * middle.
 */
function scale({ shown: { picture, selected }, window, onWindow }: KeyTarget, factor: number): boolean {
  const span = window.right - window.left;
  const before = selected === -1 ? 0 : (picture.lefts[selected]! - window.left) / span;
  const frame = selected === -1 ? 1 : picture.widths[selected]! / span;
  const after = 1 - before - frame;
  const isInside = before >= 0 && after >= 0 && before + after > 0;
  onWindow(scaled(window, isInside ? before / (before + after) : 0.5, factor));
  return true;
}

/** Away from the root. */
function outwards(target: KeyTarget): boolean {
  return walk(target, (selected) => firstCalleeOf(target.shown.picture, selected));
}

/** Towards the root. */
function inwards(target: KeyTarget): boolean {
  return walk(target, (selected) => callerOf(target.shown.picture, selected));
}

function menu({ shown: { selected }, onMenu }: KeyTarget, { currentTarget }: KeyboardEvent): boolean {
  const tree = currentTarget instanceof Element ? currentTarget : null;
  const item = tree?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  if (item !== undefined) onMenu(selected, Math.max(0, item.left) + 16, item.bottom);
  return true;
}

/** From the selected frame to the next one. Where none is selected, the walk begins at what the search has found, else at the root. */
function walk({ shown, window, onSelect }: KeyTarget, next: (selected: number) => number): boolean {
  const { picture, matched, selected } = shown;
  const found = matched === null ? -1 : nextMatch(picture, matched, window, -1, 1);
  const frame = selected === -1 ? Math.max(0, found) : next(selected);
  if (frame !== -1) onSelect(frame);
  return true;
}
