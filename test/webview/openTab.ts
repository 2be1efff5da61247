import type { Frame, Page } from 'playwright-core';
import type { PublishedFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';

/** Clicks the tab with this name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The frames that the flame graph shows. */
export function drawnFrames(page: Page): Promise<PublishedFrame[]> {
  return page.evaluate(() => globalThis.pprofLens.frames());
}

/** Gives the page another size, and waits until it is drawn in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
  await nextPicture(page);
}

/** Waits until what the page draws next is drawn: what it has heard of by now is then in it. */
export async function nextPicture(page: Page | Frame): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
  );
}
