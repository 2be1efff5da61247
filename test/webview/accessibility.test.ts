import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { lineLayout } from '../../src/analysis/costs/lineLayout.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { eventually } from '../eventually.ts';
import { succeeded } from '../why.ts';
import { violations, violationsInThemes } from './axe.ts';
import { openTab, press, resize, walk } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { labelledProfile, realProfiles, shopProfile } from './realProfiles.ts';

/** A text for every source file. */
function sourcesOf(bytes: Uint8Array): Uint8Array {
  const profile = succeeded(readProfile(bytes));
  const text = Array.from({ length: 3000 }, (_, line) => `\tsource(${line + 1})`).join('\n');
  const texts = lineLayout(profile).files.map((file) => [file, text]);
  return gzipSync(JSON.stringify(Object.fromEntries(texts)));
}

async function chooseFirstFunction(page: Page): Promise<void> {
  await page.locator('#row-0').waitFor();
  await page.getByRole('grid').focus();
  await press(page, 'ArrowDown', 'Enter');
  await page.getByRole('tree').first().waitFor();
}

/** The controls whose name, which is read out and spoken, does not contain what they show of a function's name. */
function misnamed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.querySelector('.name-row') !== null)
      .flatMap((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        let seen = '';
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(text);
          const box = range.getBoundingClientRect();
          const middle = (box.top + box.bottom) / 2;
          const isQuiet = text.parentElement?.closest('.name-quiet') != null;
          if (!isQuiet && middle > top && middle < bottom) seen += text.textContent;
        }
        const name = button.getAttribute('aria-label') ?? '';
        return seen !== '' && name.includes(seen) ? [] : [`${seen} is called ${name}`.slice(0, 300)];
      }),
  );
}

const pictured = realProfiles().find(({ name }) => name === 'std-sort.cpu.pb.gz') ?? shopProfile;

describe('axe-core finds nothing', () => {
  it('in a flame graph with a zoom, a selection and a search', async () => {
    const page = await harness.open(pictured.bytes, { page: { operations: 1000 } });
    await screenshot(page, 'flame');
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowDown');
    await page.getByRole('region', { name: 'Selected frame' }).waitFor();
    const box = (await page.locator('.flame-canvas').boundingBox())!;
    // The row of the frame that is zoomed to: it is as wide as the picture, whatever the profile is.
    await page.mouse.move(box.x + 100, box.y + 70);
    await page.locator('.hover-card').waitFor();
    await page.getByRole('textbox').fill('sort|slices|cart');
    await page.locator('#search-outcome').filter({ hasText: '%' }).waitFor();
    assert.deepEqual(await violationsInThemes(page, 'search'), []);
  });

  it('in any tab, with filters', async () => {
    const page = await harness.open(labelledProfile, {
      page: { operations: 1000, graphviz: harness.graphviz(), sources: sourcesOf(labelledProfile) },
    });
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Hide the runtime' }).click();
    await page.locator('.chip').waitFor();
    const shown: Record<string, string> = {
      Top: '#row-0',
      Tree: '#row-0',
      'Callers and callees': '#row-0',
      Peek: '#row-0',
      Source: '.listing-text:not(:empty)',
      'Call graph': '.paper svg',
      Tags: '.tags table',
    };
    for (const name of await page.getByRole('tab').allTextContents()) {
      await page.getByRole('tab', { name, exact: true }).click();
      if (name === 'Callers and callees') await chooseFirstFunction(page);
      await page
        .locator(shown[name] ?? 'canvas')
        .first()
        .waitFor();
      assert.deepEqual(await violationsInThemes(page, name.toLowerCase().replaceAll(' ', '-')), [], name);
    }
  });

  it('in the key list', async () => {
    const page = await openShop();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violationsInThemes(page, 'keys'), []);
  });

  for (const wide of ['0px', '5px']) {
    it(`in shortened names, at any width, letters ${wide} apart`, async () => {
      const page = await harness.open(labelledProfile);
      await page.evaluate((wide) => document.documentElement.style.setProperty('letter-spacing', wide), wide);
      const check = async (tab: string) => {
        for (const width of [320, 700, 1400]) {
          await resize(page, { width, height: 700 });
          assert.deepEqual(await misnamed(page), [], `${tab}, ${width} pixels`);
          if (wide !== '0px' && width === 320) assert.deepEqual(await violations(page), [], tab);
        }
      };
      await openTab(page, 'Peek');
      await page.locator('.grid-row button.link').first().waitFor();
      await check('Peek');
      await openTab(page, 'Callers and callees');
      await page.getByRole('rowheader', { name: 'runtime.mallocgc' }).click();
      await page.locator('.call-name').first().waitFor();
      await check('Callers and callees');
      await openTab(page, 'Flame graph');
      await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
      await page.locator('.crumb .name-end').nth(1).waitFor();
      await check('Flame graph');
    });
  }

  it('where there is nothing to show', async () => {
    const page = await harness.open(stackProfileBytes({ samples: [] }));
    assert.deepEqual(await violations(page), []);
    await page.goto(harness.write(new Uint8Array()));
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await violations(page), []);
  });
});

describe('the theme', () => {
  it('changes under an open page', async () => {
    const page = await harness.open(shopProfile.bytes, { colorScheme: 'light' });
    /** Red, green and blue of the root's first pixels. */
    const rootColour = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const pixel = document.createElement('canvas').getContext('2d')!;
        pixel.drawImage(canvas, 600, 4, 1, 1, 0, 0, 1, 1);
        return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3).join();
      });
    const light = await rootColour();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually('another colour', async () => (await rootColour()) !== light);
  });
});
