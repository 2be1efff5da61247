import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PageHarness, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

let harness: PageHarness;
before(async () => {
  harness = await PageHarness.start();
});
after(() => harness.close());

async function openGraph() {
  const page = await harness.open(shopProfile.bytes, { page: { graphviz: await harness.graphviz() } });
  await page.getByRole('tab', { name: 'Call graph' }).click();
  await page.locator('.paper svg').waitFor();
  return page;
}

describe('the call graph', () => {
  it('has a node for each function and the edges between them', async () => {
    const page = await openGraph();
    const nodes = page.locator('g.node');
    const names = (await nodes.locator('title').allTextContents()).sort();
    assert.deepEqual(names, [
      'runtime.gcBgMarkWorker',
      'runtime.mallocgc',
      'runtime.mcall',
      'runtime.park_m',
      'runtime.scanobject',
      'shop/cart.(*Cart).Add',
      'shop/cart.BenchmarkAdd',
      'shop/cart.walk[go.shape.int]',
      'testing.(*B).runN',
    ]);
    await page
      .getByRole('button', {
        name: 'cart (*Cart) Add 120ms (12.00%) of 420ms (42.00%); shop/cart.(*Cart).Add',
      })
      .waitFor();
    // A function that calls itself has no edge to itself.
    assert.equal(await page.locator('g.edge').count(), 7);
    await screenshot(page, 'call-graph');
    assert.deepEqual(harness.complaints(), []);
    await page.context().close();
  });

  it('shows fewer nodes when asked to', async () => {
    const page = await openGraph();
    await page.getByLabel('Nodes at most').fill('3');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelectorAll('g.node').length === 3);
    await page.context().close();
  });

  it('filters from a node, by keyboard too', async () => {
    const page = await openGraph();
    await page.getByRole('button', { name: 'runtime.mallocgc' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Focus/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('g.node').length === 5);
    await page.context().close();
  });

  it('is moved and zoomed by keyboard and wheel', async () => {
    const page = await openGraph();
    const place = () =>
      page.locator('.pan-zoom-content').evaluate((element) => element.getBoundingClientRect());
    const before = await place();
    await page.getByRole('application', { name: 'Call graph' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal((await place()).x, before.x - 60);
    await page.keyboard.press('+');
    assert.ok((await place()).width > before.width * 1.2);
    await page.keyboard.press('0');
    assert.equal((await place()).x, before.x);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (width) => document.querySelector('.pan-zoom-content')!.getBoundingClientRect().width > width,
      before.width * 1.2,
    );
    await page.context().close();
  });

  it('says so where the page has come without it', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.getByRole('tab', { name: 'Call graph' }).click();
    await page.getByRole('alert').filter({ hasText: 'without Graphviz' }).waitFor();
    await page.context().close();
  });
});
