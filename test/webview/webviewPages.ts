/**
 * The page in the extension's own HTML and under its content-security policy, with a stand-in for what VS Code gives
 * a webview: `acquireVsCodeApi`, messages both ways, state over reloads.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { lazily } from '../../src/base/lazily.ts';
import { flameGraphHtml } from '../../src/extension/page/flameGraphHtml.ts';
import { harness } from './pageHarness.ts';
import { post, shopMessage, untilReady, vscodeStandIn } from './webviewStandIn.ts';

let origin = '';
let opened = 0;
const server = createServer((request, response) => {
  const { script, styles } = harness.bundle;
  if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
  else if (request.url === '/page.css') response.setHeader('content-type', 'text/css').end(styles);
  else response.setHeader('content-type', 'text/html').end(shell());
});
const listening = lazily(async () => {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

function shell(): string {
  return flameGraphHtml({
    script: `${origin}/page.js`,
    style: `${origin}/page.css`,
    cspSource: origin,
    nonce: 'abc123',
    title: 'Flame Graph',
    language: 'de',
    translations: { Search: 'Suche', 'Search functions and files': 'Funktionen und Dateien suchen' },
  });
}

/** A webview as it is just after VS Code has made it. */
export async function openWebview(): Promise<Page> {
  await listening();
  // An address of its own: the state of a page is kept under it.
  const page = await harness.visit(`${origin}/${opened++}`, { script: vscodeStandIn });
  await untilReady(page);
  return page;
}

export async function postProfile(page: Page, sampleType = 2): Promise<void> {
  await post(page, { ...shopMessage, sampleType });
  await page.waitForFunction(() => globalThis.pprofLens.frames().length > 3);
}
