import type { Frame, Page } from 'playwright-core';
import type { PublishedFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';

/** Clicks the tab with this name, or its entry in the menu of those that have no room. */
export async function openTab(page: Page | Frame, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, includeHidden: true });
  await tab.waitFor({ state: 'attached' });
  if (await tab.isVisible()) return tab.click();
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitem', { name }).click();
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
