/** Styles are bundled into dist/page.css. */
declare module '*.css';

/** The text of a module bundled as a worker's script; the build makes it. */
declare module 'worker:*' {
  const source: string;
  export default source;
}
