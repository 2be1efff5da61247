import { useEffect, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../analysis/flame/flameLayout.ts';
import type { Zoom } from '../../analysis/flame/flamePicture.ts';
import type { Scope } from '../engine/questions.ts';

/** Most steps that can be taken back. */
const longestHistory = 100;

export interface ZoomControl {
  readonly current: Zoom;
  /** Zooms, so that `back` undoes it. */
  to(zoom: Zoom): void;
  /** The user drags the window: all of it is one step back. */
  drag(path: readonly string[], window: FlameWindow): void;
  /** One step back, or out to everything; false if everything is seen already. */
  back(): boolean;
}

/** Everything. */
export const wholeGraph: Zoom & { readonly window: FlameWindow } = {
  path: [],
  window: { left: 0, right: 1 },
};

/** Where the graph is zoomed to and was before. A switch to other samples keeps the path and forgets the window. */
export function useZoom(
  firstPath: readonly string[],
  scope: Scope,
  onPath: (path: readonly string[], isDragged: boolean) => void = () => {},
): ZoomControl {
  const [state, setState] = useState<{ scope: Scope; zoom: Zoom; isDragged: boolean }>({
    scope,
    zoom: { path: firstPath, window: null },
    isDragged: false,
  });
  const history = useRef<Zoom[]>([]);
  let current = state.zoom;
  if (state.scope !== scope) {
    current = { path: state.zoom.path, window: null };
    setState({ scope, zoom: current, isDragged: false });
  }

  useEffect(() => onPath(current.path, state.isDragged), [current.path]);

  const set = (zoom: Zoom, isDragged: boolean) => setState({ scope, zoom, isDragged });
  const remember = () => {
    // Windows belong to the samples shown; the path names the place whatever they are.
    history.current.push({ path: current.path, window: null });
    history.current.splice(0, history.current.length - longestHistory);
  };
  return {
    current,
    to: (zoom) => {
      if (samePath(zoom.path, current.path) && !state.isDragged) return;
      remember();
      set(zoom, false);
    },
    drag: (path, window) => {
      if (!state.isDragged) remember();
      set({ path, window }, true);
    },
    back: () => {
      const previous = history.current.pop() ?? { path: [], window: null };
      if (samePath(previous.path, current.path) && !state.isDragged) return false;
      set(previous, false);
      return true;
    },
  };
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
