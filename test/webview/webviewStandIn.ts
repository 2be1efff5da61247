/** A stand-in for what VS Code gives to the page in a webview, and for the extension that answers its questions. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { AskFromPage, FromPage, PageQuestionKind, PageQuestions } from '../../src/protocol.ts';
import { harness } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

declare global {
  var sentByPage: FromPage[];
}

/** As text: what the test runner makes of a function would not run in a page. */
export const vscodeStandIn = `
  globalThis.sentByPage = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      // That goes along with every change of the view.
      if (message.type !== 'saved') globalThis.sentByPage.push(message);
    },
    getState: () => JSON.parse(sessionStorage.getItem(location.href) ?? 'null'),
    setState: (state) => sessionStorage.setItem(location.href, JSON.stringify(state)),
  });
`;

export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.sentByPage.some(({ type }) => type === 'ready'));
}

/** All messages of the page so far. */
export function sent(page: Page): Promise<FromPage[]> {
  return page.evaluate(() => globalThis.sentByPage);
}

/** Waits for a question of the page. `index` counts the questions of its kind. */
export async function asked<K extends PageQuestionKind>(
  page: Page,
  kind: K,
  index = 0,
): Promise<AskFromPage<K>> {
  const handle = await page.waitForFunction(
    ({ kind, index }) =>
      globalThis.sentByPage.filter((message) => message.type === 'ask' && message.kind === kind)[index],
    { kind, index },
  );
  return (await handle.jsonValue()) as AskFromPage<K>;
}

export async function answer<K extends PageQuestionKind>(
  page: Page,
  { id }: AskFromPage<K>,
  answer: PageQuestions[K]['answer'],
): Promise<void> {
  await page.evaluate((reply) => postMessage(reply), { type: 'answer', id, answer });
}

/** Replies that there is no answer. */
export async function fail(page: Page, { id }: AskFromPage, message: string): Promise<void> {
  await page.evaluate((reply) => postMessage(reply), { type: 'failure', id, message });
}

/** Posts a message to the page. What is `base64` in it or in its `base` comes as `bytes`. */
export async function post(page: Page, message: object): Promise<void> {
  await page.evaluate((message) => {
    const pending: { base64?: string; bytes?: ArrayBuffer; base?: object }[] = [message];
    for (const part of pending) {
      if (part.base64 !== undefined)
        part.bytes = Uint8Array.from(atob(part.base64), (c) => c.charCodeAt(0)).buffer;
      if (part.base !== undefined) pending.push(part.base);
    }
    globalThis.postMessage(message);
  }, message);
}

export const shopMessage = {
  type: 'profile',
  title: 'BenchmarkAdd · cpu',
  base64: Buffer.from(shopProfile.bytes).toString('base64'),
  sampleType: 2,
  operations: null,
};

/** Opens a page of its own, as a webview has it, that is to show a profile. */
export async function openStandIn(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await harness.visit(harness.write(shopProfile.bytes), { ...options, script: vscodeStandIn });
  await untilReady(page);
  return page;
}
