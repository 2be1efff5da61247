/** Filters, typed in and from menus, and the tags that they can be made of. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openTab, press, walk } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { labelledProfile, shopProfile } from './realProfiles.ts';

describe('filters', () => {
  async function frameNames(page: Page): Promise<string[]> {
    return page.evaluate(() => globalThis.pprofLens.frames().map(({ name, cum }) => `${name} ${cum / 1e6}`));
  }

  async function openMenu(page: Page, name: RegExp): Promise<void> {
    const item = page.getByRole('treeitem', { name }).first();
    await item.waitFor({ state: 'attached' });
    const box = (await item.boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + 5, { button: 'right' });
  }

  it("from a frame's menu apply everywhere, and can be removed and undone", async () => {
    const page = await openShop();
    await openMenu(page, /^runtime\.mallocgc/);
    await page.getByRole('menuitem', { name: /^Hide/ }).click();
    await page.waitForFunction(
      () => !globalThis.pprofLens.frames().some(({ name }) => name === 'runtime.mallocgc'),
    );
    await openMenu(page, /^shop\/cart\.\(\*Cart\)\.Add/);
    await page.getByRole('menuitem', { name: /^Focus/ }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 420e6);
    assert.deepEqual(await frameNames(page), [
      'root 420',
      'testing.(*B).runN 420',
      'shop/cart.BenchmarkAdd 420',
      'shop/cart.(*Cart).Add 420',
    ]);
    // Shares are still of the whole profile, as in pprof.
    await page
      .getByRole('treeitem', { name: /Add; cum 420ms, 42\.00%; flat 420ms, 42\.00%/ })
      .waitFor({ state: 'attached' });
    await openTab(page, 'Top');
    await page.getByText('3 rows').waitFor();
    await page.getByRole('button', { name: 'Remove the filter focus: shop/cart.(*Cart).Add' }).click();
    await page.getByText('8 rows').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 rows').waitFor();
  });

  it('by keyboard: the menu key, arrows, Enter', async () => {
    const page = await openShop();
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+F10');
    await page.getByRole('menu').waitFor();
    await press(page, 'ArrowDown', 'Enter');
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 750e6);
    assert.ok(await page.getByRole('tree').evaluate((tree) => tree === document.activeElement));
  });

  it('typed in are checked; those for my module and this benchmark are found in the profile, and undone', async () => {
    const page = await openShop();
    await page.keyboard.press('f');
    await page.getByLabel('Kind of filter').selectOption('ignore');
    await page.getByLabel('Expression of the filter').fill('(');
    await page.keyboard.press('Enter');
    await page.getByText('The pattern for ignore is not a regular expression').waitFor();
    await page.getByLabel('Expression of the filter').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('It matches nothing.').waitFor();

    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Only my module' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 700e6);
    // The costs of the allocator count for the function that allocates.
    assert.deepEqual(await frameNames(page), [
      'root 700',
      'shop/cart.BenchmarkAdd 700',
      'shop/cart.(*Cart).Add 420',
      'shop/cart.walk[go.shape.int] 280',
      'shop/cart.walk[go.shape.int] 200',
      'shop/cart.walk[go.shape.int] 200',
    ]);
    await page.getByRole('button', { name: /^Remove the filter show/ }).click();
    // The buttons move when the filter has gone.
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 1000e6);
    await page.getByRole('button', { name: 'Only cart.BenchmarkAdd' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[1]?.cum === 700e6);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 1000e6);

    await page.getByRole('button', { name: 'My code' }).click();
    await page
      .getByRole('treeitem', { name: /^\[allocation\]/ })
      .first()
      .waitFor({ state: 'attached' });
    await page.getByLabel('Colour by').selectOption('cause');
    const all = await frameNames(page);
    assert.deepEqual(all.filter((each) => /^(?:root|\[)/.test(each)).sort(), [
      '[allocation] 300',
      '[allocation] 80',
      '[garbage collector] 250',
      '[scheduler] 50',
      'root 1000',
    ]);
    await screenshot(page, 'my-code');
    await page.getByRole('button', { name: 'My code', pressed: true }).click();
    await page.waitForFunction(() =>
      globalThis.pprofLens.frames().some(({ name }) => name === 'runtime.mallocgc'),
    );
  });

  it('"My code" names causes in the language of the page', async () => {
    const translations = JSON.parse(readFileSync('media/l10n/bundle.l10n.ja.json', 'utf8'));
    const page = await harness.open(shopProfile.bytes, { page: { language: 'ja', translations } });
    await page.getByRole('button', { name: 'フィルター' }).click();
    await page.getByRole('button', { name: '自分のコード' }).click();
    await page
      .getByRole('treeitem', { name: /^\[割り当て\]/ })
      .first()
      .waitFor({ state: 'attached' });
    await page.getByLabel('色分け').selectOption({ label: '要因' });
    assert.deepEqual((await frameNames(page)).filter((each) => each.startsWith('[')).sort(), [
      '[ガベージコレクター] 250',
      '[スケジューラー] 50',
      '[割り当て] 300',
      '[割り当て] 80',
    ]);
    await screenshot(page, 'my-code-ja');
  });

  it('show from a function on, and can all be removed at once', async () => {
    const page = await openShop();
    await openMenu(page, /^shop\/cart\.\(\*Cart\)\.Add/);
    await page.getByRole('menuitem', { name: /^Show from it/ }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[1]?.name === 'shop/cart.(*Cart).Add');
    assert.deepEqual(await frameNames(page), [
      'root 420',
      'shop/cart.(*Cart).Add 420',
      'runtime.mallocgc 300',
    ]);
    await page.getByRole('button', { name: 'Hide the runtime' }).click();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 1000e6);
    await page.keyboard.press('u');
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 420e6);
  });

  it('take effect both where two are added at once', async () => {
    const page = await openShop();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Only my module' }).waitFor();
    await page.evaluate(() => {
      for (const button of document.querySelectorAll('button')) {
        if (/^(Hide the runtime|Only my module)$/.test(button.textContent ?? '')) button.click();
      }
    });
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 1);
  });

  it('leave the focus at the next chip when one is removed, then at the line for a new one; survive a reload', async () => {
    const page = await openShop();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Hide the runtime' }).click();
    await page.getByRole('button', { name: 'Only my module' }).click();
    const removers = page.getByRole('button', { name: /^Remove the filter/ });
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await removers.first().press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 1);
    assert.match((await focused()) ?? '', /^Remove the filter show/);
    await removers.first().press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 0);
    assert.equal(await focused(), 'Expression of the filter');

    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Hide the runtime' }).click();
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    await page.waitForFunction(() => globalThis.pprofLens.frames().length > 2);
    assert.ok(!(await frameNames(page)).some((name) => name.startsWith('runtime.')));
  });
});

describe('tags', () => {
  it('are listed with their costs, and filter', async () => {
    const page = await harness.open(labelledProfile);
    await openTab(page, 'Tags');
    const table = page.getByRole('table').first();
    await table.waitFor();
    await screenshot(page, 'tags');
    await table.getByRole('button').first().click();
    await page.getByRole('button', { name: /^Remove the filter tag focus/ }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length >= 1);
  });
});
