import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import type { PublishedFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { naiveTree } from '../analysis/naiveTree.ts';
import { succeeded } from '../why.ts';
import { drawnFrames } from './openTab.ts';
import { harness, openShop } from './pageHarness.ts';
import { type ProfileFile, realProfiles, shopProfile } from './realProfiles.ts';
import { assertCallTree, expressions, focusTotal } from './tabs/flame/drawnTree.ts';

/** What the engine draws of all of them is compared without a page. */
const allocations: ProfileFile = realProfiles().find(({ name }) => name === 'std-encoding-json.mem.pb.gz')!;

function decoded(bytes: Uint8Array): Profile {
  return succeeded(readProfile(bytes));
}

describe('the rectangles of the flame graph', () => {
  for (const { name, bytes } of [shopProfile, allocations]) {
    it(`are the call tree of ${name}, for every sample type; a search counts each sample once`, async () => {
      const profile = decoded(bytes);
      const page = await harness.open(bytes);
      const graphWidth = await page.locator('.flame-canvas').evaluate((canvas) => canvas.clientWidth);
      for (const sampleType of profile.sampleTypes.keys()) {
        await page.getByLabel('Sample type').selectOption(String(sampleType));
        const tree = naiveTree(profile, sampleType);
        if (tree.width === 0) {
          await page.getByText('Nothing of this kind').waitFor();
          continue;
        }
        await page.waitForFunction((cum) => globalThis.pprofLens.frames()[0]?.cum === cum, tree.cum);
        assertCallTree(await drawnFrames(page), profile, sampleType, graphWidth);
      }
      await page.getByLabel('Sample type').selectOption('0');
      for (const expression of expressions) {
        const cum = focusTotal(profile, 0, new RegExp(expression));
        await page.getByRole('textbox').fill(expression);
        const outcome = page.locator('#search-outcome');
        if (cum === 0) await outcome.filter({ hasText: /^(No match|0 · 0%)/ }).waitFor();
        else await outcome.filter({ hasText: new RegExp(`^${cum} · `) }).waitFor();
      }
    });
  }

  it('show the zoomed frame as wide as the graph, its callers above it, and follow the size of the window', async () => {
    const page = await openShop();
    await page
      .getByRole('treeitem', { name: /^shop\/cart\.walk\[go\.shape\.int\];/ })
      .first()
      .waitFor();
    const before = (await drawnFrames(page)).find(({ name }) => name === 'shop/cart.walk[go.shape.int]')!;
    await clickFrame(page, before);
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 7);
    const frames = await drawnFrames(page);
    assert.deepEqual(
      frames.map(({ name, depth, x, width }) => `${depth} ${name} ${x.toFixed(3)} ${width.toFixed(3)}`),
      [
        '0 root 0.000 1.000',
        '1 testing.(*B).runN 0.000 1.000',
        '2 shop/cart.BenchmarkAdd 0.000 1.000',
        '3 shop/cart.walk[go.shape.int] 0.000 1.000',
        '4 shop/cart.walk[go.shape.int] 0.000 0.714',
        '4 runtime.mallocgc 0.714 0.286',
        '5 shop/cart.walk[go.shape.int] 0.000 0.714',
      ],
    );

    const width = () => page.locator('.flame-canvas').evaluate((canvas) => canvas.clientWidth);
    const wide = await width();
    await page.setViewportSize({ width: 500, height: 400 });
    await page.waitForFunction((wide) => document.querySelector('.flame-canvas')!.clientWidth < wide, wide);
    assert.ok((await width()) > 400);
    assert.equal((await drawnFrames(page))[0]?.width, 1);
  });

  it("are drawn in the device's own pixels", async () => {
    const page = await harness.open(shopProfile.bytes, { deviceScaleFactor: 2 });
    const [css, device] = await page
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [canvas.clientWidth, canvas.width]);
    assert.equal(device, 2 * css!);
  });

  it('are drawn anew when the window moves to a finer screen, of the same size to the page', async () => {
    const page = await harness.visit(harness.write(shopProfile.bytes), {
      script: `
        const matchMedia = globalThis.matchMedia.bind(globalThis);
        globalThis.densityQueries = [];
        globalThis.matchMedia = (text) => {
          const query = matchMedia(text);
          if (text.includes('resolution')) globalThis.densityQueries.push(query);
          return query;
        };`,
    });
    await page.waitForFunction(() => globalThis.pprofLens?.frames().length > 3);
    const screen = await page.context().newCDPSession(page);
    const size = { width: 1200, height: 700, mobile: false };
    const densityAfter = async (deviceScaleFactor: number) => {
      await screen.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor });
      return page.evaluate(() => {
        // A browser without a window does not report it.
        const { densityQueries } = globalThis as unknown as { densityQueries: MediaQueryList[] };
        for (const query of [...densityQueries]) if (!query.matches) query.dispatchEvent(new Event('change'));
        const canvas = document.querySelector('canvas')!;
        return canvas.width / canvas.clientWidth;
      });
    };
    assert.equal(await densityAfter(3), 3);
    assert.equal(await densityAfter(2), 2);
  });
});

/** Clicks the middle of a frame of `frames()`. */
async function clickFrame(page: Page, frame: PublishedFrame): Promise<void> {
  const box = (await page.locator('.flame-canvas').boundingBox())!;
  const rowHeight = 20;
  await page.mouse.click(
    box.x + (frame.x + frame.width / 2) * box.width,
    box.y + (frame.depth + 0.5) * rowHeight,
  );
}

describe('a search', () => {
  it('is a regular expression that minds case, unless switched', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { sampleType: 0 } });
    const outcome = page.locator('#search-outcome');
    await page.getByRole('textbox').fill('MALLOC');
    await outcome.filter({ hasText: 'No match' }).waitFor();
    await page.getByRole('button', { name: 'Match case' }).click();
    await outcome.filter({ hasText: '38 · 38.00%' }).waitFor();
    await page.getByRole('textbox').fill('walk[');
    await outcome.filter({ hasText: 'Not a regular expression: walk[' }).waitFor();
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await outcome.filter({ hasText: '28 · 28.00%' }).waitFor();
  });
});
