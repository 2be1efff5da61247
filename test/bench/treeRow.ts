/** The row about the whole call tree, compared with speedscope's import of the same file. */

import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, installChromium } from '../editor/chromium.ts';
import { ownMilliseconds } from './openRows.ts';
import { speedscopePage } from './pagePeers.ts';
import { finished } from './processes.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { median } from './statistics.ts';
import { besidePeer, type Row } from './table.ts';

export async function treeRow(engine: string, profile: ProfileName, runs: number): Promise<Row> {
  const file = profileFile(profile);
  const browser = await startBrowser();
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    // In turns, so that other work of the machine slows both.
    for (let run = 0; run < runs; run++) {
      ours.push(ownMilliseconds(await finished(process.execPath, [engine, 'tree', file])));
      const imported = browser === null ? null : await speedscopeImport(browser, file);
      if (imported !== null) theirs.push(imported);
    }
  } finally {
    await browser?.close();
  }
  const peer = theirs.length === 0 ? undefined : median(theirs);
  return besidePeer('whole call tree, medium profile', median(ours), 'speedscope’s import', peer, 1 / 4);
}

/** `null` without a browser. */
async function startBrowser(): Promise<Browser | null> {
  try {
    return await chromium.launch({ executablePath: installChromium(), args: [...chromiumArguments] });
  } catch {
    return null;
  }
}

/**
 * How many milliseconds speedscope takes to import a profile, by its own message; `null` if it is not installed.
 *
 * speedscope's package is a page, not a library. The page prints the time of its import, from fetching the bytes to the
 * frames of all stacks, before it draws anything.
 */
async function speedscopeImport(browser: Browser, profile: string): Promise<number | null> {
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
