import type { Page } from 'playwright-core';

/** Clicks the tab with this name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}
