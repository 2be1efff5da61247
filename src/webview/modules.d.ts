/** Styles are bundled into dist/page.css. */
declare module '*.css';

/** The text of a module's own bundle, gzipped, in base 85. src/bundling/page.mjs makes it. */
declare module 'packed:*' {
  const packed: string;
  export default packed;
}
