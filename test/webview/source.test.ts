import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { openTab, press, walk } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

function embedded(texts: Record<string, string | null>): { sources: Uint8Array } {
  return { sources: gzipSync(JSON.stringify(texts)) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

async function openSource(page: Page): Promise<void> {
  await openTab(page, 'Source');
  await page.getByRole('table').waitFor();
  // Keys go to rows: on a busy machine the grid is there before them.
  await page.locator('#row-0').waitFor();
}

/** The rows of the listing: the texts of their cells with `|` between them. */
async function listing(page: Page): Promise<string[]> {
  return page
    .locator('.listing-lines tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join('|')));
}

describe('the source tab', () => {
  it('shows the hottest function of own code, its lines with flat, cum and per operation', async () => {
    const page = await harness.open(shopProfile.bytes, {
      page: { operations: 1000, ...embedded({ 'cart.go': numbered(2000).join('\n') }) },
    });
    await openSource(page);
    await page.getByRole('heading', { name: 'shop/cart.(*Cart).Add' }).waitFor();
    await page.getByText('line 40', { exact: true }).waitFor();
    assert.deepEqual((await listing(page)).slice(4, 8), [
      '39|||||line 39',
      '40||300µs||300ms|line 40',
      '41|120µs|120µs|120ms|120ms|line 41',
      '42|||||line 42',
    ]);
    const button = (await page.getByRole('button', { name: 'Assembly' }).boundingBox())!;
    const facts = (await page.locator('.listing-facts').boundingBox())!;
    assert.ok(button.y + button.height <= facts.y + 1, 'the button covers no cost');
    await screenshot(page, 'source');
  });

  it('begins where the hottest line is in sight', async () => {
    const line = (at: number, cost: number) => `shop.Long:${at}@long.go ${cost}`;
    const samples = [...Array.from({ length: 30 }, (_, i) => line(i + 1, 1)), line(40, 90)];
    const page = await harness.open(stackProfileBytes({ samples }), {
      viewport: { width: 912, height: 225 },
      page: embedded({ 'long.go': numbered(60).join('\n') }),
    });
    await openSource(page);
    const hottest = page.getByText('line 40', { exact: true });
    await hottest.waitFor();
    const [top, bottom] = await hottest.evaluate((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return [top, bottom];
    });
    assert.ok(top! > 60 && bottom! <= 225, `from ${top} to ${bottom}`);
    assert.equal((await page.locator('.head').boundingBox())?.y, 0, 'the page itself stays where it is');
  });

  it('goes to the function that is chosen from the list, by keyboard; a page in a file has no assembly', async () => {
    const page = await openShop();
    await openSource(page);
    await page.getByRole('grid').focus();
    await press(page, 'Home', 'ArrowDown', 'ArrowDown', 'Enter');
    await page.getByRole('heading', { name: 'shop/cart.walk[go.shape.int]' }).waitFor();
    // Line 8 calls its own function and mallocgc. Each sample counts once for a line.
    assert.deepEqual(await listing(page), ['7||200ms|', '8|200ms|280ms|']);
    // It counts once for the function, too, whose lines have more in sum.
    await page.getByText('cum 280ms, 28.00%').waitFor();

    await openSource(page);
    await page.getByRole('button', { name: 'Assembly' }).click();
    await page.getByText('which a saved page does not have').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Assembly', pressed: true }).count(), 1);
  });

  it("opens from a frame's menu", async () => {
    const page = await openShop();
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Show source here' }).click();
    await page.getByRole('heading', { name: 'shop/cart.BenchmarkAdd' }).waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.role),
      'tabpanel',
      'and goes on from there',
    );
  });

  it('says why there is no text', async () => {
    const withoutSources = await openShop();
    await openSource(withoutSources);
    await withoutSources.getByText('saved without sources').waitFor();
    const page = await harness.open(shopProfile.bytes, { page: embedded({ 'cart.go': null }) });
    await openSource(page);
    await page.getByText('cart.go has changed since the profile was taken').waitFor();
    await page.getByRole('grid').getByText('walk').click();
    await page.getByText('walk.go is not on this machine').waitFor();
  });

  it('shows a part of a function with thousands of costly lines, and all of it when asked', async () => {
    const samples = Array.from({ length: 3000 }, (_, i): [string, number] => [`f:${i + 1}@f.go`, 1]);
    const page = await harness.open(stackProfileBytes({ samples }));
    await openSource(page);
    await page.getByRole('button', { name: 'Show all 3000 lines' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.listing-lines tbody tr').length === 3000);
  });
});
