import { useLayoutEffect, useState } from 'preact/hooks';

/** In pixels. */
const narrowest = 260;

/** The width that a picture has in its element, and follows when the page is made wider or narrower. */
export function useWidth(element: { readonly current: HTMLElement | null }, widest: number): number {
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(Math.max(narrowest, Math.min(widest, Math.floor(current.clientWidth))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}
