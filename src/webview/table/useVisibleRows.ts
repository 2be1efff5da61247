import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows kept ready beyond what is seen, so that a turn of the wheel meets no emptiness. */
const margin = 40;

/** The rows to draw: those scrolled into sight and some around them. Changes only when the user nears their edge. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): { readonly from: number; readonly count: number } {
  const [rows, setRows] = useState({ from: 0, count: 2 * margin });
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
  }, [scroller, rowHeight]);
  return rows;
}
