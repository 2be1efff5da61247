import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Changes } from '../../view/changes.ts';
import type { Names } from '../../view/names.ts';
import type { Colouring, Direction } from '../../view/savedView.ts';
import { FrameTree } from './FrameTree.tsx';
import { FlameCanvas } from './flameCanvas.ts';
import { frameAt, rowCount, rowOf } from './geometry.ts';
import { keyActions } from './keys.ts';
import { type PointerTarget, watchPointer } from './pointer.ts';
import { rowHeight } from './rows.ts';

export interface FlameGraphProps {
  readonly picture: PictureAnswer;
  readonly names: Names;
  /** The part of the graph to show. The graph moves there smoothly. */
  readonly window: FlameWindow;
  readonly direction: Direction;
  readonly rootLabel: string;
  readonly colouring: Colouring;
  /** The total that heat colours are shares of. */
  readonly total: number;
  readonly changes: Changes;
  /** Accessible name of the graph. */
  readonly label: string;
  /** The text of a frame for a screen reader. */
  readonly describe: (frame: number) => string;
  readonly matched: Uint8Array | null;
  /** The selected frame of the picture; -1 for none. */
  readonly selected: number;
  /** The frames of the functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly number[];
  readonly onSelect: (frame: number) => void;
  readonly onZoom: (frame: number) => void;
  readonly onOpen: (frame: number) => void;
  /** The user has dragged or wheeled to another part of the graph. */
  readonly onWindow: (window: FlameWindow) => void;
  /** The user goes one step back, with Escape. */
  readonly onBack: () => boolean;
  /** The user wants the menu of a frame, at a point of the screen. */
  readonly onMenu: (frame: number, x: number, y: number) => void;
  /** The pointer is on a frame, or on none (-1), at a point of the screen. */
  readonly onHover: (frame: number, x: number, y: number) => void;
  /** The width of the graph in CSS pixels: called at first, and when it changes. */
  readonly onResize: (pixels: number) => void;
  /** A picture has been drawn. */
  readonly onDrawn: () => void;
}

/**
 * The canvas of a flame graph, with its pointer and keys, and the tree of frames that a screen reader reads instead.
 */
export function FlameGraph(props: FlameGraphProps) {
  const { picture, selected } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const flame = useRef<FlameCanvas | null>(null);
  const [hovered, setHovered] = useState(-1);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const created = new FlameCanvas(scroller.current!, canvas.current!, props.names, {
      onResize: (pixels) => latest.current.onResize(pixels),
      onDrawn: () => latest.current.onDrawn(),
    });
    flame.current = created;
    const target: PointerTarget = {
      canvas: created,
      frameAtPoint: (share, row) => frameAt(latest.current.picture, row, share),
      onHover: (frame, x, y) => {
        setHovered(frame);
        latest.current.onHover(frame, x, y);
      },
      onSelect: (frame) => latest.current.onSelect(frame),
      onZoom: (frame) => latest.current.onZoom(frame),
      onOpen: (frame) => latest.current.onOpen(frame),
      onWindow: (window) => latest.current.onWindow(window),
      onMenu: (frame, x, y) => latest.current.onMenu(frame, x, y),
    };
    const stopPointer = watchPointer(tree.current!, target);
    return () => {
      stopPointer();
      created.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    const { picture, window, direction, rootLabel, colouring, total, matched, atCursor, changes } = props;
    const inThis = { selected, hovered: inPicture(picture, hovered) };
    const shown = { picture, direction, rootLabel, colouring, total, matched, atCursor, changes, ...inThis };
    flame.current?.show(shown, window);
  }, [
    picture,
    props.window,
    props.direction,
    props.rootLabel,
    props.colouring,
    props.total,
    props.changes,
    props.matched,
    selected,
    hovered,
    props.atCursor,
  ]);

  useEffect(() => {
    if (selected !== -1) flame.current?.reveal(rowOf(picture, selected));
  }, [selected, picture]);

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyActions[event.key];
    if (action === undefined || event.altKey || event.target !== event.currentTarget) return;
    const onMenuKey = (frame: number) => {
      const item = tree.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
      if (item !== undefined) latest.current.onMenu(frame, Math.max(0, item.left) + 16, item.bottom);
    };
    if (action({ ...latest.current, onMenuKey }, event)) event.preventDefault();
  };

  const height = rowCount(picture) * rowHeight;
  const space = useMemo(() => ({ height: `${height}px` }), [height]);
  return (
    <div class="flame-scroll" ref={scroller}>
      <canvas class="flame-canvas" ref={canvas} />
      <div class="flame-space" style={space}>
        <FrameTree
          elementRef={tree}
          picture={picture}
          window={props.window}
          direction={props.direction}
          selected={selected}
          atCursor={props.atCursor}
          label={props.label}
          describe={props.describe}
          scroller={scroller}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

/** A picture that has just come need not have the frame that was under the pointer. */
function inPicture(picture: PictureAnswer, frame: number): number {
  return frame < picture.nameIndexes.length ? frame : -1;
}
