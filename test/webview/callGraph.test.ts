import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { themes, violations } from './axe.ts';
import { nextPicture, openTab, resize } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

async function openGraph() {
  const page = await harness.open(shopProfile.bytes, { page: { graphviz: harness.graphviz() } });
  await openTab(page, 'Call graph');
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
    // It has fewer when asked to.
    await page.getByLabel('Nodes at most').fill('3');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelectorAll('g.node').length === 3);
  });

  it('is moved and zoomed by keyboard and wheel, and filters from a node', async () => {
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

    await page.getByRole('button', { name: 'runtime.mallocgc' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Focus/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('g.node').length === 5);
  });

  it("has texts and lines that can be seen on every theme's own background, at any width", async () => {
    const page = await openGraph();
    // What the test runner makes of the function calls this.
    await page.evaluate('globalThis.__name = (named) => named');
    for (const width of [450, 1000]) {
      await resize(page, { width, height: 700 });
      for (const [theme, media] of Object.entries(themes)) {
        await page.emulateMedia(media);
        await nextPicture(page);
        const contrasts = await page.evaluate(measureContrasts);
        assert.ok(contrasts.texts.length > 20 && contrasts.lines.length >= 7, theme);
        assert.ok(Math.min(...contrasts.texts) >= 7, `${theme}: texts ${Math.min(...contrasts.texts)}`);
        // pprof itself draws what costs little in a light grey.
        assert.ok(Math.min(...contrasts.lines) >= 1.8, `${theme}: lines ${Math.min(...contrasts.lines)}`);
        assert.deepEqual(contrasts.overflowing, [], `${theme}: texts that are wider than their boxes`);
        assert.equal(contrasts.paper, 'rgba(0, 0, 0, 0)', `${theme}: no white sheet`);
        await screenshot(page, `call-graph-${width}-${theme}`);
      }
      assert.deepEqual(await violations(page), []);
    }
  });

  it('keeps pprof’s meaning of colours, hot is redder, and is saved on white, as pprof draws it, in a dark theme too', async () => {
    const page = await openGraph();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await nextPicture(page);
      const redness = await page.evaluate(() =>
        ['shop/cart.BenchmarkAdd', 'runtime.gcBgMarkWorker', 'runtime.mcall'].map((name) => {
          const node = [...document.querySelectorAll('g.node')].find(
            (each) => each.querySelector('title')?.textContent === name,
          );
          const colour = getComputedStyle(node!.querySelector('polygon')!).stroke;
          const context = document.createElement('canvas').getContext('2d')!;
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0] = context.getImageData(0, 0, 1, 1).data;
          return red - green;
        }),
      );
      const [hot = 0, ...others] = redness;
      assert.ok(
        others.every((other) => other < hot),
        `${colorScheme} ${redness}`,
      );
    }
    // The theme is dark now.
    await page.getByRole('button', { name: 'Save as' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Picture as SVG' }).click(),
    ]);
    const svg = readFileSync(await download.path(), 'utf8');
    assert.match(svg, /<polygon fill="white"/);
    assert.deepEqual(
      new Set(svg.match(/font-family="[^"]*"/g)),
      new Set(['font-family="Helvetica,sans-Serif"']),
    );
    assert.match(svg, /fill="#ed/);
  });

  it('says so where the page has come without it', async () => {
    const page = await openShop('Call graph');
    await page.getByRole('alert').filter({ hasText: 'without Graphviz' }).waitFor();
  });
});

/** In the page: the contrast of each text and each line of the graph with what is behind it. */
function measureContrasts() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const luminance = (colour: string) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
  };
  const contrast = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };
  const page = getComputedStyle(document.body).backgroundColor;
  const texts: number[] = [];
  for (const text of document.querySelectorAll('.paper text')) {
    const box = text.parentElement!.querySelector('polygon');
    const isNode = text.closest('g.node') !== null && box !== null;
    texts.push(contrast(getComputedStyle(text).fill, isNode ? getComputedStyle(box).fill : page));
  }
  const lines = [...document.querySelectorAll('.paper g.edge path')].map((path) =>
    contrast(getComputedStyle(path).stroke, page),
  );
  const overflowing = [...document.querySelectorAll('.paper g.node')].flatMap((node) => {
    const box = node.querySelector('polygon')!.getBoundingClientRect();
    return [...node.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().width > box.width)
      .map((text) => text.textContent);
  });
  return {
    texts,
    lines,
    overflowing,
    paper: getComputedStyle(document.querySelector('.paper')!).backgroundColor,
  };
}
