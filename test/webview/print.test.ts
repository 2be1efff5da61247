import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { harness, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

const readyForPaper = (page: Page) => page.locator('.print img').waitFor({ state: 'attached' });

/** Width and height of each printed sheet, in points. */
async function paperSizes(page: Page): Promise<number[][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
}

function assertTwoSheets(sizes: number[][]): void {
  assert.equal(sizes.length, 2);
  const [graph = [], table = []] = sizes;
  assert.ok(graph[0]! > graph[1]!, 'the graph lies across');
  assert.ok(table[0]! < table[1]!, 'the table stands upright');
}

describe('on paper', () => {
  it('stand the graph on one sheet and the table on the next, black on white in a dark theme', async () => {
    const page = await harness.open(shopProfile.bytes, {
      colorScheme: 'dark',
      page: { operations: 1000 },
    });
    await readyForPaper(page);
    assertTwoSheets(await paperSizes(page));
    await page.emulateMedia({ media: 'print' });
    await screenshot(page, 'print');
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    assert.ok(!(await page.getByRole('tablist').isVisible()));
    await page.getByRole('heading', { name: 'BenchmarkPage · cpu' }).first().waitFor();
    await page.getByText('CPU time · 1s in total').first().waitFor();
    const [header, hottest] = await page.locator('.print tr').allInnerTexts();
    assert.match(
      header ?? '',
      /^name\tflat\tflat %\tsum %\tcum\tcum %\tflat\/op\tcum\/op\tsamples\t95% interval$/,
    );
    assert.match(hottest ?? '', /^runtime\.\s*mallocgc\s*\t380ms\t38.00%\t38.00%\t380ms\t/);
  });

  it('stands what is seen: the zoom and the filters, and which they are', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Only my module' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 700e6);
    await page.waitForFunction(() => document.querySelectorAll('.print tbody tr').length === 3);
    const heading = await page.locator('.print header').first().textContent();
    assert.match(heading ?? '', /show: \^shop\/cart/);
  });

  it('are two sheets, however deep the stacks, long the names and many the functions', async () => {
    const deep = Array.from({ length: 3000 }, (_, i) => `f${i}`).join(' ');
    const many = Array.from({ length: 500 }, (_, i): [string, number] => [`${'long'.repeat(100)}${i}`, 1]);
    const page = await harness.open(stackProfileBytes({ samples: [[deep, 10], ...many] }));
    await readyForPaper(page);
    assertTwoSheets(await paperSizes(page));
    await page.emulateMedia({ media: 'print' });
    await page.getByText('The 40 costliest of').waitFor();
  });

  it('is printed from the menu', async () => {
    const page = await harness.open(shopProfile.bytes);
    await page.evaluate(() => {
      globalThis.print = () => performance.mark('printed');
    });
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.waitForFunction(() => performance.getEntriesByName('printed').length === 1);
  });
});
