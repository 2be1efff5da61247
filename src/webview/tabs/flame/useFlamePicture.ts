import { useEffect, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { Zoom } from '../../../analysis/flame/flamePicture.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Scope } from '../../engine/scope.ts';
import { filtersKey, treeKey } from '../../engine/treeKey.ts';
import { useAnswer } from '../../view/useAnswer.ts';
import { settlingTime } from './flameCanvas.ts';
import type { FlamePaneProps } from './flamePaneProps.ts';
import { pathOf } from './frameRef.ts';
import { frameSpanning, windowOfFrame } from './geometry.ts';
import {
  draggedTo,
  firstZoom,
  steppedBack,
  wholeGraph,
  withoutWindow,
  type ZoomState,
  zoomedTo,
} from './zoomState.ts';

/**
 * While the picture moves, frames have to be this many times wider than at rest to be in it: there is less time to
 * draw.
 */
const coarseness = 5;

/**
 * Keeps the picture of a pane: asks the engine for another one when the samples, the tree, the zoom or the width
 * change.
 */
export function useFlamePicture(props: FlamePaneProps) {
  const { engine, names, scope, part } = props;
  const [pixels, setPixels] = useState(0);
  const zoom = useZoom(props.firstPath, scope, props.onPath);
  const [isMoving, moved] = useMoving();
  const question = { ...scope, part, zoom: zoom.current, pixels: isMoving ? pixels / coarseness : pixels };
  const answer = useAnswer(engine, 'picture', pixels > 0 ? question : null, (picture) =>
    names.learn(picture),
  );
  const shown = answer ?? fitting(props, zoom.current) ?? emptyPicture;
  const window = zoom.current.window ?? shown.window;
  return {
    shown,
    window,
    path: zoom.current.window === null ? shown.path : zoom.current.path,
    zoomTo: (frame: number) => {
      const target = frame === 0 ? wholeGraph.window : windowOfFrame(shown, frame);
      zoom.to({ path: pathOf(shown, names, frame), window: target });
    },
    zoomToPath: (path: readonly string[]) => zoom.to({ path, window: null }),
    showEverything: () => zoom.to(wholeGraph),
    drag: (window: FlameWindow) => {
      moved();
      zoom.drag({ path: pathOf(shown, names, frameSpanning(shown, window)), window });
    },
    /** One step back; false if everything is in sight already. */
    back: zoom.back,
    setPixels,
  };
}

/**
 * The picture that came with the profile, which has everything; `null` if the pane shows other samples, another tree, or a
 * frame whose place only the engine knows.
 */
function fitting({ firstPicture, scope, part }: FlamePaneProps, zoom: Zoom): PictureAnswer | null {
  if (firstPicture == null || (zoom.window === null && zoom.path.length > 0)) return null;
  const tree = treeKey(filtersKey(scope.filters), scope.sampleType, part);
  return firstPicture.tree === tree ? firstPicture : null;
}

/** Whether the user moves the picture, and a function to be called at each movement. */
function useMoving(): [boolean, () => void] {
  const [isMoving, setMoving] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const moved = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setMoving(false), settlingTime);
    setMoving(true);
  };
  return [isMoving, moved];
}

function useZoom(
  firstPath: readonly string[],
  scope: Scope,
  onPath: (path: readonly string[], isDragged: boolean) => void = () => {},
) {
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
    to: (zoom: Zoom) => set(zoomedTo(current, zoom)),
    drag: (zoom: Zoom) => set(draggedTo(current, zoom)),
    back: () => {
      const { state, hasMoved } = steppedBack(current);
      set(state);
      return hasMoved;
    },
  };
}

/** The picture of a pane until the first one comes. */
export const emptyPicture: PictureAnswer = {
  tree: '',
  sampleType: -1,
  window: { left: 0, right: 1 },
  path: [],
  total: 0,
  rowStart: Uint32Array.of(0),
  lefts: new Float64Array(),
  widths: new Float64Array(),
  nameIndexes: new Int32Array(),
  cums: new Float64Array(),
  flats: new Float64Array(),
  timedCums: new Float64Array(),
  timedFlats: new Float64Array(),
  files: new Uint32Array(),
  lines: new Uint32Array(),
  inlined: new Uint8Array(),
  newNames: [],
  newFiles: [],
};
