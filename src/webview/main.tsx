/**
 * The flame graph page: entry of `dist/page.js` (with `dist/page.css` beside it).
 *
 * A document with the page must have, in this order:
 *
 *   <html lang="...">
 *   <head>
 *     <meta charset="utf-8">
 *     <meta name="viewport" content="width=device-width, initial-scale=1">
 *     <meta http-equiv="Content-Security-Policy" content="default-src 'none';
 *           script-src 'nonce-N' 'wasm-unsafe-eval'; style-src CSP_SOURCE; img-src CSP_SOURCE data:; worker-src blob:">
 *     <title>...</title>
 *     <link rel="stylesheet" href="(dist/page.css)">
 *   </head>
 *   <body>
 *     <div id="app"></div>
 *     <script type="application/json" id="pprof-lens-l10n">...</script>   optional: `vscode.l10n.bundle`, `<` as \u003c
 *     <script nonce="N" src="(dist/page.js)"></script>
 *   </body>
 *
 * In a VS Code webview (`enableScripts`, `localResourceRoots` = dist/) the page posts `ready` and waits for a
 * `ToPage` message with the profile. It saves its view with `setState`, so after a reload it needs only the `profile`
 * message again. Anywhere else it reads the profile from the document: see src/base/standalonePage.ts.
 *
 * The messages are `ToPage` and `FromPage` of src/protocol.ts. The bytes of a profile are sent as an ArrayBuffer,
 * compressed as in the file.
 */

import * as l10n from '@vscode/l10n';
import './page.css';
import engineScript from 'script:./engine/worker.ts';
import { render } from 'preact';
import { connectEngine } from './engine/connect.ts';
import type { ProfileEngine } from './engine/questions.ts';
import { BrowserHost } from './host/browserHost.ts';
import type { PageHost } from './host/host.ts';
import { type VsCodeApi, VsCodeHost } from './host/vscodeHost.ts';
import { App } from './page/App.tsx';

const translations = document.getElementById('pprof-lens-l10n')?.textContent ?? null;
if (translations !== null) l10n.config({ contents: translations });

const nonce = document.currentScript?.nonce ?? '';
const root = document.getElementById('app');
if (root === null) throw new Error('The document has no element #app for the page.');
// Later, so that a first picture in the document is drawn before.
const started = new Promise<ProfileEngine>((resolve) => {
  setTimeout(() => resolve(connectEngine(engineScript, nonce, translations)));
});
const engine: ProfileEngine = {
  ask: async (kind, question, onShare) => (await started).ask(kind, question, onShare),
};
render(<App host={connectHost()} engine={engine} />, root);

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/**
 * Connects the page to its host. Call it once, while the page's script runs for the first time: VS Code hands out its
 * interface only once, and `document.currentScript` is known only then.
 */
function connectHost(): PageHost {
  const ownScript = document.currentScript?.textContent ?? '';
  return typeof acquireVsCodeApi === 'function'
    ? new VsCodeHost(acquireVsCodeApi())
    : new BrowserHost(ownScript);
}
