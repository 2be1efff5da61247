import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Names } from '../../view/names.ts';
import { FrameTree, type FrameTreeProps } from './FrameTree.tsx';
import { FlameCanvas, type FlameCanvasEvents } from './flameCanvas.ts';
import { rowCount, rowOf } from './geometry.ts';
import { type KeyTarget, keyActions } from './keys.ts';
import { type FlameEvents, watchPointer } from './pointer.ts';
import { rowHeight } from './rows.ts';

/** The graph moves to another window smoothly. */
export interface FlameGraphProps
  extends KeyTarget,
    FlameEvents,
    FlameCanvasEvents,
    Pick<FrameTreeProps, 'shown' | 'window' | 'label' | 'describe'> {
  readonly names: Names;
}

/**
 * The canvas of a flame graph, with its pointer and keys, and the tree of frames that a screen reader reads instead.
 */
export function FlameGraph(props: FlameGraphProps) {
  const { shown, window } = props;
  const { picture, selected } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const flame = useRef<FlameCanvas | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const created = new FlameCanvas(scroller.current!, canvas.current!, props.names, latest);
    flame.current = created;
    const stopPointer = watchPointer(tree.current!, created, latest);
    return () => {
      stopPointer();
      created.dispose();
    };
  }, []);
  useLayoutEffect(() => flame.current?.show(shown, window), [...Object.values(shown), window]);
  useEffect(() => {
    if (selected !== -1) flame.current?.reveal(rowOf(picture, selected));
  }, [selected, picture]);

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyActions[event.key];
    if (action === undefined || event.altKey || event.target !== event.currentTarget) return;
    if (action(latest.current, event)) event.preventDefault();
  };

  const height = rowCount(picture) * rowHeight;
  const space = useMemo(() => ({ height: `${height}px` }), [height]);
  return (
    <div class="flame-scroll" ref={scroller}>
      <canvas class="flame-canvas" ref={canvas} />
      <div class="flame-space" style={space}>
        <FrameTree {...props} elementRef={tree} scroller={scroller} onKeyDown={onKeyDown} />
      </div>
    </div>
  );
}
