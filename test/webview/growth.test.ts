/** The Growth tab, in the page as a webview's, with a stand-in for what VS Code gives it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { growthTable } from '../../src/analysis/benchmark/growthTable.ts';
import type { GrowthTable } from '../../src/base/model.ts';
import { growthReport } from '../../src/server/hovers/growth.ts';
import { contrast } from '../contrast.ts';
import { violations, violationsInThemes } from './axe.ts';
import { nextPicture, openTab, resize } from './openTab.ts';
import { screenshot } from './pageHarness.ts';
import { answer, asked, fail, openStandIn, post, sent, shopMessage } from './webviewStandIn.ts';

/** A line that is linear, one that is quadratic, and a cheap one; sampled well. */
const series = {
  name: 'BenchmarkPairs/size=#',
  parameter: 'size',
  kind: 'size',
  points: [10, 100, 1000, 10_000].map((x) => ({ x, label: String(x) })),
} as const;
const table = growthTable(
  series,
  series.points.map(({ x }) => {
    const line = (line: number, cost: number) => ({
      file: '/home/ann/pairs/pairs.go',
      line,
      functionName: 'example.com/pairs.Count',
      cost,
      samples: 400,
    });
    return {
      results: { 'ns/op': x * x + 300 * x, 'B/op': 8 * x, 'allocs/op': 1 },
      lines: [line(12, 300 * x), line(17, x * x), line(30, 20)],
    };
  }),
);

/** A page that shows a profile, and has been told of its series. */
async function openWith(growth: GrowthTable | null, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openProfile(options);
  await answer(page, await asked(page, 'growth'), growth === null ? null : growthReport(growth));
  return page;
}

async function openProfile(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openStandIn(options);
  await post(page, { ...shopMessage, title: 'BenchmarkPairs/size=100 · cpu', operations: 10 });
  return page;
}

describe('a benchmark of a series', () => {
  it('has a tab with its growth: the verdict, the results, the lines, of which some are chosen for the chart', async () => {
    const page = await openWith(table);
    await openTab(page, 'Growth');
    await page
      .getByText('The time of BenchmarkPairs/size=# is linear up to 300, then quadratic.', { exact: false })
      .filter({ hasText: 'pairs.go:17 grows fastest: CPU time as size^2.0' })
      .waitFor();
    const results = page.getByRole('table', { name: 'BenchmarkPairs/size=#' });
    assert.deepEqual(await results.getByRole('row').first().getByRole('columnheader').allTextContents(), [
      'Result',
      'grows as',
      'size=10',
      'size=100',
      'size=1000',
      'size=10000',
    ]);
    const bytes = results.getByRole('row', { name: /^B\/op/ });
    assert.deepEqual(await bytes.getByRole('cell').allTextContents(), [
      'B/op',
      'size^1.0 (1.0–1.0)',
      '80 B',
      '800 B',
      '7.81 kB',
      '78.1 kB',
    ]);
    const quadratic = page.getByRole('row', { name: /pairs\.go:17/ });
    assert.match(
      (await quadratic.textContent()) ?? '',
      /pairs\.go:17grows fastest.*size\^2\.0.*100ns10µs1ms100ms/,
    );
    assert.equal(await page.locator('.growth-curve').count(), 4, 'time, and the three costliest lines');
    await screenshot(page, 'growth-light');

    await openTab(page, 'Growth');
    const chart = page.getByRole('img', { name: /Cost per operation over size/ });
    assert.match(
      (await chart.getAttribute('aria-label')) ?? '',
      /time per operation, pairs\.go:17, pairs\.go:12/,
    );
    const choice = page.getByRole('checkbox', { name: 'Show pairs.go:12 in the chart' });
    await choice.focus();
    await page.keyboard.press('Space');
    assert.doesNotMatch((await chart.getAttribute('aria-label')) ?? '', /pairs\.go:12/);
    await page.getByRole('button', { name: 'pairs.go:17' }).click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'open', file: '/home/ann/pairs/pairs.go', line: 17 });
  });

  it('has curves that can be seen in VS Code’s dark theme, which has a dark orange', async () => {
    const page = await openWith(table, { colorScheme: 'dark' });
    await page.evaluate(() =>
      document.documentElement.style.setProperty('--vscode-charts-orange', '#623315'),
    );
    await openTab(page, 'Growth');
    await page.getByRole('img', { name: /Cost per operation/ }).waitFor();
    const strokes = await page
      .locator('.growth-curve polyline')
      .evaluateAll((curves) => curves.map((curve) => getComputedStyle(curve).stroke));
    assert.equal(strokes.length, 4);
    for (const stroke of strokes) assert.ok(contrast(stroke, '#1f1f1f') >= 4, stroke);
  });

  it('has its tab in the row from the first picture on, where there is room for all', async () => {
    const page = await openStandIn();
    const rows = await page.evaluateHandle(() => {
      const seen = new Set<string>();
      const look = () => {
        const row = [...document.querySelectorAll('.tab-strip button')].filter((one) =>
          one.checkVisibility(),
        );
        if (row.length > 0) seen.add(row.map((one) => one.getAttribute('aria-label')).join());
        requestAnimationFrame(look);
      };
      look();
      return seen;
    });
    await post(page, shopMessage);
    await answer(page, await asked(page, 'growth'), growthReport(table));
    await page.getByRole('tab', { name: 'Growth' }).waitFor();
    await nextPicture(page);
    const six = 'Flame graph,Top,Tree,Callers and callees,Peek,Source,Call graph';
    assert.deepEqual(await rows.evaluate((seen) => [...seen]), [six, `${six},Growth`]);
  });

  it('has nothing that axe-core finds wrong, at any width', async () => {
    const page = await openWith(table, { viewport: { width: 1000, height: 700 } });
    await openTab(page, 'Growth');
    await page.getByRole('img', { name: /Cost per operation/ }).waitFor();
    assert.deepEqual(await violationsInThemes(page, 'growth-1000'), []);
    // The colours are the same at any width.
    await resize(page, { width: 450, height: 900 });
    await screenshot(page, 'growth-450');
    assert.deepEqual(await violations(page), []);
  });
});

describe('the axes of the chart', () => {
  /** Twelve sizes of which some are close together, and costs that span less than a factor of three. */
  const many = {
    ...series,
    points: [1, 2, 3, 5, 8, 100, 120, 128, 1000, 4096, 100_000, 1_000_000].map((x) => ({
      x,
      label: String(x),
    })),
  };
  const close = growthTable(
    many,
    many.points.map((_, i) => ({ results: { 'ns/op': 1_234_000 + 200_000 * i }, lines: null })),
  );

  it('have labels that do not touch, and at least two ticks, at any width', async () => {
    const page = await openWith(close);
    await openTab(page, 'Growth');
    const chart = page.getByRole('img', { name: /Cost per operation/ });
    await chart.waitFor();
    for (const width of [320, 450, 1000]) {
      await resize(page, { width, height: 700 });
      await screenshot(page, `growth-many-${width}`);
      const labels = await chart.locator('text').evaluateAll((texts) =>
        texts.map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return { text: text.textContent ?? '', left, right, top, bottom };
        }),
      );
      assert.ok(labels.filter(({ text }) => text.endsWith('ms')).length >= 2, JSON.stringify(labels));
      assert.ok(labels.some(({ text }) => text === '1000000') && labels.some(({ text }) => text === '1'));
      for (const [i, one] of labels.entries()) {
        assert.ok(one.left >= 0 && one.right <= width, `${one.text} is in sight`);
        for (const other of labels.slice(i + 1)) {
          const apart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          assert.ok(apart, `${one.text} and ${other.text} do not touch`);
        }
      }
    }
  });
});

it('a benchmark of no series has no such tab', async () => {
  const page = await openWith(null);
  await page.waitForFunction(() => globalThis.pprofLens.frames().length > 3);
  assert.equal(await page.getByRole('tab', { name: 'Growth' }).count(), 0);
});

it('a growth that cannot be computed has a tab that says so, and asks again', async () => {
  const page = await openProfile();
  await fail(page, await asked(page, 'growth'), 'The growth is not known. The log says why.');
  const tab = page.getByRole('tab', { name: 'Growth' });
  await tab.click();
  await page.getByRole('alert').getByText('The growth is not known.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await answer(page, await asked(page, 'growth', 1), growthReport(table));
  await page.getByRole('img', { name: /Cost per operation/ }).waitFor();
});
