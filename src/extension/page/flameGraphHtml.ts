/** Addresses and words the page's HTML is made of; addresses as the webview sees them. */
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
 * The page's HTML, as src/webview/main.tsx asks for it. Its content-security policy lets in nothing but our
 * own files: no network, no inline script or style, and no script without the nonce.
 */
export function flameGraphHtml(parts: PageParts): string {
  const { script, style, cspSource, nonce, title, language, translations } = parts;
  const policy = [
    "default-src 'none'",
    // WebAssembly is what Graphviz is compiled to.
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    'worker-src blob:',
  ].join('; ');
  const bundle = translations === undefined ? '' : `${translationsBlock(translations)}\n`;
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
${bundle}<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

/** A `<` inside could end the script element early. */
function translationsBlock(translations: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(translations).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="pprof-lens-l10n">${json}</script>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
