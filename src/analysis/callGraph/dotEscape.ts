/**
 * Any text, for a quoted string of Graphviz: quotes and backslashes stay what they are, line ends become left-justified
 * ones. Control characters have no meaning in a picture, and SVG cannot hold them.
 */
export function escapeForDot(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\l')
    .replace(/[^\t\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd');
}
