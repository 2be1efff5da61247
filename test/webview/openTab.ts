import type { Frame, Page } from 'playwright-core';

/** Clicks the tab with this name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Waits until what the page draws next is drawn: what it has heard of by now is then in it. */
export async function nextPicture(page: Page | Frame): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
  );
}
