import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Filters } from '../engine/scope.ts';
import type { PageHost } from '../host/host.ts';
import type { SavedView } from './savedView.ts';
import type { ViewChange } from './viewChanges.ts';

/** Dragging changes the path at every step, and browsers refuse a page that saves that often. */
const pathDelay = 200;

/**
 * The view of the page, and a function that changes it. The host saves every view, with the filters that are in
 * effect.
 *
 * @param requested what the host asks to be shown, each time a new object
 */
export function useSavedView(
  host: PageHost,
  first: SavedView,
  filters: Filters,
  requested: ViewChange | null,
): [SavedView, (change: ViewChange) => void] {
  const [view, setView] = useState(first);
  const change = (part: ViewChange) => setView((now) => ({ ...now, ...part }));
  useEffect(() => {
    if (requested !== null) change(requested);
  }, [requested]);

  const latest = useRef({ ...view, filters });
  latest.current = { ...view, filters };
  const save = () => host.save(latest.current);
  const { path, ...rest } = view;
  useLayoutEffect(save, [host, filters, ...Object.values(rest)]);
  useEffect(() => {
    const later = setTimeout(save, pathDelay);
    return () => clearTimeout(later);
  }, [path]);
  return [view, change];
}
