/** The rows about opening: from navigation to the first picture, against the peers. */
import type { Browser } from 'playwright-core';
import { ownPage, type PagePeer, pprofPage, speedscopePage } from './pagePeers.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { median } from './statistics.ts';
import { inMilliseconds, type Row } from './table.ts';

/** Shares of the peers' times that BUDGETS.md allows. */
const allowed = {
  medium: { speedscope: 1 / 8, pprof: 1 / 5 },
  large: { speedscope: null, pprof: 1 / 30 },
} as const;

export async function openPageRows(
  browser: Browser,
  profile: ProfileName,
  size: keyof typeof allowed,
  runs: number,
): Promise<Row[]> {
  const file = profileFile(profile);
  const own = await timed(browser, await ownPage(file), runs);
  const rows: Row[] = [];
  const peers = { pprof: pprofPage, speedscope: speedscopePage } as const;
  for (const [name, start] of Object.entries(peers) as [
    keyof typeof peers,
    (typeof peers)[keyof typeof peers],
  ][]) {
    const share = allowed[size][name];
    if (share === null) continue;
    const peer = await start(file);
    // Peers are slow: three runs tell enough.
    const theirs =
      peer === null ? null : await timed(browser, peer, Math.min(runs, size === 'large' ? 1 : 3));
    rows.push({
      what: `page: ${size} profile, opened to first picture`,
      figure: inMilliseconds(own),
      peer: theirs === null ? `${name} is not installed` : `${name} ${inMilliseconds(theirs)}`,
      budget: `1/${Math.round(1 / share)} of ${name}`,
      ofBudget: theirs === null ? null : own / (theirs * share),
    });
  }
  return rows;
}

/** Median of the times to the first picture, each in a fresh context. */
async function timed(browser: Browser, peer: PagePeer, runs: number): Promise<number> {
  try {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
      const page = await context.newPage();
      await peer.watch?.(page);
      await page.goto(peer.url, { waitUntil: 'commit' });
      times.push(await peer.painted(page));
      await context.close();
    }
    return median(times);
  } finally {
    peer.stop();
  }
}
