import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openTab } from './openTab.ts';
import { harness } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
const lastCrumb = (page: Page, name: string) =>
  page.locator('[aria-current="location"]').getByText(name).waitFor();

/** Zooms to BenchmarkAdd, opens Top, goes to the callers of its first row, and hides the runtime. */
async function goFar(page: Page): Promise<void> {
  await page.getByRole('tree').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await lastCrumb(page, 'cart.BenchmarkAdd');
  await openTab(page, 'Top');
  await page.locator('#row-0').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tab(page, 'Callers and callees');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Hide the runtime' }).click();
  await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
}

describe('the way back', () => {
  it('leads over filters, tabs and functions to the first zoom, and forward again', async () => {
    const page = await harness.open(shopProfile.bytes);
    assert.ok(await page.getByRole('button', { name: /^Back/ }).isDisabled());
    await goFar(page);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+ArrowLeft');
    await tab(page, 'Top');
    await page.getByRole('button', { name: /^Back/ }).click();
    await tab(page, 'Flame graph');
    await lastCrumb(page, 'cart.BenchmarkAdd');
    await page.getByRole('button', { name: /^Back/ }).click();
    await lastCrumb(page, 'all');
    assert.ok(await page.getByRole('button', { name: /^Back/ }).isDisabled());
    await page.keyboard.press('Alt+ArrowRight');
    await lastCrumb(page, 'cart.BenchmarkAdd');
    for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowRight');
    await tab(page, 'Callers and callees');
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    assert.ok(await page.getByRole('button', { name: /^Forward/ }).isDisabled());
  });

  it('is taken with the side buttons of a mouse, too', async () => {
    const page = await harness.open(shopProfile.bytes);
    await openTab(page, 'Top');
    const mouse = await page.context().newCDPSession(page);
    const press = async (button: 'back' | 'forward') => {
      const at = { x: 600, y: 400, button, clickCount: 1 };
      await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
      await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    };
    await press('back');
    await tab(page, 'Flame graph');
    await press('forward');
    await tab(page, 'Top');
  });

  it('has one step for all of a drag', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.mouse.move(300, 200);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await page.locator('[aria-current="location"]').filter({ hasNotText: /^all$/ }).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await lastCrumb(page, 'all');
    assert.ok(await page.getByRole('button', { name: /^Back/ }).isDisabled());
  });
});
