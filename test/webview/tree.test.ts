/** The call tree as a table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyHolds } from '../eventually.ts';
import { violations } from './axe.ts';
import { openTab, press } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

/** Level, state and name of each row in sight, and what stands in the column that has the bar. */
async function rowsOf(page: Page, column: string): Promise<string[]> {
  return page.locator('.grid-row').evaluateAll(
    (rows, column) =>
      rows.map((row) => {
        const isOpen = row.getAttribute('aria-expanded');
        const sign = isOpen === null ? ' ' : isOpen === 'true' ? '-' : '+';
        const name = row.querySelector('.cell-name')!.getAttribute('aria-label');
        const cost = row.querySelector(`.column-${column}`)!.textContent;
        return `${row.getAttribute('aria-level')}${sign} ${name} ${cost}`;
      }),
    column,
  );
}

describe('the tree', () => {
  it('opens along the hot path, and by keys and clicks', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await openTab(page, 'Tree');
    const hot = [
      '1- testing.(*B).runN 700ms',
      '2- shop/cart.BenchmarkAdd 700ms',
      '3- shop/cart.(*Cart).Add (inlined) 420ms',
      '4  runtime.mallocgc 300ms',
      '3+ shop/cart.walk[go.shape.int] 280ms',
      '1+ runtime.gcBgMarkWorker 250ms',
      '1+ runtime.mcall 50ms',
    ];
    await eventuallyHolds(async () => assert.deepEqual(await rowsOf(page, 'cum'), hot));
    // The row at the end of the hot path is selected: keys begin there.
    await page.getByRole('treegrid').focus();
    await press(page, 'ArrowDown', 'ArrowRight');
    const walk = ['4+ shop/cart.walk[go.shape.int] 200ms', '4  runtime.mallocgc 80ms'];
    const opened = [...hot.slice(0, 4), hot[4]!.replace('+', '-'), ...walk, ...hot.slice(5)];
    await eventuallyHolds(async () => assert.deepEqual(await rowsOf(page, 'cum'), opened));
    assert.deepEqual(await violations(page), []);
    await screenshot(page, 'tree');
    // To the row above it, and so on.
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft');
    await eventuallyHolds(async () => assert.deepEqual(await rowsOf(page, 'cum'), hot));
    await page.locator('.grid-row', { hasText: 'testing' }).locator('.twisty').click();
    const closed = ['1+ testing.(*B).runN 700ms', ...hot.slice(5)];
    await eventuallyHolds(async () => assert.deepEqual(await rowsOf(page, 'cum'), closed));
    await page.getByRole('button', { name: 'Hot path' }).click();
    await eventuallyHolds(async () => assert.deepEqual(await rowsOf(page, 'cum'), hot));
  });

  it('has the costly functions at the top from the leaf, as the flame graph does', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await openTab(page, 'Tree');
    await page.getByRole('button', { name: 'Stacks from the leaf' }).click();
    await page.getByRole('treegrid', { name: 'Functions with their callers' }).waitFor();
    await eventuallyHolds(async () =>
      assert.deepEqual((await rowsOf(page, 'flat')).slice(0, 3), [
        '1+ runtime.mallocgc 380ms',
        '1+ runtime.scanobject 250ms',
        '1+ shop/cart.walk[go.shape.int] 200ms',
      ]),
    );
    await page
      .getByRole('textbox', { name: /^Search/ })
      .first()
      .fill('scan');
    await page
      .locator('.grid-row.is-match, .grid-row:has(.is-match)')
      .filter({ hasText: 'scanobject' })
      .waitFor();
    await screenshot(page, 'tree from the leaf');
    await openTab(page, 'Flame graph');
    await page.getByRole('button', { name: 'Stacks from the leaf', pressed: true }).waitFor();
  });
});
