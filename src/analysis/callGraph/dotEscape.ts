/**
 * Any text, for a quoted string of Graphviz: quotes and backslashes stay what they are, line ends become left-justified
 * ones. Control characters have no meaning in a picture, and SVG cannot hold them. Graphviz reads `&#1;` as such a character
 * and `&lt;` as another text, so an `&` that begins an entity is escaped; pprof leaves it.
 */
export function escapeForDot(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\l')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/[^\t\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd');
}

/** The metrics of this one are in Graphviz, and systems without it have others that are as wide. */
const font = '[fontname="Helvetica"]';

/**
 * A graph for the Graphviz that we run, in a font without serifs, as that of all around it. A label whose first line is empty, as
 * that of `.plt`, makes it call an address that nobody has written: now and then it stops with "table index is out of bounds". A
 * space is enough to prevent that.
 */
export function drawableDot(dot: string): string {
  // In a name a quotation mark has a backslash before it.
  const spaced = dot.replace(/(?<=\blabel ?= ?")(?=\\[nlr])/g, ' ');
  return spaced.replace(/^digraph .*\{\n/, (begin) => `${begin}graph ${font}\nnode ${font}\nedge ${font}\n`);
}
