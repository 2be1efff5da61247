import type { RefObject } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Direction } from '../../view/savedView.ts';
import { calleesOf, callerOf, firstBeyond, firstCalleeOf, rowCount, rowOf } from './geometry.ts';
import { narrowestLabel } from './labels.ts';
import type { Shown } from './painter.ts';
import { RowLayout, rowHeight } from './rows.ts';

/** The most items at a time. Hardly any screen shows as many frames with labels. */
const mostItems = 400;
/** Rows are listed in blocks of this many, so that scrolling changes the tree only now and then. */
const blockOfRows = 16;

/** The rows from `first` up to but not including `last`. */
interface RowSpan {
  readonly first: number;
  readonly last: number;
}

export interface FrameTreeProps {
  readonly elementRef: RefObject<HTMLDivElement | null>;
  readonly shown: Shown;
  readonly window: FlameWindow;
  /** Accessible name of the graph. */
  readonly label: string;
  readonly describe: (frame: number) => string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The frames on screen as an ARIA tree. It lies over the canvas and is invisible; each item lies over its frame. The
 * tree has the keyboard focus, and its active item is the selected frame. Frames too narrow for a label are left out
 * unless they are selected. The arrow keys reach all frames.
 */
export function FrameTree(props: FrameTreeProps) {
  const { shown, window, scroller } = props;
  const { picture, direction, selected } = shown;
  const treeId = useId();
  const rows = useRowsInSight(scroller, picture, direction);
  // The items are invisible: making them must not delay the first picture.
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  const frames = useMemo(
    () =>
      isPainted ? framesToList(picture, window, rows, selected, scroller.current?.clientWidth ?? 0) : [],
    [isPainted, picture, window, rows, selected, scroller.current?.clientWidth],
  );
  const active = selected === -1 ? {} : { 'aria-activedescendant': itemId(treeId, selected) };
  return (
    <div
      ref={props.elementRef}
      class="flame-tree"
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      onKeyDown={props.onKeyDown}
      {...active}
    >
      {frames.map((frame) => (
        <FrameItem key={frame} {...props} treeId={treeId} frame={frame} />
      ))}
    </div>
  );
}

function FrameItem(props: FrameTreeProps & { treeId: string; frame: number }) {
  const { shown, window, describe, treeId, frame } = props;
  const { picture, direction, selected, atCursor } = shown;
  const row = rowOf(picture, frame);
  const caller = callerOf(picture, frame);
  const siblings = caller === -1 ? { first: 0, end: 1 } : calleesOf(picture, caller);
  const percent = (share: number) => `${(100 * (share - window.left)) / (window.right - window.left)}%`;
  const left = Math.max(picture.lefts[frame]!, window.left);
  const right = Math.min(picture.lefts[frame]! + picture.widths[frame]!, window.right);
  const isCaller = firstCalleeOf(picture, frame) !== -1;
  return (
    <div
      id={itemId(treeId, frame)}
      class="flame-item"
      role="treeitem"
      // An item never has the focus: the tree has it, and names its active item.
      tabIndex={-1}
      aria-level={row + 1}
      aria-posinset={frame - siblings.first + 1}
      aria-setsize={siblings.end - siblings.first}
      aria-selected={frame === selected}
      aria-label={describe(frame)}
      {...(atCursor.includes(frame) ? { 'aria-current': 'location' } : {})}
      {...(isCaller ? { 'aria-expanded': true } : {})}
      style={{
        [direction === 'down' ? 'top' : 'bottom']: `${row * rowHeight}px`,
        left: percent(left),
        width: percent(right - left + window.left),
      }}
    />
  );
}

/** Unique on the page, which can have several trees. */
function itemId(treeId: string, frame: number): string {
  return `${treeId}-${frame}`;
}

/** The rows to list: those in sight, in whole blocks. The same object until others are in sight. */
function useRowsInSight(
  scroller: RefObject<HTMLDivElement | null>,
  picture: PictureAnswer,
  direction: Direction,
): RowSpan {
  const [rows, setRows] = useState<RowSpan>({ first: 0, last: blockOfRows * 4 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () => {
      const { scrollTop, clientHeight } = element;
      const layout = new RowLayout(direction, rowCount(picture), clientHeight);
      const inSight = layout.between(scrollTop, scrollTop + clientHeight);
      const first = Math.floor(inSight.first / blockOfRows) * blockOfRows;
      const last = Math.min(Math.ceil((inSight.last + 1) / blockOfRows) * blockOfRows, rowCount(picture));
      setRows((now) => (now.first === first && now.last === last ? now : { first, last }));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [picture, scroller, direction]);
  return rows;
}

function framesToList(
  picture: PictureAnswer,
  window: FlameWindow,
  rows: RowSpan,
  selected: number,
  pixels: number,
): number[] {
  const least = (narrowestLabel / Math.max(pixels, 1)) * (window.right - window.left);
  const frames: number[] = [];
  for (
    let row = rows.first;
    row < Math.min(rows.last, rowCount(picture)) && frames.length < mostItems;
    row++
  ) {
    const end = picture.rowStart[row + 1]!;
    for (let frame = firstBeyond(picture, row, window.left); frame < end; frame++) {
      if (picture.lefts[frame]! >= window.right || frames.length >= mostItems) break;
      if (picture.widths[frame]! >= least) frames.push(frame);
    }
  }
  if (selected !== -1 && !frames.includes(selected)) frames.push(selected);
  return frames.sort((a, b) => a - b);
}
