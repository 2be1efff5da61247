import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Height of a row of a grid in CSS pixels: the text has room in it, whatever the size of the font is. */
export function tableRowHeight(): number {
  const fontSize = Number.parseFloat(getComputedStyle(document.body).fontSize);
  return Math.max(24, Math.ceil(1.6 * fontSize));
}

/** Rows that are drawn above and below those in sight, so that a turn of the wheel shows no empty space. */
const margin = 40;

/** Rows that follow each other in a table. */
export interface RowRange {
  readonly from: number;
  readonly count: number;
}

/**
 * The rows to draw: those in sight and some around them. The same object until the user scrolls near their edge.
 *
 * @param rowHeight in CSS pixels
 * @param gridKey changes when the scrolling element is replaced by another
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  gridKey?: string,
): RowRange {
  const [rows, setRows] = useState<RowRange>({ from: 0, count: 2 * margin });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      setRows((now) => {
        const isCovered =
          now.from <= Math.max(0, first - margin / 4) && now.from + now.count >= last + margin / 4;
        if (isCovered && now.count <= last - first + 4 * margin) return now;
        const from = Math.max(0, first - margin);
        return { from, count: last + margin - from };
      });
    };
    update();
    const resizes = new ResizeObserver(update);
    resizes.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, rowHeight, gridKey]);
  return rows;
}
