import { useEffect, useRef } from 'preact/hooks';

/** Keys that work wherever the focus is, but not in a field or in a dialog. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const element = event.target instanceof Element ? event.target : null;
      if (element?.closest('input, textarea, select, dialog') != null) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The numbers of a mouse's side buttons in events. */
const [backButton, forwardButton] = [3, 4];

/**
 * Alt with an arrow and the mouse's side buttons go back and forward in the page. The editor or browser around the
 * page does not get these events: it would leave the page.
 */
export function useHistoryKeys(back: () => void, forward: () => void): void {
  const latest = useRef({ back, forward });
  latest.current = { back, forward };
  useEffect(() => {
    const stopped = new AbortController();
    const options = { signal: stopped.signal };
    document.addEventListener('keydown', (event) => onKeyDown(event), options);
    for (const type of ['mousedown', 'mouseup'] as const) {
      document.addEventListener(type, (event) => onButton(event), options);
    }
    return () => stopped.abort();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') latest.current.back();
    else if (event.key === 'ArrowRight') latest.current.forward();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onButton = (event: MouseEvent) => {
    if (event.button !== backButton && event.button !== forwardButton) return;
    event.preventDefault();
    if (event.type !== 'mouseup') return;
    if (event.button === backButton) latest.current.back();
    else latest.current.forward();
  };
}
