/** The rows about opening: from navigation to the first picture, compared with the peers. */

import type { Browser } from 'playwright-core';
import { ownPage, type PagePeer, pprofPage, speedscopePage } from './pagePeers.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { median } from './statistics.ts';
import { besidePeer, inMilliseconds, type Row } from './table.ts';

/** The shares of the peers' times that BUDGETS.md allows. */
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
  const [own, read] = await stoppedAfter(await ownPage(file), async (page) => {
    const painted = await timed(browser, page, runs);
    return [painted, await timed(browser, { ...page, painted: page.read }, runs)] as const;
  });
  const rows: Row[] = [];
  const peers = { pprof: pprofPage, speedscope: speedscopePage } as const;
  for (const name of ['pprof', 'speedscope'] as const) {
    const share = allowed[size][name];
    if (share === null) continue;
    const peer = await peers[name](file);
    // The peers are slow: three runs are enough.
    const theirRuns = Math.min(runs, size === 'large' ? 1 : 3);
    const theirs = peer && (await stoppedAfter(peer, () => timed(browser, peer, theirRuns)));
    rows.push(
      besidePeer(`page: ${size} profile, opened to first picture`, own, name, theirs ?? undefined, share),
    );
  }
  const what = `page: ${size} profile, opened to profile read`;
  const peer = 'the first picture is in the page';
  return [...rows, { what, figure: inMilliseconds(read), peer, budget: '', ofBudget: null }];
}

/** The median of the times to the first picture, each in a new context. */
async function timed(browser: Browser, peer: PagePeer, runs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    try {
      const page = await context.newPage();
      await peer.watch?.(page);
      await page.goto(peer.url, { waitUntil: 'commit' });
      times.push(await peer.painted(page));
    } finally {
      await context.close();
    }
  }
  return median(times);
}

async function stoppedAfter<P extends PagePeer, T>(peer: P, measure: (peer: P) => Promise<T>): Promise<T> {
  try {
    return await measure(peer);
  } finally {
    peer.stop();
  }
}
