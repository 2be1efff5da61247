import { BrowserHost } from './browserHost.ts';
import type { PageHost } from './host.ts';
import { type VsCodeApi, VsCodeHost } from './vscodeHost.ts';

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/**
 * Connects the page to its host. Call it once, while the page's script runs for the first time: VS Code hands out its
 * interface only once, and `document.currentScript` is known only then.
 */
export function connectHost(): PageHost {
  const ownScript = document.currentScript?.textContent ?? '';
  return typeof acquireVsCodeApi === 'function'
    ? new VsCodeHost(acquireVsCodeApi())
    : new BrowserHost(ownScript);
}
