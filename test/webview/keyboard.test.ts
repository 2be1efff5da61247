import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { eventually } from '../eventually.ts';
import { drawnFrames, nextPicture } from './openTab.ts';
import { harness, openShop } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

/** The name of the selected frame, as a screen reader gets it; empty for none. */
async function selectedName(page: Page): Promise<string> {
  const active = await page.getByRole('tree').getAttribute('aria-activedescendant');
  if (active === null) return '';
  const item = page.locator(`[id="${active}"]`);
  assert.equal(await item.getAttribute('aria-selected'), 'true');
  return ((await item.getAttribute('aria-label')) ?? '').split(';')[0]!;
}

async function pressAll(page: Page, ...keys: string[]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key);
  await nextPicture(page);
  return selectedName(page);
}

/** The functions from the root to the frame that is zoomed to. */
async function breadcrumb(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Zoom' }).getByRole('button').allTextContents();
}

describe('with the keyboard alone', () => {
  it('arrows walk from caller to callee and along a row; the zoom stays when the sample type changes', async () => {
    const page = await openShop();
    await page.getByRole('tree').focus();
    assert.equal(await selectedName(page), '');
    assert.equal(await pressAll(page, 'ArrowDown'), 'all');
    assert.equal(await pressAll(page, 'ArrowDown'), 'testing.(*B).runN');
    assert.equal(await pressAll(page, 'ArrowRight'), 'runtime.gcBgMarkWorker');
    assert.equal(await pressAll(page, 'ArrowDown'), 'runtime.scanobject');
    assert.equal(await pressAll(page, 'ArrowDown'), 'runtime.scanobject', 'calls nothing');
    assert.equal(await pressAll(page, 'ArrowUp', 'ArrowLeft'), 'testing.(*B).runN');
    assert.equal(await pressAll(page, 'ArrowLeft'), 'testing.(*B).runN', 'is the first in its row');
    assert.equal(await pressAll(page, 'ArrowDown', 'ArrowDown', 'Home'), 'all');
    assert.equal(await pressAll(page, 'End'), 'runtime.mallocgc', 'the end of the hot path');

    await page.getByRole('tree').focus();
    await pressAll(page, 'Escape', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
    await page.getByLabel('Sample type').selectOption('0');
    await nextPicture(page);
    assert.deepEqual(await breadcrumb(page), ['all', 'runtime.gcBgMarkWorker']);
    const frames = await drawnFrames(page);
    assert.deepEqual(
      frames.map(({ name, cum, width }) => [name, cum, width]),
      [
        ['root', 100, 1],
        ['runtime.gcBgMarkWorker', 25, 1],
        ['runtime.scanobject', 25, 1],
      ],
    );
  });

  it('Enter zooms in, Escape goes back one step, 0 all the way', async () => {
    const page = await openShop();
    await page.getByRole('tree').focus();
    await pressAll(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    assert.deepEqual(await breadcrumb(page), ['all', 'testing.(*B).runN', 'shop/cart.BenchmarkAdd']);
    await pressAll(page, 'ArrowDown', 'Enter');
    assert.deepEqual((await breadcrumb(page)).at(-1), 'shop/cart.(*Cart).Add');
    await pressAll(page, 'Escape');
    assert.deepEqual((await breadcrumb(page)).at(-1), 'shop/cart.BenchmarkAdd');
    await pressAll(page, 'Enter', '0');
    assert.deepEqual(await breadcrumb(page), ['all']);
    assert.equal(
      await pressAll(page, 'Escape', 'Escape', 'Escape', 'Escape', 'Escape'),
      '',
      'and at last deselects',
    );
  });

  it('+ and - zoom around the selected frame, Shift with an arrow moves the picture', async () => {
    const page = await openShop();
    const root = () =>
      page.evaluate(() => globalThis.pprofLens.frames().find(({ name }) => name.startsWith('runtime.gc'))!);
    await page.getByRole('tree').focus();
    await pressAll(page, 'ArrowDown', 'ArrowDown', 'ArrowRight');
    const before = await root();
    await pressAll(page, '+');
    const after = await root();
    assert.ok(Math.abs(after.width / before.width - 1.5) < 1e-9);
    // The parts at both sides grow by the same factor.
    assert.ok(
      Math.abs(after.x / (1 - after.x - after.width) - before.x / (1 - before.x - before.width)) < 1e-6,
    );
    await pressAll(page, 'Shift+ArrowLeft');
    assert.ok(Math.abs((await root()).x - after.x - 0.15) < 1e-9);
    await pressAll(page, '-');
    assert.ok(Math.abs((await root()).width - before.width) < 1e-9);
  });

  it('/ searches, Enter walks through the matches, Escape leaves; n and N walk from the graph', async () => {
    const page = await openShop();
    await page.getByRole('tree').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('malloc');
    await page.locator('#search-outcome').filter({ hasText: '380ms · 38.00%' }).waitFor();
    await page.keyboard.press('Enter');
    await nextPicture(page);
    const first = await page.getByRole('tree').getAttribute('aria-activedescendant');
    assert.equal(await pressAll(page, 'Enter'), 'runtime.mallocgc');
    assert.notEqual(await page.getByRole('tree').getAttribute('aria-activedescendant'), first);
    await page.keyboard.press('Shift+Enter');
    await nextPicture(page);
    assert.equal(await page.getByRole('tree').getAttribute('aria-activedescendant'), first);
    await pressAll(page, 'Escape');
    assert.equal(await page.getByRole('textbox').inputValue(), '');
    await pressAll(page, 'Escape');
    assert.ok(await page.getByRole('tree').evaluate((tree) => tree === document.activeElement));

    await pressAll(page, 'Escape');
    await page.getByRole('textbox').fill('gcBg|malloc');
    await page.locator('#search-outcome').filter({ hasText: '%' }).waitFor();
    await page.getByRole('tree').focus();
    assert.equal(await pressAll(page, 'n'), 'runtime.gcBgMarkWorker');
    assert.equal(await pressAll(page, 'n'), 'runtime.mallocgc');
    assert.equal(await pressAll(page, 'Shift+N'), 'runtime.gcBgMarkWorker');
    // From the graph, too: the search goes, and what it has led to.
    await pressAll(page, 'Escape');
    assert.equal(await page.getByRole('textbox').inputValue(), '');

    // A walk by arrows begins at what has been found.
    await page.getByRole('textbox').fill('malloc');
    await page.locator('#search-outcome').filter({ hasText: '%' }).waitFor();
    await page.getByRole('tree').focus();
    assert.equal(await pressAll(page, 'ArrowDown'), 'runtime.mallocgc');
  });

  it('? lists the keys, Escape closes the list', async () => {
    const page = await openShop();
    await page.getByRole('tree').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and mouse' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('Tab reaches every control', async () => {
    const page = await openShop();
    await page.getByRole('tree').focus();
    await pressAll(page, 'ArrowDown', 'ArrowDown');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const reached = new Set<string>();
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const element = document.activeElement!;
          return element.getAttribute('aria-label') ?? element.textContent ?? '';
        }),
      );
    }
    const wanted = await page.evaluate(() =>
      [...document.querySelectorAll('button:not([tabindex="-1"], :disabled), input, [role="tree"]')].map(
        (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
      ),
    );
    for (const label of wanted) assert.ok(reached.has(label), `Tab does not reach ${label}`);
  });

  it('tells a screen reader what is selected', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await page.getByRole('tree').focus();
    await pressAll(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    const live = page.locator('[aria-live="polite"]');
    assert.equal(
      await live.textContent(),
      'shop/cart.(*Cart).Add; cum 420ms, 42.00%; flat 120ms, 12.00%; inlined; cart.go:40',
    );
    const item = page.getByRole('treeitem', { selected: true });
    assert.equal(await item.getAttribute('aria-level'), '4');
    assert.equal(await item.getAttribute('aria-posinset'), '1');
    assert.equal(await item.getAttribute('aria-setsize'), '2');
  });
});

describe('with the pointer', () => {
  it('a card tells what the frame under it costs', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await page.getByRole('treeitem', { name: /^shop\/cart\.\(\*Cart\)/ }).waitFor({ state: 'attached' });
    const box = (await page.getByRole('treeitem', { name: /^shop\/cart\.\(\*Cart\)/ }).boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 5);
    const card = page.locator('.hover-card');
    await card.waitFor();
    assert.equal(await card.locator('.hover-name').textContent(), 'shop/cart.(*Cart).Addinlined');
    assert.equal(await card.locator('.hover-source').textContent(), 'cart.go:40');
    assert.deepEqual(await card.getByRole('row', { includeHidden: true }).allTextContents(), [
      'costper opof totalof caller',
      'flat120ms120µs/op12.00%17.14%',
      'cum420ms420µs/op42.00%60.00%',
    ]);
    await page.mouse.move(box.x + 10, 650);
    await card.waitFor({ state: 'detached' });
  });

  it('a drag moves the picture and is no click', async () => {
    const page = await openShop();
    const frame = (await page.getByRole('treeitem', { name: /^runtime\.gcBgMarkWorker/ }).boundingBox())!;
    await page.mouse.click(frame.x + 20, frame.y + 5);
    await nextPicture(page);
    await page.mouse.move(400, frame.y + 5);
    await page.mouse.down();
    await page.mouse.move(500, frame.y + 5, { steps: 4 });
    await page.mouse.up();
    await nextPicture(page);
    const frames = await drawnFrames(page);
    const left = frames.find(({ name }) => name === 'testing.(*B).runN')!;
    assert.ok(left.width > 0.05 && left.width < 0.15, `a tenth of the width is in sight, not ${left.width}`);
    assert.equal((await breadcrumb(page)).length, 1, 'no frame fills the window');
    await page.keyboard.press('Escape');
  });

  it('the wheel with Ctrl zooms around the pointer', async () => {
    const page = await openShop();
    const box = (await page.locator('.flame-canvas').boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + 30);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await nextPicture(page);
    const frames = await drawnFrames(page);
    assert.deepEqual(
      frames.slice(0, 2).map(({ name, width }) => [name, width]),
      [
        ['root', 1],
        ['testing.(*B).runN', 1],
      ],
    );
    assert.ok(!frames.some(({ name }) => name === 'runtime.gcBgMarkWorker'));
  });
});

it('the selected frame stays in sight when what is known of it appears below a low graph', async () => {
  const stack = Array.from({ length: 20 }, (_, i) => `main.f${i}:1@a.go`).join(' ');
  const page = await harness.open(stackProfileBytes({ samples: [[stack, 1]] }), {
    viewport: { width: 900, height: 340 },
  });
  await page.getByRole('tree').focus();
  await pressAll(page, 'End');
  await page.getByRole('region', { name: 'Selected frame' }).waitFor();
  await eventually('the frame in sight', () =>
    page.evaluate(() => {
      const item = document.querySelector('.flame-item[aria-selected="true"]')!.getBoundingClientRect();
      const graph = document.querySelector('.flame-scroll')!.getBoundingClientRect();
      return item.top >= graph.top - 1 && item.bottom <= graph.bottom + 1;
    }),
  );
});
