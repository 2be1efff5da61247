import { useEffect, useState } from 'preact/hooks';
import type { Zoom } from '../../../analysis/flame/flamePicture.ts';
import type { Scope } from '../../engine/scope.ts';
import { draggedTo, firstZoom, steppedBack, withoutWindow, type ZoomState, zoomedTo } from './zoomState.ts';

export interface ZoomControl {
  readonly current: Zoom;
  to(zoom: Zoom): void;
  /** The user drags the picture. */
  drag(zoom: Zoom): void;
  /** One step back; false if everything is in sight already. */
  back(): boolean;
}

/** The zoom of a flame graph. */
export function useZoom(
  firstPath: readonly string[],
  scope: Scope,
  onPath: (path: readonly string[], isDragged: boolean) => void = () => {},
): ZoomControl {
  const [state, setState] = useState({ scope, ...firstZoom(firstPath) });
  const current = state.scope === scope ? state : { scope, ...withoutWindow(state) };
  if (current !== state) setState(current);
  const { zoom, isDragged } = current;
  useEffect(() => onPath(zoom.path, isDragged), [zoom.path]);

  const set = (next: ZoomState) => {
    if (next !== current) setState({ scope, ...next });
  };
  return {
    current: zoom,
    to: (zoom) => set(zoomedTo(current, zoom)),
    drag: (zoom) => set(draggedTo(current, zoom)),
    back: () => {
      const { state, hasMoved } = steppedBack(current);
      set(state);
      return hasMoved;
    },
  };
}
