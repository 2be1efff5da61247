/** The page as VS Code's panel has it: low, and narrow beside a side bar or where it is zoomed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { eventually } from '../eventually.ts';
import { violations } from './axe.ts';
import { nextPicture, openTab, press, resize } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { publicProfile } from './publicProfile.ts';
import { shopProfile } from './realProfiles.ts';

describe('tabs that have no room', () => {
  it('are in a menu, and the chosen one never is', async () => {
    const page = await harness.open(shopProfile.bytes, { viewport: { width: 270, height: 600 } });
    const more = page.getByRole('button', { name: 'More views' });
    const heightOf = async () => (await page.getByRole('tablist').boundingBox())!.height;
    await more.waitFor();
    const all = ['Flame graph', 'Top', 'Tree', 'Callers and callees', 'Peek', 'Source', 'Call graph'];
    const shown = async () =>
      (await page.getByRole('tab').all()).map((tab) => tab.getAttribute('aria-label'));
    const first = await Promise.all(await shown());
    assert.ok(first.length > 1 && first.length < all.length, String(first));
    await more.press('Enter');
    const others = page.getByRole('menuitem');
    assert.deepEqual([...first, ...(await others.allTextContents())], all);
    assert.deepEqual(await violations(page), []);
    // One item is marked, that of the mouse once it has moved.
    await others.last().hover();
    await page.locator('[role="menuitem"]:focus', { hasText: 'Call graph' }).waitFor();
    await press(page, 'End', 'Enter');
    // The chosen tab has the focus, and a place.
    await page.locator('[role="tab"]:focus', { hasText: 'Call graph' }).waitFor();
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Call graph');
    // Keys reach every tab.
    for (const name of ['Source', 'Peek', 'Callers and callees', 'Tree', 'Top', 'Flame graph']) {
      await page.keyboard.press('ArrowLeft');
      await page.locator(`[role="tab"]:focus[aria-selected="true"][aria-label="${name}"]`).waitFor();
    }
    const height = await heightOf();
    for (const [width, low] of [
      [1280, 250],
      [853, 167],
      [320, 700],
    ] as const) {
      await resize(page, { width, height: low });
      assert.ok((await heightOf()) <= height, `one row at ${width} pixels`);
    }
    await resize(page, { width: 1280, height: 700 });
    await more.waitFor({ state: 'detached' });
    assert.equal((await shown()).length, all.length);
  });
});

describe('the search of a low page', () => {
  it('has room for what is typed, beside what it finds', async () => {
    // VS Code's panel at 1280 by 800 pixels: alone, and beside its secondary side bar.
    for (const width of [912, 627]) {
      const page = await harness.open(shopProfile.bytes, { viewport: { width, height: 225 } });
      const search = page.getByRole('textbox', { name: 'Search functions and files' });
      const box = async (part: string) => (await page.locator(part).boundingBox())!;
      await search.fill('mallocgc');
      const outcome = page.locator('#search-outcome').filter({ hasText: '%' });
      await outcome.waitFor();
      for (const act of ['typing', 'looking']) {
        const parts = await search.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
        assert.ok(parts[0]! >= parts[1]!, `${act} at ${width}: ${parts} pixels`);
        const [field, found] = [await box('.search-field'), await box('#search-outcome')];
        assert.ok(field.x + field.width <= found.x, `${act} at ${width}: the outcome is beside the field`);
        const isCut = await outcome.evaluate((each) => each.scrollWidth > each.clientWidth);
        assert.equal(isCut, false, `${act} at ${width}: the outcome is seen`);
        await page.getByRole('tree').focus();
      }
      await screenshot(page, `narrow-low-search-${width}`);
    }
  });
});

it('a low page of a difference has room for its search, and in a narrow one for its buttons', async () => {
  const bytes = stackProfileBytes({ samples: ['main grown 20', 'main shrunk -60'] });
  const page = await harness.open(bytes, { viewport: { width: 1222, height: 225 } });
  const search = page.getByRole('textbox', { name: 'Search functions and files' });
  assert.ok((await search.boundingBox())!.width > 60);
  await resize(page, { width: 853, height: 225 });
  assert.ok((await page.locator('.head').boundingBox())!.height < 40, 'one row');
  await resize(page, { width: 495, height: 225 });
  for (const name of ['Filters', 'Save as', 'Keys and mouse']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    assert.ok(box && box.x + box.width <= 495 && box.y < 60, `${name}: ${JSON.stringify(box)}`);
  }
});

it('no button of a narrow, low page has a row for itself', async () => {
  const page = await harness.open(shopProfile.bytes, { viewport: { width: 495, height: 160 } });
  for (const tab of ['Flame graph', 'Top', 'Source']) {
    await openTab(page, tab);
    for (const width of [380, 400, 420, 440, 460, 480]) {
      await resize(page, { width, height: 160 });
      const [keys, others] = await Promise.all(
        ['.toolbar > .icon-button', '.tab-actions'].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(keys && others && keys.y < others.y + others.height, `${tab} at ${width} pixels`);
    }
  }
});

it('a menu has all of its entries in sight in a low page', async () => {
  const page = await harness.open(shopProfile.bytes, { viewport: { width: 600, height: 200 } });
  await page.getByRole('button', { name: 'Save as' }).click();
  const entries = page.getByRole('menuitem');
  await entries.first().waitFor();
  const boxes = await entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length >= 7);
  for (const { top, bottom } of boxes) assert.ok(top >= 0 && bottom <= 200, `${top} to ${bottom}`);
});

it('the bar below a graph names the selected frame by the end of its name', async () => {
  const page = await harness.open(publicProfile.bytes, { viewport: { width: 627, height: 225 } });
  const end = page.locator('.selected-name .name-row', { hasText: /^BenchmarkTreeMapGet1/ });
  await page.getByRole('tree').focus();
  await eventually('the benchmark selected', async () => {
    await press(page, 'ArrowDown');
    await nextPicture(page);
    return (await end.count()) === 1;
  });
  const widths = await end.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  assert.ok(widths[0]! <= widths[1]!, String(widths));
});

describe('the tabs about one function', () => {
  it('show some of each in a low and narrow page', async () => {
    // As in VS Code's panel at 1280 by 800 pixels and a zoom of 150%.
    const page = await harness.open(shopProfile.bytes, { viewport: { width: 495, height: 225 } });
    const inSight = (rows: string) =>
      page.locator(rows).evaluateAll(
        (all) =>
          all.filter((row) => {
            const box = row.getBoundingClientRect();
            const seen = document.elementFromPoint(box.left + 20, box.bottom - 3);
            return box.bottom <= innerHeight && (row.contains(seen) || seen?.closest('tr') === row);
          }).length,
      );
    await openTab(page, 'Callers and callees');
    await page.locator('.cost-list').first().waitFor();
    await page.locator('.grid-row').first().waitFor();
    assert.ok((await inSight('.grid-row')) >= 4, `${await inSight('.grid-row')} functions`);
    assert.ok((await inSight('.cost-list tr')) >= 4, `${await inSight('.cost-list tr')} callers`);
    await screenshot(page, 'narrow-low-callers');
    await openTab(page, 'Source');
    await page.locator('.listing-lines tr').first().waitFor();
    assert.ok((await inSight('.listing-lines tr')) >= 3, `${await inSight('.listing-lines tr')} lines`);
    await screenshot(page, 'narrow-low-source');
  });

  it('open on the hottest function of the user’s own code', async () => {
    const page = await harness.open(shopProfile.bytes, { viewport: { width: 450, height: 700 } });
    await openTab(page, 'Source');
    await page.getByRole('heading', { name: 'shop/cart.(*Cart).Add' }).waitFor();
    await openTab(page, 'Callers and callees');
    await page.getByRole('tree', { name: 'Callers of shop/cart.(*Cart).Add' }).waitFor();
    await openTab(page, 'Peek');
    await page
      .locator('.grid-row[aria-selected="true"]')
      .filter({ hasText: 'shop/cart.(*Cart).Add' })
      .waitFor();
  });

  it('open on the hottest of all where no own code costs anything', async () => {
    const page = await harness.open(
      stackProfileBytes({ samples: ['runtime.mcall runtime.park_m:1@/go/src/runtime/proc.go 5'] }),
    );
    await openTab(page, 'Source');
    await page.getByRole('heading', { name: 'runtime.park_m' }).waitFor();
  });

  it('stay on the function that the user chose', async () => {
    const page = await openShop('Source');
    await page.getByRole('heading', { name: 'shop/cart.(*Cart).Add' }).waitFor();
    await page.getByRole('rowheader', { name: 'runtime.scanobject' }).click();
    await page.getByRole('heading', { name: 'runtime.scanobject' }).waitFor();
    await openTab(page, 'Callers and callees');
    await page.getByRole('tree', { name: 'Callers of runtime.scanobject' }).waitFor();
  });
});
