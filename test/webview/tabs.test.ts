import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { PageHarness, screenshot } from './pageHarness.ts';
import { realProfiles, shopProfile } from './realProfiles.ts';

let harness: PageHarness;
before(async () => {
  harness = await PageHarness.start();
});
after(() => harness.close());

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Texts of the cells of the first rows. */
async function tableRows(page: Page, count: number): Promise<string[][]> {
  await page.locator('#row-0').waitFor();
  const rows: string[][] = [];
  for (let place = 0; place < count; place++) {
    rows.push(await page.locator(`#row-${place} .cell`).allTextContents());
  }
  return rows;
}

describe('the top table', () => {
  it('has what pprof top has, costs per operation, and what the samples can tell', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await openTab(page, 'Top');
    // The columns are known when the first rows are.
    await page.getByRole('columnheader', { name: '95 % interval' }).waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'name',
      'flat ▾',
      'flat %',
      'sum %',
      'cum',
      'cum %',
      'flat/op',
      'cum/op',
      'samples',
      '95 % interval',
      'source',
    ]);
    assert.deepEqual(await tableRows(page, 3), [
      [
        'runtime.mallocgc',
        '380ms',
        '38.00%',
        '38.00%',
        '380ms',
        '38.00%',
        '380µs/op',
        '380µs/op',
        '38',
        '29%–48%',
        'malloc.go',
      ],
      [
        'runtime.scanobject',
        '250ms',
        '25.00%',
        '63.00%',
        '250ms',
        '25.00%',
        '250µs/op',
        '250µs/op',
        '25',
        '18%–34%',
        'mgcmark.go',
      ],
      [
        'shop/cart.walk[go.shape.int]',
        '200ms',
        '20.00%',
        '83.00%',
        '280ms',
        '28.00%',
        '200µs/op',
        '280µs/op',
        '20',
        '13%–29%',
        'walk.go',
      ],
    ]);
    await page.context().close();
  });

  it('sorts by cum and by name, and the other way round', async () => {
    const page = await harness.open(shopProfile.bytes);
    await openTab(page, 'Top');
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
    await page.context().close();
  });

  it('leaves the rows that the search matches, and groups by packages, files and lines', async () => {
    const page = await harness.open(shopProfile.bytes);
    await openTab(page, 'Top');
    await page.getByRole('textbox').first().fill('^shop/');
    await page.getByText('3 rows').waitFor();
    await page.getByRole('textbox').first().fill('');
    await page.getByLabel('By').selectOption('packages');
    await page.getByText('3 rows').waitFor();
    await page.getByRole('button', { name: 'cum' }).click();
    await page.locator('#row-0').filter({ hasText: 'shop/cart' }).waitFor();
    const cumAndName = (cells: string[]) => [cells[4], cells[0]];
    assert.deepEqual((await tableRows(page, 3)).map(cumAndName), [
      ['700ms', 'shop/cart'],
      ['700ms', 'testing'],
      // A sample counts once for a package, however many functions of it are on the stack.
      ['680ms', 'runtime'],
    ]);
    await page.getByLabel('By').selectOption('lines');
    await page.locator('#row-0').filter({ hasText: ':' }).waitFor();
    await page.context().close();
  });

  it('scrolls through 100,000 rows with few of them in the document', async () => {
    const samples = Array.from({ length: 100_000 }, (_, i): [string, number] => [`f${i}`, 100_000 - i]);
    const page = await harness.open(stackProfileBytes({ samples }));
    await openTab(page, 'Top');
    await page.locator('#row-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.locator('#row-99999').filter({ hasText: 'f99999' }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 400);
    await page.keyboard.press('Home');
    await page.locator('#row-0').filter({ hasText: 'f0' }).waitFor();
    // Another granularity has another grid, which scrolls, too.
    await page.getByLabel('By').selectOption('lines');
    await page.locator('#row-0').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.locator('#row-99999').waitFor();
    await page.context().close();
  });
});

describe('callers and callees', () => {
  it('of a row of the table show both sides of the function', async () => {
    const page = await harness.open(shopProfile.bytes);
    await openTab(page, 'Top');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
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
    await page.context().close();
  });

  it('count a recursive function where it stands nearest to the root', async () => {
    const page = await harness.open(shopProfile.bytes);
    const box = (await page.getByRole('treeitem', { name: /^shop\/cart\.walk.*28\.00%/ }).boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + 5, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Callers and callees' }).click();
    const callees = page.getByRole('tree', { name: 'Callees of shop/cart.walk[go.shape.int]' });
    await callees
      .getByRole('treeitem', { name: /^runtime\.mallocgc; cum 80ms/ })
      .waitFor({ state: 'attached' });
    await callees.getByRole('treeitem', { name: /^shop.*walk.*; cum 280ms/ }).waitFor({ state: 'attached' });
    await page.context().close();
  });
});

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
    const page = await harness.open(shopProfile.bytes);
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
    await page.context().close();
  });

  it('by keyboard: the menu key, arrows, Enter', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.getByRole('tree').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+F10']) await page.keyboard.press(key);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 750e6);
    assert.ok(await page.getByRole('tree').evaluate((tree) => tree === document.activeElement));
    await page.context().close();
  });

  it('typed in are checked: what is no expression, what matches nothing', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.keyboard.press('f');
    await page.getByLabel('Kind of filter').selectOption('ignore');
    await page.getByLabel('Expression of the filter').fill('(');
    await page.keyboard.press('Enter');
    await page.getByText('The pattern for ignore is not a regular expression').waitFor();
    await page.getByLabel('Expression of the filter').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('It matches nothing.').waitFor();
    await page.context().close();
  });

  it('for my module, for this benchmark: found in the profile, and undone', async () => {
    const page = await harness.open(shopProfile.bytes);
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
    await page.getByRole('button', { name: 'Only cart.BenchmarkAdd' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[1]?.cum === 700e6);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 1000e6);
    await page.context().close();
  });

  it('show from a function on, and can all be removed at once', async () => {
    const page = await harness.open(shopProfile.bytes);
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
    await page.context().close();
  });

  it('take effect both where two are added at once', async () => {
    const page = await harness.open(shopProfile.bytes);
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
    await page.context().close();
  });

  it('leave the focus at the next chip when one is removed, then at the line for a new one', async () => {
    const page = await harness.open(shopProfile.bytes);
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
    await page.context().close();
  });

  it('survive a reload of the page', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Hide the runtime' }).click();
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    await page.waitForFunction(() => globalThis.pprofLens.frames().length > 2);
    assert.ok(!(await frameNames(page)).some((name) => name.startsWith('runtime.')));
    await page.context().close();
  });
});

describe('tags', () => {
  const labelled = realProfiles().find(({ name }) => name.startsWith('go-pproflabels'));

  it('are listed with their costs, and filter', { skip: labelled === undefined }, async () => {
    const page = await harness.open(labelled!.bytes);
    await openTab(page, 'Tags');
    const table = page.getByRole('table').first();
    await table.waitFor();
    await screenshot(page, 'tags');
    await table.getByRole('button').first().click();
    await page.getByRole('button', { name: /^Remove the filter tag focus/ }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length >= 1);
    await page.context().close();
  });
});

describe('the flame graph', () => {
  it('stands on its root, or hangs from it, or begins at the leaves', async () => {
    const page = await harness.open(shopProfile.bytes);
    const top = async (name: RegExp) => {
      const item = page.getByRole('treeitem', { name }).first();
      await item.waitFor({ state: 'attached' });
      return (await item.boundingBox())!.y;
    };
    assert.ok((await top(/^all/)) < (await top(/^testing/)));
    await page.getByRole('button', { name: 'Root at the bottom' }).click();
    await page.waitForFunction(() => document.querySelector('.flame-item[style*="bottom"]') !== null);
    assert.ok((await top(/^all/)) > (await top(/^testing/)));
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('treeitem', { selected: true, name: /^testing/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Stacks from the leaf' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[1]?.name === 'runtime.mallocgc');
    const [, leaf] = await page.evaluate(() => globalThis.pprofLens.frames());
    assert.deepEqual([leaf?.cum, leaf?.width], [380e6, 0.38]);
    await page.context().close();
  });

  it('is coloured by package, cost or whose code it is, with a legend', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.getByLabel('Colour by').selectOption('origin');
    assert.deepEqual(
      await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').allTextContents(),
      ['own', 'dependency', 'standard library', 'runtime', 'unknown'],
    );
    await page.getByLabel('Colour by').selectOption('heat');
    await page.getByText('costly').waitFor();
    await page.context().close();
  });

  it('of a difference shows what grew and what shrank', async () => {
    const bytes = stackProfileBytes({
      samples: [
        ['main grown', 20],
        ['main shrunk', -60],
        ['other', 20],
      ],
    });
    const page = await harness.open(bytes);
    assert.deepEqual(
      await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').allTextContents(),
      ['shrunk', 'unchanged', 'grown'],
    );
    await screenshot(page, 'difference');
    await page.context().close();
  });
});
