/**
 * The page as one self-contained HTML file: script, styles and profile are inside and nothing is loaded from elsewhere.
 * So it opens from a disk, from any server and from the results of a CI system. Only the text is made here. The command
 * line and the extension write it to a file.
 */

import { base64 } from './base64.ts';
import { escapeHtml, jsonForHtml } from './escape.ts';
import type { PerUnit } from './model.ts';

/** Id of the data block with the profile's bytes in base64. */
export const profileElement = 'pprof-lens-profile';
/** Id of the data block with what is known about the profile, JSON. */
export const aboutElement = 'pprof-lens-about';

/** Id of the data block with the profile's first picture, gzipped, in base64. */
export const pictureElement = 'pprof-lens-picture';

/** Id of the data block with the script that draws call graphs, gzipped, in base64. */
export const graphvizElement = 'pprof-lens-graphviz';

/** Id of the data block with source files, JSON, gzipped, in base64. */
export const sourcesElement = 'pprof-lens-sources';

/** Id of the data block with the instructions of functions, JSON, gzipped, in base64. */
export const assemblyElement = 'pprof-lens-assembly';

export interface StandalonePage {
  readonly title: string;
  /** Text of dist/page.js and dist/page.css. */
  readonly pageScript: string;
  readonly styles: string;
  /** As in the file, gzipped or not. */
  readonly profileBytes: Uint8Array;
  /** The first picture (`pictureBytes`), gzipped. The page shows it as soon as its script runs, long before it has read the profile. */
  readonly firstPicture?: Uint8Array;
  /** Text of dist/graphviz.js, gzipped, for the call graph; without it there is none. */
  readonly graphviz?: Uint8Array;
  /**
   * Texts of source files, a JSON object by the profile's names of them, gzipped; for a file that is left out, an object
   * with a sentence that says why, `refused`. Without it the page shows costs by line alone.
   */
  readonly sources?: Uint8Array;
  /** Instructions of functions, a JSON object of `MachineCode` by function, gzipped. */
  readonly assembly?: Uint8Array;
  /** Index of the sample type to show first; -1 for the profile's default. */
  readonly sampleType?: number;
  /** What it shows first, where nobody has looked at it yet, as parts of a page's view: the flame graph if not given. */
  readonly view?: object;
  /** Operations behind the profile, to show costs per operation; `null` where unknown. */
  readonly operations?: number | null;
  /** What the operations are, if not those of a benchmark. */
  readonly perUnit?: PerUnit | undefined;
  /** BCP 47 tag of the language the texts are in, and their translations (`vscode.l10n.bundle`). */
  readonly language?: string;
  readonly translations?: object;
  /** Random text that lets this document's own script and styles run, and no others. */
  readonly nonce: string;
}

/**
 * The HTML text. Blocks of data are `script` elements of a type that no browser runs. The large ones come after the page's
 * script, so that it draws the first picture while the browser still reads them.
 */
export function standalonePage(page: StandalonePage): string {
  const { title, sampleType = -1, operations = null, perUnit, view, language = 'en', nonce } = page;
  const policy = [
    "default-src 'none'",
    // WebAssembly is what Graphviz is compiled to.
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    'worker-src blob:',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">${page.styles.replaceAll('</', '<\\/')}</style>
</head>
<body>
<div id="app"></div>
${dataBlock('application/json', aboutElement, jsonForHtml({ title, sampleType, operations, perUnit, view }))}
${page.translations === undefined ? '' : dataBlock('application/json', 'pprof-lens-l10n', jsonForHtml(page.translations))}
${page.firstPicture === undefined ? '' : bytesBlock(pictureElement, page.firstPicture)}
<script nonce="${escapeHtml(nonce)}">${scriptText(page.pageScript)}</script>
${bytesBlock(profileElement, page.profileBytes)}
${page.graphviz === undefined ? '' : bytesBlock(graphvizElement, page.graphviz)}
${page.sources === undefined ? '' : bytesBlock(sourcesElement, page.sources)}
${page.assembly === undefined ? '' : bytesBlock(assemblyElement, page.assembly)}
</body>
</html>
`;
}

function dataBlock(type: string, id: string, text: string): string {
  return `<script type="${type}" id="${id}">${text}</script>`;
}

function bytesBlock(id: string, bytes: Uint8Array): string {
  return dataBlock('application/octet-stream;base64', id, base64(bytes));
}

/** Only strings and comments of a script can contain text that ends the element. There, `\/` and `\x3c` mean the same. */
function scriptText(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
}
