import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { Zoom } from '../../../analysis/flame/flamePicture.ts';

/** The most steps that can be taken back. */
const longestHistory = 100;

export const wholeGraph: Zoom & { readonly window: FlameWindow } = {
  path: [],
  window: { left: 0, right: 1 },
};

/** The zoom of a flame graph, and those before it. */
export interface ZoomState {
  readonly zoom: Zoom;
  /** The user has dragged the picture here. */
  readonly isDragged: boolean;
  /**
   * Oldest first. They have only paths: a window belongs to the samples that are shown, a path names a frame of any
   * samples.
   */
  readonly earlier: readonly Zoom[];
}

export function firstZoom(path: readonly string[]): ZoomState {
  return { zoom: { path, window: null }, isDragged: false, earlier: [] };
}

/** Zooms to a frame. The same object where the graph is zoomed to it already. */
export function zoomedTo(state: ZoomState, zoom: Zoom): ZoomState {
  if (isSamePath(zoom.path, state.zoom.path) && !state.isDragged) return state;
  return { zoom, isDragged: false, earlier: remembered(state) };
}

/** Moves the window as the user drags it. All of a drag is one step back. */
export function draggedTo(state: ZoomState, zoom: Zoom): ZoomState {
  return { zoom, isDragged: true, earlier: state.isDragged ? state.earlier : remembered(state) };
}

/** Takes one step back, in the end to everything. `hasMoved` is false if that is in sight already. */
export function steppedBack(state: ZoomState): { readonly state: ZoomState; readonly hasMoved: boolean } {
  const zoom = state.earlier.at(-1) ?? { path: [], window: null };
  const earlier = state.earlier.slice(0, -1);
  const hasMoved = state.isDragged || !isSamePath(zoom.path, state.zoom.path);
  return { state: hasMoved ? { zoom, isDragged: false, earlier } : { ...state, earlier }, hasMoved };
}

/** The zoom for other samples: they keep the path, but not the window. */
export function withoutWindow({ zoom, earlier }: ZoomState): ZoomState {
  return { zoom: { path: zoom.path, window: null }, isDragged: false, earlier };
}

function remembered({ zoom, earlier }: ZoomState): readonly Zoom[] {
  return [...earlier, { path: zoom.path, window: null }].slice(-longestHistory);
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
