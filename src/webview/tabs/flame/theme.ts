import type { ThemeKind } from './colours.ts';

/** The part of the page's theme that the canvas needs. Everything else is CSS. */
export interface PageTheme {
  readonly kind: ThemeKind;
  readonly foreground: string;
  readonly focus: string;
  /** The editor's cursor. */
  readonly caret: string;
  /** CSS font of frame labels. */
  readonly font: string;
}

/** The current theme: VS Code sets it as a class of the body; elsewhere it is the system's. */
export function readTheme(): PageTheme {
  const style = getComputedStyle(document.body);
  return {
    kind: themeKind(),
    foreground: style.getPropertyValue('color'),
    focus: style.getPropertyValue('outline-color'),
    caret: style.getPropertyValue('caret-color'),
    font: `12px ${style.fontFamily}`,
  };
}

export function pageBackground(): string {
  return getComputedStyle(document.body).backgroundColor;
}

/** A function for the width of texts in the font of frame labels. */
export function textMeasure({ font }: PageTheme): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length * 7;
  context.font = font;
  return (text) => context.measureText(text).width;
}

const systemQueries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** Calls the listener after each change of the theme, until the function that is returned is called. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  const queries = systemQueries.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/**
 * Calls the listener when the number of screen pixels in a CSS pixel changes, until the function that is returned is
 * called. It changes when the window moves to another screen or the user zooms the page, even if no size in CSS
 * pixels does.
 */
export function onDensityChange(listener: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const watch = () => {
    // A query is about one density, so each change needs a new query.
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', changed, {
      once: true,
      signal,
    });
  };
  const changed = () => {
    watch();
    listener();
  };
  watch();
  return () => stopped.abort();
}

function themeKind(): ThemeKind {
  const classes = document.body.classList;
  if (classes.contains('vscode-high-contrast-light')) return 'high-contrast-light';
  if (classes.contains('vscode-high-contrast')) return 'high-contrast-dark';
  if (classes.contains('vscode-dark')) return 'dark';
  if (classes.contains('vscode-light')) return 'light';
  const [dark, contrast, forced] = systemQueries.map((query) => matchMedia(query).matches);
  if (contrast || forced) return dark ? 'high-contrast-dark' : 'high-contrast-light';
  return dark ? 'dark' : 'light';
}
