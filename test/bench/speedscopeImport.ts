/** How long speedscope takes to import a profile, by its own message. */
import type { Browser } from 'playwright-core';
import { speedscopePage } from './pagePeers.ts';

/**
 * Milliseconds; `null` if speedscope is not installed.
 *
 * speedscope's package is a page, not a library. The page prints the time of its import, from fetching the bytes to the
 * frames of all stacks, before it draws anything.
 */
export async function speedscopeImport(browser: Browser, profile: string): Promise<number | null> {
  const peer = await speedscopePage(profile);
  if (peer === null) return null;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const printed = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('import:'),
      timeout: 300_000,
    });
    await page.goto(peer.url, { waitUntil: 'commit' });
    const text = (await printed).text();
    const milliseconds = /^import: ([\d.]+) ?(m?s)/.exec(text);
    if (milliseconds === null) throw new Error(`speedscope says ${text}`);
    return Number(milliseconds[1]) * (milliseconds[2] === 's' ? 1000 : 1);
  } finally {
    await context.close();
    peer.stop();
  }
}
