/** Styles are bundled into dist/page.css. */
declare module '*.css';

/** The text of a module's own bundle. src/bundling/page.mjs makes it. */
declare module 'script:*' {
  const text: string;
  export default text;
}
