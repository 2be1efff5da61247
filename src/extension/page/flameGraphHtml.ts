import { escapeHtml, jsonForHtml } from '../../base/escape.ts';

/** The parts of the page's HTML. Addresses are those that the webview uses. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** Where VS Code serves the extension's files from (`webview.cspSource`). */
  readonly cspSource: string;
  /** Fresh and random for each page. */
  readonly nonce: string;
  readonly title: string;
  /** BCP 47, as `vscode.env.language`. */
  readonly language: string;
  /** `vscode.l10n.bundle`: translations of the page's texts, where there are any. */
  readonly translations: Readonly<Record<string, string>> | undefined;
}

/**
 * The page's HTML, as src/webview/main.tsx describes it. Its content-security policy allows only our own files: no
 * network, no inline script or style, no script without the nonce.
 */
export function flameGraphHtml(parts: PageParts): string {
  const { script, style, cspSource, nonce, title, language, translations } = parts;
  const policy = [
    "default-src 'none'",
    // Graphviz is compiled to WebAssembly.
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    'worker-src blob:',
  ].join('; ');
  const texts =
    translations === undefined
      ? ''
      : `<script type="application/json" id="pprof-lens-l10n">${jsonForHtml(translations)}</script>\n`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<div id="app"></div>
${texts}<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}
