import { errors, type Frame, type Page } from 'playwright-core';
import type { PublishedFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { eventually } from '../eventually.ts';

/** Whether an act succeeds within its time: for acts that are repeated until they are heard. */
export async function inTime(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );
}

/** Clicks the tab with this name, or its entry in the menu of those that have no room. */
export async function openTab(page: Page | Frame, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, includeHidden: true });
  const chosen = page.getByRole('tab', { name, includeHidden: true, selected: true });
  await tab.waitFor({ state: 'attached' });
  await eventually(`the tab ${name}`, async () => {
    // A page that has just changed its size moves tabs into the menu and out of it.
    const soon = { timeout: 2000 };
    if (await tab.isVisible()) await inTime(tab.click(soon));
    else if (await inTime(page.getByRole('button', { name: 'More views' }).click(soon))) {
      await inTime(page.getByRole('menuitem', { name }).click(soon));
    }
    return inTime(chosen.waitFor({ state: 'attached', timeout: 2000 }));
  });
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the clipboard holds what is wanted: the browser writes it a moment after the click. */
export async function copied(page: Page, isWanted: (text: string) => boolean): Promise<string> {
  return eventually('the copied text', async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    return isWanted(text) && text;
  });
}

/** Goes through the flame graph by keys. */
export async function walk(page: Page, ...keys: string[]): Promise<void> {
  await page.getByRole('tree').focus();
  await press(page, ...keys);
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

declare global {
  /** Questions to the page's engine without an answer. Only `pageHarness.ts` counts them. */
  var openEngineQuestions: (() => number) | undefined;
}

/** Waits until the page has drawn what it has heard of, and what its engine says to its questions. */
export async function nextPicture(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    const limit = performance.now() + 60_000;
    for (let quiet = 0; quiet < 3; ) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      quiet = (globalThis.openEngineQuestions?.() ?? 0) > 0 ? 0 : quiet + 1;
      if (performance.now() > limit) throw new Error('The engine does not answer.');
    }
  });
}
