/** The rows about the use of an open page: script per frame, switches, memory. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { ownPage } from './pagePeers.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { besidePeer, inMegabytes, limited, type Row } from './table.ts';

/** A frame must leave time for the browser itself; see BUDGETS.md. */
const longestScript = 16;
const longestSwitch = 300;
const mostMemory = 8;

export async function interactionRows(browser: Browser, profile: ProfileName): Promise<Row[]> {
  const file = profileFile(profile);
  const inflated = gunzipSync(readFileSync(file)).length;
  const peer = await ownPage(file);
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(peer.url);
    await peer.read(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const memory = await rendererMemory(browser, page);
    const scripts = await scriptTimes(page, session);
    return [
      limited('page: zoom, pan, hover; script, 95th percentile', percentile(scripts, 0.95), longestScript),
      ...(await switchRows(page)),
      besidePeer('page: memory', memory, 'profile, inflated', inflated / 1e6, mostMemory, inMegabytes),
    ];
  } finally {
    await context.close();
    peer.stop();
  }
}

/** Milliseconds of script for each of many small actions. Everything within two frames after it counts. */
async function scriptTimes(page: Page, session: CDPSession): Promise<number[]> {
  const box = (await page.locator('canvas').first().boundingBox())!;
  const times: number[] = [];
  const measure = async (action: () => Promise<void>) => {
    const before = await scriptDuration(session);
    await action();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    times.push((await scriptDuration(session)) - before);
  };
  for (let i = 0; i < 60; i++) {
    const x = box.x + ((i * 97) % box.width);
    const y = box.y + 10 + ((i * 37) % (box.height - 20));
    await measure(() => page.mouse.move(x, y));
  }
  await page.keyboard.down('Control');
  for (let i = 0; i < 30; i++) await measure(() => page.mouse.wheel(0, i < 20 ? -60 : 60));
  await page.keyboard.up('Control');
  await page.mouse.down();
  for (let i = 0; i < 30; i++) await measure(() => page.mouse.move(box.x + 400 + i * 9, box.y + 200));
  await page.mouse.up();
  return times;
}

async function scriptDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
}

/** From the choice to its picture. */
async function switchRows(page: Page): Promise<Row[]> {
  const types = await page.getByLabel('Sample type').locator('option').count();
  const rows: Row[] = [];
  if (types > 1) {
    const before = await page.evaluate(() => globalThis.pprofLens.frames()[0]?.cum);
    const shown = Number(await page.getByLabel('Sample type').inputValue());
    const start = performance.now();
    await page.getByLabel('Sample type').selectOption(String(shown === 0 ? 1 : 0));
    await page.waitForFunction((cum) => globalThis.pprofLens.frames()[0]?.cum !== cum, before, {
      polling: 'raf',
    });
    rows.push(limited('page: switch of the sample type', performance.now() - start, longestSwitch));
  }
  const start = performance.now();
  await page.getByRole('textbox').first().fill('f1');
  await page.locator('#search-outcome').filter({ hasText: /./ }).waitFor();
  rows.push(limited('page: search', performance.now() - start, longestSwitch));
  return rows;
}

/**
 * The private megabytes of the page's process minus those of an empty page. The browser's code, mapped from its file, is not
 * private. `undefined` if the system has no such number.
 */
async function rendererMemory(browser: Browser, page: Page): Promise<number | undefined> {
  const blank = await browser.newPage();
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = processInfo
      .filter(({ type }) => type === 'renderer')
      .flatMap(({ id }) => ownMegabytes(id) ?? [])
      .sort((a, b) => a - b);
    await page.bringToFront();
    return sizes.length < 2 ? undefined : sizes.at(-1)! - sizes[0]!;
  } finally {
    await blank.close();
  }
}

function ownMegabytes(pid: number): number | null {
  if (!existsSync('/proc/self/status')) return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = [...status.matchAll(/^(?:RssAnon|RssShmem):\s*(\d+) kB$/gm)].map(([, size]) =>
    Number(size),
  );
  return kilobytes.reduce((sum, size) => sum + (size * 1024) / 1e6, 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
