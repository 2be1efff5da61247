import type { ThemeKind } from './colours.ts';

/** What the canvas needs of the page's looks; everything else is css. */
export interface PageTheme {
  readonly kind: ThemeKind;
  readonly foreground: string;
  readonly focus: string;
  /** The editor's cursor. */
  readonly caret: string;
  /** CSS font of frame labels. */
  readonly font: string;
}

/** Reads the theme as it is now: VS Code says it in the body's class, elsewhere the system does. */
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

/** The colour behind the graph. */
export function pageBackground(): string {
  return getComputedStyle(document.body).backgroundColor;
}

/** Measures texts in the font of frame labels. */
export function textMeasure({ font }: PageTheme): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length * 7;
  context.font = font;
  return (text) => context.measureText(text).width;
}

const systemQueries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** Calls back after the theme has changed, until the function returned is called. */
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
 * Calls back when a CSS pixel has come to be of more or fewer pixels of the screen, until the function returned is called: the
 * window has moved to another screen, or the user has zoomed the page. Sizes in CSS pixels need not change with it.
 */
export function onDensityChange(listener: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const watch = () => {
    // A query can only be of one density, so each change needs a new one.
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
