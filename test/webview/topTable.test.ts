/** The top table, and the callers and callees of its functions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { nextPicture, openTab, press } from './openTab.ts';
import { harness, openShop } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

/** Texts of the cells of the first rows. */
async function tableRows(page: Page, count: number): Promise<string[]> {
  await page.locator('#row-0').waitFor();
  const rows: string[] = [];
  for (let place = 0; place < count; place++) {
    rows.push((await page.locator(`#row-${place} .cell`).allTextContents()).join(' ').trim());
  }
  return rows;
}

describe('the top table', () => {
  it('has costs per operation, what pprof top has, and what the samples can tell', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await openTab(page, 'Top');
    // The columns are known when the first rows are.
    await page.getByRole('columnheader', { name: '95% interval' }).waitFor();
    const columns = await page.getByRole('columnheader').allTextContents();
    assert.equal(
      columns.join(' | '),
      'name | flat/op ▾ | cum/op | flat | flat % | sum % | cum | cum % | samples | 95% interval | source',
    );
    assert.deepEqual(await tableRows(page, 3), [
      'runtime.mallocgc 380µs 380µs 380ms 38.00% 38.00% 380ms 38.00% 38 29%–48% malloc.go',
      'runtime.scanobject 250µs 250µs 250ms 25.00% 63.00% 250ms 25.00% 25 18%–34% mgcmark.go',
      'shop/cart.walk[go.shape.int] 200µs 280µs 200ms 20.00% 83.00% 280ms 28.00% 20 13%–29% walk.go',
    ]);
  });

  it('sorts, leaves the rows that the search matches, and groups by packages, files and lines', async () => {
    const page = await openShop('Top');
    await page.getByRole('button', { name: 'cum' }).click();
    await page.locator('#row-0').filter({ hasText: 'shop/cart.BenchmarkAdd' }).waitFor();
    assert.equal(
      await page.getByRole('columnheader', { name: /^cum( ▾)?$/ }).getAttribute('aria-sort'),
      'descending',
    );
    await page.getByRole('button', { name: 'name' }).click();
    await page.locator('#row-0').filter({ hasText: 'runtime.gcBgMarkWorker' }).waitFor();
    await page.getByRole('button', { name: 'name' }).click();
    await page.locator('#row-0').filter({ hasText: 'testing.(*B).runN' }).waitFor();

    await page.getByRole('textbox').first().fill('^shop/');
    await page.getByText('3 rows').waitFor();
    // An incomplete expression hides no row.
    await page.getByRole('textbox').first().fill('(');
    await page.getByText('9 rows').waitFor();
    await page.getByRole('textbox').first().fill('');
    await page.getByLabel('By').selectOption('packages');
    await page.getByText('3 rows').waitFor();
    await page.getByRole('button', { name: 'cum' }).click();
    await nextPicture(page);
    // A sample counts once for a package, however many functions of it are on the stack.
    const [cart, tests, runtime] = await tableRows(page, 3);
    assert.match(
      `${cart}, ${tests}, ${runtime}`,
      /^shop.cart .* 700ms .*, testing .* 700ms .*, runtime .* 680ms /,
    );
    await page.getByLabel('By').selectOption('lines');
    await page.locator('#row-0').filter({ hasText: ':' }).waitFor();
  });

  it('scrolls through 20,000 rows with few of them in the document', async () => {
    const samples = Array.from({ length: 20_000 }, (_, i): [string, number] => [`f${i}`, 20_000 - i]);
    const page = await harness.open(stackProfileBytes({ samples }));
    await openTab(page, 'Top');
    await page.locator('#row-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.locator('#row-19999').filter({ hasText: 'f19999' }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 400);
    // After a click on a heading, the first rows are in sight, and what was selected is selected elsewhere; also where the
    // table has not heard yet of the selected row.
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('#row-19999')?.click();
      await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>('.column-name .sort')?.click();
    });
    await page.locator('#row-2').filter({ hasText: 'f10' }).waitFor();
    await nextPicture(page);
    assert.equal(await page.locator('.grid-scroll').evaluate((element) => element.scrollTop), 0);
    assert.equal(await page.getByRole('grid').getAttribute('aria-activedescendant'), null);
    await page.getByRole('columnheader', { name: 'flat', exact: true }).getByRole('button').click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    await page.locator('#row-0').filter({ hasText: 'f0' }).waitFor();
    // Another granularity has another grid, which scrolls, too.
    // It begins with its own first rows, although the function that was chosen is far down among the functions.
    await page.getByLabel('By').selectOption('lines');
    await nextPicture(page);
    assert.equal(await page.locator('.grid-scroll').evaluate((element) => element.scrollTop), 0);
    await page.locator('#row-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.locator('#row-19999').waitFor();
  });
});

describe('callers and callees', () => {
  it('of a row of the table show both sides of the function', async () => {
    const page = await openShop('Top');
    // Keys go to rows: on a busy machine the grid is there before them.
    await page
      .getByRole('row', { name: /runtime\.mallocgc/ })
      .first()
      .waitFor();
    await page.getByRole('grid').focus();
    await press(page, 'ArrowDown', 'Enter');
    const callers = page.getByRole('tree', { name: 'Callers of runtime.mallocgc' });
    await callers.waitFor();
    const names = async (tree: typeof callers) =>
      (await tree.getByRole('treeitem', { includeHidden: true }).all()).map(async (item) =>
        ((await item.getAttribute('aria-label')) ?? '').split(';').slice(0, 2).join(';'),
      );
    await callers
      .getByRole('treeitem', { name: /^shop\/cart\.\(\*Cart\)\.Add/ })
      .waitFor({ state: 'attached' });
    assert.deepEqual(await Promise.all(await names(callers)), [
      'runtime.mallocgc; cum 380ms, 38.00%',
      'shop/cart.(*Cart).Add; cum 300ms, 30.00%',
      'shop/cart.walk[go.shape.int]; cum 80ms, 8.00%',
      'shop/cart.BenchmarkAdd; cum 300ms, 30.00%',
      'shop/cart.BenchmarkAdd; cum 80ms, 8.00%',
      'testing.(*B).runN; cum 300ms, 30.00%',
      'testing.(*B).runN; cum 80ms, 8.00%',
    ]);
    const tables = page.getByRole('complementary', { name: 'Callers and callees of runtime.mallocgc' });
    assert.deepEqual(await tables.getByRole('row').allTextContents(), [
      'FunctionCostShare',
      'shop/cart.(*Cart).Add300ms78.95%',
      'shop/cart.walk[go.shape.int]80ms21.05%',
      'FunctionCostShare',
      'itself380ms100%',
    ]);
  });

  it('count a recursive function where it stands nearest to the root', async () => {
    const page = await openShop();
    const box = (await page.getByRole('treeitem', { name: /^shop\/cart\.walk.*28\.00%/ }).boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + 5, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Callers and callees' }).click();
    const callees = page.getByRole('tree', { name: 'Callees of shop/cart.walk[go.shape.int]' });
    await callees
      .getByRole('treeitem', { name: /^runtime\.mallocgc; cum 80ms/ })
      .waitFor({ state: 'attached' });
    await callees.getByRole('treeitem', { name: /^shop.*walk.*; cum 280ms/ }).waitFor({ state: 'attached' });
  });
});
